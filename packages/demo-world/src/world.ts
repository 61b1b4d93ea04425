import type { Day } from '@plumbline/engine'
import { type AccountFact, accounts, type CustodianFact, custodians } from './accounts.ts'
import type { InstrumentFact } from './instruments/instrument.ts'
import type { WorldTransaction } from './ledger/world-transaction.ts'
import { rateDigits } from './market/fx.ts'
import { type DemoMarket, demoMarket, splitsUntil } from './market/market.ts'
import { type FamilyFact, families, type PersonFact, people } from './people.ts'
import { simulate } from './plans/simulate.ts'
import { buildBenchmarks, type WorldBenchmark } from './tools/benchmarks.ts'
import { eventsUntil, type WorldEvent } from './tools/events.ts'
import { integrations, runsUntil, type WorldIntegration, type WorldRun } from './tools/integrations.ts'
import { buildNotifications, type WorldNotification } from './tools/notifications.ts'
import {
  reports,
  tasks,
  templates,
  type WorldReport,
  type WorldTask,
  type WorldTemplate,
} from './tools/saved.ts'
import { buildLinks, buildStrategies, type WorldLink, type WorldStrategy } from './tools/strategies.ts'
import { buildWatchlists, type WorldTicker } from './tools/watchlist.ts'

/** Closes of an instrument or rates of a currency, day by day, with so many digits behind the point. */
export interface QuoteColumn {
  readonly of: string
  readonly digits: number
  readonly days: readonly Day[]
  readonly values: Float64Array
}

export interface WorldSplit {
  readonly instrument: string
  readonly date: string
  readonly numerator: number
  readonly denominator: number
}

/** Objects of users: written once at the first fill, and theirs from then on. */
export interface WorldTools {
  readonly strategies: readonly WorldStrategy[]
  readonly benchmarks: readonly WorldBenchmark[]
  readonly links: readonly WorldLink[]
  readonly tickers: readonly WorldTicker[]
  readonly templates: readonly WorldTemplate[]
  readonly reports: readonly WorldReport[]
  readonly tasks: readonly WorldTask[]
  readonly notifications: readonly WorldNotification[]
}

/**
 * The demo world as plain data. All but the tools only grows: the world of a later day has everything that the
 * world of this day has.
 */
export interface World {
  readonly asOf: Day
  readonly families: readonly FamilyFact[]
  readonly people: readonly PersonFact[]
  readonly custodians: readonly CustodianFact[]
  readonly accounts: readonly AccountFact[]
  readonly instruments: readonly InstrumentFact[]
  readonly splits: readonly WorldSplit[]
  readonly prices: readonly QuoteColumn[]
  readonly rates: readonly QuoteColumn[]
  readonly transactions: readonly WorldTransaction[]
  readonly events: readonly WorldEvent[]
  readonly integrations: readonly WorldIntegration[]
  readonly runs: readonly WorldRun[]
  readonly tools: WorldTools
}

/** Generates the demo world as of a day with closes. The same day gives the same world, byte for byte. */
export function generateWorld(asOf: Day): World {
  const market = demoMarket(asOf)
  const writer = simulate(market, asOf)
  const events = eventsUntil(market)
  const tickers = buildWatchlists(market)
  const held = new Set(writer.positions.flatMap(entry => (entry.closeDay === null ? [entry.instrument] : [])))
  const strategies = buildStrategies(writer)
  return {
    asOf,
    families,
    people,
    custodians,
    accounts,
    instruments: market.instruments,
    splits: market.instruments.flatMap(fact =>
      splitsUntil(fact, asOf).map(split => ({ instrument: fact.key, ...split })),
    ),
    prices: priceColumns(market),
    rates: rateColumns(market),
    transactions: writer.transactions,
    events,
    integrations,
    runs: runsUntil(asOf),
    tools: {
      strategies,
      benchmarks: buildBenchmarks(strategies),
      links: buildLinks(writer),
      tickers,
      templates,
      reports,
      tasks,
      notifications: buildNotifications(market, events, tickers, held),
    },
  }
}

function column(market: DemoMarket, of: string, digits: number, values: Float64Array): QuoteColumn {
  const days: Day[] = []
  const quoted: number[] = []
  for (const [place, day] of market.axis.days.entries()) {
    const value = values[place] ?? Number.NaN
    if (day > market.asOf) break
    if (Number.isNaN(value)) continue
    days.push(day)
    quoted.push(value)
  }
  return { of, digits, days, values: Float64Array.from(quoted) }
}

function priceColumns(market: DemoMarket): QuoteColumn[] {
  return market.instruments
    .filter(fact => fact.path.kind !== 'none')
    .map(fact => column(market, fact.key, fact.priceDecimals, market.findCloses(fact.key)))
}

function rateColumns(market: DemoMarket): QuoteColumn[] {
  return [...market.fx.rates].map(([currency, values]) =>
    column(market, currency, rateDigits(currency), values),
  )
}
