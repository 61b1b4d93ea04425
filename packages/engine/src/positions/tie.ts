import type { Instrument } from '../ledger/ledger.ts'
import { CONTRACT_TYPES } from '../ledger/vocabulary.ts'
import { currencyUnit } from '../money/currency.ts'
import type { Desk, Slot } from './desk.ts'

/**
 * The close of an option's underlying where it is quoted in the option's currency, else the strike; NaN without
 * either. `closeOf` gives the close of an instrument by its place.
 */
export function underlyingPrice(
  instruments: readonly Instrument[],
  option: Instrument,
  closeOf: (instrument: number) => number,
): number {
  const index = instruments.findIndex(({ id }) => id === option.underlying)
  const underlying = instruments[index]
  const isSame =
    underlying && currencyUnit(underlying.currency).currency === currencyUnit(option.currency).currency
  const close = isSame ? closeOf(index) : Number.NaN
  return Number.isFinite(close) ? close : (option.strike ?? Number.NaN)
}

/**
 * Notes what a new lot ties up where that is not what it brought: futures and forwards the notional they were
 * entered at, short options the price of the underlying. Short shares tie up their proceeds and are not noted.
 */
export function tieLot(desk: Desk, slot: Slot, instrument: Instrument, lot: number, change: number): void {
  const { instruments, journal } = desk.holdings
  const isContract = CONTRACT_TYPES.has(instrument.type)
  const isShortOption = instrument.type === 'option' && change < 0 && instrument.right != null
  if (!isContract && !isShortOption) return
  const close = (index: number): number => desk.closeOn(index, slot.day)
  const entered = slot.entry.settled.unitPrice
  const price = isShortOption
    ? underlyingPrice(instruments, instrument, close)
    : Number.isFinite(entered)
      ? entered
      : close(slot.entry.instrument)
  const exposure = Math.abs(change * (instrument.contractSize ?? 1) * price)
  if (Number.isFinite(exposure)) journal.tied.set(lot, exposure)
}
