/** What is there to change: a field that is absent stays as it is. */
export function definedIn<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  // Entries that are undefined are dropped, which Object.fromEntries cannot say in its type.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as never
}
