import type { Component } from '@earendil-works/pi-tui';

/** What is taken from the pi that loaded the extension. */
export interface Host {
  /** Lines of text, wrapped to the width there is. */
  drawText(text: string): Component;
  /** Runs `work` after the other changes to the same file, the built-in tools' included. */
  queueChange<T>(path: string, work: () => Promise<T>): Promise<T>;
}
