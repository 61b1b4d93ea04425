import type { Instrument } from '../../ledger/ledger.ts'
import { CONTRACT_TYPES } from '../../ledger/vocabulary.ts'
import { currencyUnit } from '../../money/currency.ts'
import type { PostingContext, Slot } from '../posting-context.ts'

/** The close of an option's underlying where it is quoted in the option's currency, else the strike; NaN without either. */
export function underlyingPrice(
  option: Instrument,
  underlying: Instrument | undefined,
  close: number,
): { price: number; isStrike: boolean } {
  const isSame =
    underlying && currencyUnit(underlying.currency).currency === currencyUnit(option.currency).currency
  if (isSame && Number.isFinite(close)) return { price: close, isStrike: false }
  return { price: option.strike ?? Number.NaN, isStrike: true }
}

/**
 * Records the margin requirement of a new lot where it differs from the proceeds: the entry notional of futures and
 * forwards, the price of the underlying for short options. Short shares require their proceeds, which need no record.
 */
export function recordMarginRequirement(
  context: PostingContext,
  slot: Slot,
  instrument: Instrument,
  lot: number,
  change: number,
): void {
  const { instruments, journal } = context.holdings
  const isContract = CONTRACT_TYPES.has(instrument.type)
  const isShortOption = instrument.type === 'option' && change < 0 && instrument.right != null
  if (!isContract && !isShortOption) return
  const closeOn = (index: number): number => context.closeOn(index, slot.day)
  const entered = slot.entry.settled.unitPrice
  const underlyingClose = () => {
    const underlying = instruments.findIndex(({ id }) => id === instrument.underlying)
    return underlyingPrice(instrument, instruments[underlying], closeOn(underlying)).price
  }
  const price = isShortOption
    ? underlyingClose()
    : Number.isFinite(entered)
      ? entered
      : closeOn(slot.entry.instrument)
  const exposure = Math.abs(change * (instrument.contractSize ?? 1) * price)
  if (Number.isFinite(exposure)) journal.marginRequirements.set(lot, exposure)
}
