import type { Filter, Subject } from '@plumbline/contract'
import { generateWorld as generateDemo } from '@plumbline/demo-world'
import {
  buildSnapshot,
  POSITION_FIGURES,
  type PortfolioSnapshot,
  parseDay,
  SCOPE_FIGURES,
  toIsoDate,
} from '@plumbline/engine'
import { generatedMarket, generateWorld } from '../../../../../packages/engine/test/random/random-ledger.ts'
import { demoSnapshot, engineMarket } from '../../demo/testing/demo-snapshot.ts'
import type { ReceiptRequest } from '../../features/receipt/receipt.query.ts'
import type { Portfolio } from '../../queries/query.ts'
import { openTestPortfolio } from '../test-portfolio.ts'

/** A request for a receipt, and the portfolio that answers it. */
export interface ReceiptCase {
  name: string
  portfolio: Portfolio
  request: ReceiptRequest
  filter: Filter
}

type Random = () => number

function pick<Value>(random: Random, values: readonly Value[]): Value {
  return values[Math.floor(random() * values.length)] as Value
}

/** The filter of a period; everything when both days are null. */
export function periodFilter(start: string | null, end: string | null): Filter {
  // Only the period matters: the currency is that of the portfolio.
  return {
    settings: { period: { name: null, start_date: start, end_date: end } },
    filters: {},
  } as unknown as Filter
}

function drawPeriod(random: Random, { firstDay, lastDay }: PortfolioSnapshot): Filter {
  if (random() < 0.3) return periodFilter(null, null)
  const from = firstDay + 1 + Math.floor(random() * (lastDay - firstDay))
  const to = random() < 0.4 ? lastDay : from + Math.floor(random() * (lastDay - from + 1))
  return periodFilter(toIsoDate(from), toIsoDate(to))
}

/** A random figure of the whole portfolio or of a position. */
function drawCase(random: Random, name: string, portfolio: Portfolio): ReceiptCase {
  const { snapshot } = portfolio
  const isScope = random() < 0.25
  const id = snapshot.positions.keys[Math.floor(random() * snapshot.positions.count)]
  const subject: Subject = isScope || id === undefined ? { kind: 'portfolio' } : { kind: 'position', id }
  const figure = subject.kind === 'portfolio' ? pick(random, SCOPE_FIGURES) : pick(random, POSITION_FIGURES)
  const view = subject.kind === 'position' && random() < 0.4 ? 'original' : 'calculated'
  return {
    name,
    portfolio,
    request: { subject, figure, view, strategies: [], assumed: null, benchmark: null },
    filter: drawPeriod(random, snapshot),
  }
}

const currencies = ['CHF', 'EUR', 'USD', 'JPY'] as const

/** Random figures of the families of the demo. */
export function* demoCases(random: Random, count: number): Generator<ReceiptCase> {
  const world = generateDemo(parseDay('2026-11-17'))
  const market = engineMarket(world)
  const portfolios = world.families.flatMap(({ key, baseCurrency }, place) => {
    const snapshot = demoSnapshot(world, market, key)
    const others = currencies.filter(currency => currency !== baseCurrency && market.rates.has(currency))
    return [baseCurrency, ...others.slice(0, 1)].map((currency, index) =>
      openTestPortfolio(snapshot, currency, (place + index) % 2 === 0 ? 'en-US' : 'de'),
    )
  })
  for (let made = 0; made < count; made += 1) yield drawCase(random, `demo ${made}`, pick(random, portfolios))
}

const figuresPerLedger = 12

/** Random figures of random ledgers. */
export function* randomCases(random: Random, count: number): Generator<ReceiptCase> {
  for (let made = 0; made < count; ) {
    const seed = Math.floor(random() * 2 ** 31)
    const world = generateWorld({
      seed,
      days: random() < 0.2 ? 420 : 18,
      transactions: 26,
      isTimed: random() < 0.5,
      hasGaps: random() < 0.3,
    })
    const snapshot = buildSnapshot(world.ledger, generatedMarket(world), world.lastDay)
    const portfolio = openTestPortfolio(
      snapshot,
      pick(random, ['CHF', 'EUR', 'USD']),
      random() < 0.5 ? 'de' : 'en-US',
    )
    for (let turn = 0; turn < figuresPerLedger && made < count; turn += 1, made += 1)
      yield drawCase(random, `ledger ${seed}`, portfolio)
  }
}
