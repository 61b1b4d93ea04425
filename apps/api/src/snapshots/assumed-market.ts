import { type AssumedPrice, type AssumedPrices, currencyUnit, type Day } from '@plumbline/engine'
import type { InstrumentRow } from './facts.store.ts'

/** A price to assume, of one instrument or of all instruments of a group. */
export interface PriceAssumption {
  of: 'instrument' | 'instrument_type' | 'sector' | 'currency'
  /** The id of the instrument, or the group. */
  key: string
  change: AssumedPrice
}

/** What a derived snapshot assumes about the market on its last day. */
export interface AssumedMarket {
  asOf: Day
  prices: PriceAssumption[]
  /** The factor by which a currency changes against all others. */
  rates: [currency: string, factor: number][]
  /** Instruments to load although nothing of them is held. */
  instruments: string[]
}

/** The assumptions of each instrument, in the order they are stated. */
export function assumedPricesBy(
  { prices }: AssumedMarket,
  instruments: readonly InstrumentRow[],
): AssumedPrices {
  const assumed = new Map<string, AssumedPrice[]>()
  for (const instrument of instruments) {
    const own = prices.filter(price => concerns(price, instrument)).map(({ change }) => change)
    if (own.length > 0) assumed.set(instrument.id, own)
  }
  return assumed
}

function concerns({ of, key }: PriceAssumption, instrument: InstrumentRow): boolean {
  if (of === 'instrument') return instrument.id === key
  if (of === 'instrument_type') return instrument.instrument_type === key
  if (of === 'sector') return instrument.sector === key
  return currencyUnit(instrument.currency).currency === key
}
