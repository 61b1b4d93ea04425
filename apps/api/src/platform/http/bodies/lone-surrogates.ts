/**
 * The path of the first text with a lone surrogate in a body, or null. JSON can express half of a surrogate pair, but
 * UTF-8 and the database cannot.
 */
export function findLoneSurrogate(value: unknown): string[] | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : []
  if (typeof value !== 'object' || value === null) return null
  for (const [name, part] of Object.entries(value)) {
    if (!name.isWellFormed()) return []
    const path = findLoneSurrogate(part)
    if (path) return [name, ...path]
  }
  return null
}
