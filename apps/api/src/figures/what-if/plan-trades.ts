import type { Scenario } from '@plumbline/contract'
import { currencyDecimals, currencyUnit, roundTo, sizeTrade } from '@plumbline/engine'
import { refuseField } from './refuse-field.ts'
import type { ScenarioInstrument } from './scenario.store.ts'
import type { InstrumentFacts, ScenarioFacts } from './scenario-facts.query.ts'

/** A trade of a scenario with its size. Amounts are in the currency of the price. */
export interface PlannedTrade {
  /** Its place in the scenario. */
  place: number
  account: string
  instrument: ScenarioInstrument
  /** Positive buys. */
  quantity: number
  heldBefore: number
  price: number
  currency: string
  fees: number
  /** Accrued interest that is paid with the price, unsigned. */
  accrued: number
  /** Paid (negative) or received, with accrued interest and fees. */
  amount: number
  /** Into the reporting currency; null without one. */
  rate: number | null
}

type ScenarioTrade = Scenario['trades'][number]

/** The sizes of the trades, one after the other. Refuses what cannot be sized, by its field. More may be sold than is held. */
export function sizeTrades(
  { trades }: Scenario,
  facts: ScenarioFacts,
  instruments: readonly ScenarioInstrument[],
): PlannedTrade[] {
  const held = new Map<string, number>()
  return trades.map((trade, place) => {
    const index = instruments.findIndex(({ id }) => id === trade.instrument)
    const instrument = instruments[index]
    const known = facts.instruments[index]
    if (!instrument || !known) throw new RangeError('the instruments of a scenario are found before')
    const key = `${trade.account}/${trade.instrument}`
    const heldBefore = held.get(key) ?? facts.held[place] ?? 0
    const planned = planTrade({ trade, place, instrument, known, heldBefore, facts })
    held.set(key, roundTo(heldBefore + planned.quantity, 8))
    return planned
  })
}

interface TradeContext {
  trade: ScenarioTrade
  place: number
  instrument: ScenarioInstrument
  known: InstrumentFacts
  heldBefore: number
  facts: ScenarioFacts
}

function planTrade(context: TradeContext): PlannedTrade {
  const { trade, place, instrument, known } = context
  const { heldBefore } = context
  const { currency } = currencyUnit(instrument.currency)
  const price = trade.price ?? known.price
  if (price === null) refuseField(`trades.${place}.price`, `No price for ${instrument.name}. Enter one.`)
  if (trade.size < 0 && trade.side !== 'hold')
    refuseField(`trades.${place}.size`, 'Only a position to hold can be negative.')
  const quantity = findQuantity(context, price)
  const decimals = currencyDecimals(currency)
  const accrued = roundTo(Math.abs(quantity) * known.accrued, decimals)
  const fees = quantity === 0 ? 0 : trade.fees
  const value = roundTo(Math.abs(quantity) * price * known.multiplier, decimals) + accrued
  return {
    place,
    account: trade.account,
    instrument,
    quantity,
    heldBefore,
    price,
    currency,
    fees,
    accrued,
    amount: (quantity > 0 ? -value : value) - fees,
    rate: known.rate,
  }
}

function findQuantity({ trade, place, known, heldBefore, facts }: TradeContext, price: number): number {
  const { rate, multiplier, accrued, lotSize } = known
  const quantity = sizeTrade({
    side: trade.side,
    by: trade.by,
    size: trade.size,
    held: heldBefore,
    unitValue: rate === null ? null : (price * multiplier + accrued) * rate,
    nav: facts.nav,
    lotSize,
  })
  if (quantity !== null) return quantity
  const isWithoutNav = trade.by === 'weight' && facts.nav === null
  return refuseField(
    `trades.${place}.by`,
    isWithoutNav
      ? 'The net asset value is unknown. Enter a quantity.'
      : 'There is no exchange rate for this currency. Enter a quantity.',
  )
}
