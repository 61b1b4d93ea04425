import type { InstrumentType } from '@plumbline/engine'

/** By the category and group of a CFI code (ISO 10962). */
const typesByCfi: readonly (readonly [RegExp, InstrumentType])[] = [
  [/^CE/, 'etf'],
  [/^C[BFHIMPS]/, 'fund'],
  [/^E[CDFLMPSY]/, 'equity'],
  [/^D[ES]/, 'structured_product'],
  [/^D[ABCDGMNTWY]/, 'bond'],
  [/^O[CMP]/, 'option'],
  [/^F[CF]/, 'future'],
]

export function typeFromCfi(cfi: string | null | undefined): InstrumentType | null {
  if (!cfi || !/^[A-Z]{6}$/.test(cfi)) return null
  return typesByCfi.find(([pattern]) => pattern.test(cfi))?.[1] ?? null
}
