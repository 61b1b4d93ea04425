import { currencyCodes, heldTypes, type PriceScope, type Scenario, sectors } from '@plumbline/contract'
import type { AssumedMarket, PriceAssumption } from '../../snapshots/assumed-market.ts'
import { refuseField } from './refuse-field.ts'
import type { ScenarioInstrument } from './scenario.store.ts'
import type { ScenarioFacts } from './scenario-facts.query.ts'

type ScenarioPrice = Scenario['prices'][number]
type ScenarioRate = Scenario['rates'][number]

const groups: Record<Exclude<PriceScope, 'instrument'>, ReadonlySet<string>> = {
  instrument_type: new Set(heldTypes),
  sector: new Set(sectors),
  currency: new Set(currencyCodes),
}

/** Refuses prices, rates and flows that state too much, too little or nothing, by their field. */
export function checkMarket({ prices, rates, flows }: Scenario, instruments: ReadonlySet<string>): void {
  prices.forEach((price, place) => {
    const isKnown = price.of === 'instrument' ? instruments.has(price.key) : groups[price.of].has(price.key)
    if (!isKnown) refuseField(`prices.${place}.key`, 'Not a group of this division.')
    if (price.price !== undefined && price.of !== 'instrument')
      refuseField(`prices.${place}.price`, 'A group has no price. Enter a change in percent.')
    if ((price.price === undefined) === (price.change === undefined))
      refuseField(`prices.${place}.change`, 'Enter a price or a change.')
  })
  rates.forEach((rate, place) => {
    if ((rate.rate === undefined) === (rate.change === undefined))
      refuseField(`rates.${place}.change`, 'Enter a rate or a change.')
    if (rate.change === -1) refuseField(`rates.${place}.change`, 'Enter a change above −100%.')
    if (rate.in === rate.currency) refuseField(`rates.${place}.in`, 'Choose another currency.')
  })
  flows.forEach(({ amount }, place) => {
    if (amount === 0) refuseField(`flows.${place}.amount`, 'Enter the amount.')
  })
}

/** Prices and rates as assumptions of a snapshot. A change needs a price or rate to start from. */
export function assumeMarket(
  { prices, rates, trades }: Scenario,
  facts: ScenarioFacts,
  instruments: readonly ScenarioInstrument[],
): AssumedMarket {
  return {
    asOf: facts.asOf,
    prices: prices.map((price, place) => {
      const known = facts.instruments[instruments.findIndex(({ id }) => id === price.key)]
      const hasNone = price.of === 'instrument' && known?.isLoaded === true && known.price === null
      if (hasNone && price.change !== undefined)
        refuseField(`prices.${place}.change`, 'There is no price to change. Enter a price.')
      return assumption(price)
    }),
    rates: assumedRates(rates, facts),
    instruments: [...new Set(trades.map(({ instrument }) => instrument))],
  }
}

function assumption({ of, key, price, change = 0 }: ScenarioPrice): PriceAssumption {
  return { of, key, change: price === undefined ? { factor: 1 + change } : { price } }
}

/** Rates in their order: a stated rate is that of the two currencies after the changes before it. */
function assumedRates(rates: readonly ScenarioRate[], facts: ScenarioFacts): AssumedMarket['rates'] {
  const factors = new Map<string, number>()
  const factor = (currency: string) => factors.get(currency) ?? 1
  rates.forEach(({ currency, change, rate = 0, in: other = facts.currency }, place) => {
    const last = facts.rates[place] ?? null
    if (other === currency && change === undefined)
      refuseField(`rates.${place}.in`, 'Choose another currency.')
    if (last === null)
      refuseField(`rates.${place}.currency`, `No exchange rate from ${currency} to ${other}.`)
    const now = (last * factor(currency)) / factor(other)
    factors.set(currency, factor(currency) * (change === undefined ? rate / now : 1 + change))
  })
  return [...factors]
}
