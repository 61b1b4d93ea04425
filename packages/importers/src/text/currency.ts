import { RowProblem } from '../problem.ts'

/** Parses a currency code. Minor units of prices (GBp) keep their spelling; ZAC is that of ZAc in capitals. */
export function parseCurrency(text: string): string {
  const bare = text.trim()
  if (bare === 'GBp' || bare === 'ZAc') return bare
  const code = bare.toUpperCase()
  if (code === 'ZAC') return 'ZAc'
  if (!/^[A-Z]{3}$/.test(code)) throw new RowProblem('not_a_currency', { value: text })
  return code
}

const minorUnits: Readonly<Record<string, string>> = { GBX: 'GBP', GBp: 'GBP', ZAc: 'ZAR', ILA: 'ILS' }

/** The major currency of a code: GBX is GBP. */
export function wholeCurrency(code: string): string {
  return minorUnits[code] ?? code
}

const symbols: Readonly<Record<string, string>> = { $: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY', '₣': 'CHF' }

/** The currency of a symbol in a number such as €0.24, or null. */
export function findCurrencySymbol(text: string): string | null {
  const match = /[$€£¥₣]/.exec(text)
  return match ? (symbols[match[0]] ?? null) : null
}
