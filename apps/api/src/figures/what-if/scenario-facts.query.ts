import { closeOn, crossRate, currencyUnit, type Day, roundTo, unitsOn } from '@plumbline/engine'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { netAssetValue, type QueryScope, readScope } from '../../queries/query-scope.ts'
import { findLotSize } from '../targets/read-allocation.ts'

export interface ScenarioQuestions {
  /** Pairs of currencies; null stands for the reporting currency. */
  rates: { from: string; to: string | null }[]
  instruments: { id: string; type: string; currency: string }[]
  holdings: { account: string; instrument: string }[]
}

/** What the sizes of a scenario's changes depend on. */
export interface ScenarioFacts {
  asOf: Day
  currency: string
  nav: number | null
  /** Null without a rate. */
  rates: (number | null)[]
  instruments: InstrumentFacts[]
  /** Units held, by holding. */
  held: number[]
}

export interface InstrumentFacts {
  /** Whether the snapshot has the instrument at all. */
  isLoaded: boolean
  /** As quoted, in its major currency; null without one. */
  price: number | null
  /** Accrued interest of one unit, in its currency. */
  accrued: number
  /** Units of the currency per unit of quantity and price: contract size x pool factor. */
  multiplier: number
  /** Into the reporting currency; null without one. */
  rate: number | null
  lotSize: number
}

/** Reads the facts on the last day of figures, for the whole of what the caller may see. */
export const scenarioFactsQuery = defineQuery(
  'scenarioFacts',
  (portfolio, questions: ScenarioQuestions, filter): ScenarioFacts => {
    const scope = readScope(portfolio, filter)
    const { asOf } = portfolio.view
    return {
      asOf,
      currency: scope.currency,
      nav: netAssetValue(portfolio, { ...scope, period: { from: asOf, to: asOf } }),
      rates: questions.rates.map(({ from, to }) => findRate(portfolio, from, to ?? scope.currency)),
      instruments: questions.instruments.map(each => readInstrument(portfolio, scope, each)),
      held: questions.holdings.map(holding => countHeld(portfolio, holding)),
    }
  },
)

function findRate({ snapshot, view }: Portfolio, from: string, to: string): number | null {
  const { pivot, rates } = snapshot
  const rate = crossRate({ pivot, rates, prices: new Map() }, from, to, view.asOf)
  return Number.isFinite(rate) ? rate : null
}

function readInstrument(
  portfolio: Portfolio,
  { currency }: QueryScope,
  { id, type, currency: quoted }: ScenarioQuestions['instruments'][number],
): InstrumentFacts {
  const { snapshot, view } = portfolio
  const place = snapshot.instruments.findIndex(instrument => instrument.id === id)
  const prices = snapshot.prices[place]
  const day = view.asOf
  const size = snapshot.instruments[place]?.contractSize ?? 1
  const index = day - (prices?.firstDay ?? 0)
  const factor = prices?.factors?.[index] ?? 1
  const close = closeOn(prices, day)
  const price = prices?.quoted?.[index] ?? close
  return {
    isLoaded: place >= 0,
    price: Number.isFinite(price) ? price : null,
    accrued: Number.isFinite(price) ? (close - price * factor) * size : 0,
    multiplier: size * factor,
    rate: findRate(portfolio, currencyUnit(quoted).currency, currency),
    lotSize: findLotSize(type, size, 1000, 1),
  }
}

function countHeld(
  { snapshot, view }: Portfolio,
  { account, instrument }: { account: string; instrument: string },
) {
  const { positions, accounts, instruments } = snapshot
  const inAccount = accounts.findIndex(({ id }) => id === account)
  const place = instruments.findIndex(({ id }) => id === instrument)
  let units = 0
  for (let position = 0; position < positions.count; position += 1)
    if (positions.account[position] === inAccount && positions.instrument[position] === place)
      units += unitsOn(snapshot, position, view.asOf)
  return place < 0 || inAccount < 0 ? 0 : roundTo(units / (instruments[place]?.contractSize ?? 1), 8)
}
