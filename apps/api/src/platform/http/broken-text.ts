/**
 * Where a body has a text that is none: half of a character that takes two halves. JSON can write it, UTF-8 and the
 * database cannot, so it would be stored as something else or not at all. Null where all is well.
 */
export function placeOfBrokenText(value: unknown): string[] | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : []
  if (typeof value !== 'object' || value === null) return null
  for (const [name, part] of Object.entries(value)) {
    if (!name.isWellFormed()) return []
    const place = placeOfBrokenText(part)
    if (place) return [name, ...place]
  }
  return null
}
