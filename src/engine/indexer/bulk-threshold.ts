/** From this many changed notes on, a process of its own does the work, and gives its memory back when done. */
export const bulkThreshold = 2000;
