import { hasValidCheckDigit } from '@plumbline/importers'

const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** ISINs that a mistyped one may stand for: two adjacent characters swapped, or one wrong. */
export function similarIsins(mistyped: string): string[] {
  const signs = [...mistyped]
  const found = new Set<string>()
  for (let at = 2; at < signs.length; at += 1) {
    if (at + 1 < signs.length) {
      const swapped = [...signs]
      swapped[at] = signs[at + 1] ?? ''
      swapped[at + 1] = signs[at] ?? ''
      found.add(swapped.join(''))
    }
    for (const digit of digits) found.add([...signs.slice(0, at), digit, ...signs.slice(at + 1)].join(''))
  }
  found.delete(mistyped)
  return [...found].filter(isin => /^[A-Z]{2}[A-Z0-9]{9}\d$/.test(isin) && hasValidCheckDigit(isin))
}
