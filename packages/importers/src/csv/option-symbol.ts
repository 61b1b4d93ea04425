import type { InstrumentHint } from '../draft.ts'
import { fullYear, isoDate } from '../text/date.ts'
import { strictDecimal } from '../text/decimal.ts'

type OptionTerms = Pick<
  InstrumentHint,
  'type' | 'underlying' | 'expiry' | 'strike' | 'right' | 'contractSize'
>

/** 'ACME 01/19/2024 150.00 C', as Schwab writes it. */
const spoken =
  /^(?<root>[A-Z.]{1,6}) (?<month>\d{2})\/(?<day>\d{2})\/\d{2}(?<year>\d{2}) (?<strike>[\d.]+) (?<right>[CP])$/
/** 'ACME  240119C00150000', the symbol of the Options Clearing Corporation: the strike in thousandths. */
const cleared =
  /^(?<root>[A-Z.]{1,6}) *(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})(?<right>[CP])(?<thousandths>\d{8})$/
/** '-ACME240119C150', as Fidelity writes it. */
const dashed =
  /^-(?<root>[A-Z.]{1,6})(?<year>\d{2})(?<month>\d{2})(?<day>\d{2})(?<right>[CP])(?<strike>[\d.]+)$/

/** The terms of a listed option by its symbol, or null for another symbol. Listed options are on a hundred shares. */
export function readOptionSymbol(symbol: string): OptionTerms | null {
  const text = symbol.trim().toUpperCase()
  const groups = (spoken.exec(text) ?? cleared.exec(text) ?? dashed.exec(text))?.groups
  if (!groups) return null
  const { root = '', year = '', month, day, right, strike, thousandths } = groups
  return {
    type: 'option',
    underlying: root,
    expiry: isoDate(fullYear(year), Number(month), Number(day), text),
    strike: strictDecimal(strike ?? String(Number(thousandths) / 1000), 'strike'),
    right: right === 'C' ? 'call' : 'put',
    contractSize: '100',
  }
}
