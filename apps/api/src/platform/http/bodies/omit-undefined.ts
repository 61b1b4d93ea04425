/** Drops undefined fields, so that a partial update leaves them unchanged. */
export function omitUndefined<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Object.fromEntries cannot express in its type that the undefined entries are gone.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
