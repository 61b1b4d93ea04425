import {
  absolute,
  exact,
  exactPoolFactor,
  type Instrument,
  multiply,
  parseDay,
  toText,
} from '@plumbline/engine'

/** What the amount of a trade depends on, of its instrument. */
export interface TradedInstrument extends Pick<Instrument, 'factors'> {
  readonly type: string
  readonly contractSize: string | number
}

/** The magnitude of quantity times price, of what is still owed where a bond is paid back in parts. */
export function pricedAmount(
  quantity: number,
  price: number,
  instrument: TradedInstrument | null,
  date: string,
): string {
  const units = multiply(exact(Math.abs(quantity)), exact(instrument?.contractSize ?? '1'))
  const owed = multiply(units, exactPoolFactor(instrument ?? undefined, parseDay(date)))
  return toText(absolute(multiply(owed, exact(price))))
}

/** The accrued interest of a trade as the ledger stores it; `refuse` gets the reason where it has none. */
export function statedAccrued(
  accrued: number | null | undefined,
  instrumentType: string | null,
  refuse: (field: string, message: string) => never,
): string | null {
  if (!accrued) return null
  if (!INTEREST_TYPES.has(instrumentType ?? ''))
    refuse('accrued', 'Only bonds, structured products and loans have accrued interest.')
  return toText(exact(accrued))
}
