type Present<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The same record without the keys that hold undefined, so that optional fields are absent and never empty. */
export function present<T extends object>(record: T): Present<T> {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as Present<T>;
}
