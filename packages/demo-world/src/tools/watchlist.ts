import { type Day, toIsoDate } from '@plumbline/engine'
import { decimalText, roundTo, scaled } from '../decimals.ts'
import { axisIndex } from '../market/axis.ts'
import type { DemoMarket } from '../market/market.ts'

export interface WorldTicker {
  readonly user: string
  readonly instrument: string
  readonly note: string | null
  readonly targets: readonly WorldTarget[]
}

export interface WorldTarget {
  readonly price: string
  readonly direction: 'above' | 'below'
  readonly note: string
  readonly notify: boolean
  /** UTC, or null while it is not reached. */
  readonly reachedAt: string | null
}

/** How far targets are from the present price: some are almost reached. */
const watched: readonly (readonly [
  instrument: string,
  note: string | null,
  buy: number | null,
  sell: number | null,
])[] = [
  ['KIES', 'Sold in autumn. Buy back lower?', -0.022, 0.14],
  ['JADE', null, -0.16, 0.031],
  ['LITH', 'Half of it goes at the next high', -0.11, 0.045],
  ['CASC', null, -0.048, null],
  ['HAVB', null, -0.13, 0.058],
  ['VALD', null, -0.036, 0.18],
  ['BTC', null, -0.15, 0.21],
  ['US500', 'For the next insurance', -0.07, null],
]

const ofTheAdviser: typeof watched = [
  ['GLAC', null, -0.031, 0.09],
  ['KONT', null, -0.052, 0.027],
  ['TWLD', null, -0.1, null],
]

/** Two and a half digits: 176.2 becomes 175, 884.6 becomes 885. */
function round(price: number): number {
  const step = 10 ** (Math.floor(Math.log10(price)) - 2) * 5
  return roundTo(Math.round(price / step) * step, 4)
}

const lookBackDays = 90

/** A target that was reached in the last months: a little below the highest close, on the first day above it. */
function reachedTarget(market: DemoMarket, instrument: string): WorldTarget | null {
  const closes = market.findCloses(instrument)
  const last = axisIndex(market.axis, market.asOf)
  const first = axisIndex(market.axis, market.asOf - lookBackDays)
  const highest = Math.max(...closes.subarray(first, last - 4))
  const price = round(highest * 0.985)
  const place = closes.findIndex((close, index) => index > first && close >= price)
  const day: Day | undefined = market.axis.days[place]
  if (day === undefined || place >= last || (closes[first] ?? 0) >= price) return null
  return {
    price: String(price),
    direction: 'above',
    note: 'Sell',
    notify: true,
    reachedAt: `${toIsoDate(day)}T21:45:00Z`,
  }
}

function targetsFor(
  market: DemoMarket,
  instrument: string,
  buy: number | null,
  sell: number | null,
): WorldTarget[] {
  const price = market.close(instrument, market.asOf)
  const { priceDecimals } = market.fact(instrument)
  const at = (distance: number): string => {
    const exact = price * (1 + distance)
    // Rounding must not carry a near target past the price.
    const rounded = round(exact)
    const isFair = Math.sign(rounded - price) === Math.sign(distance)
    return String(Number(decimalText(scaled(isFair ? rounded : roundTo(exact, priceDecimals), 4))))
  }
  const common = { notify: true, reachedAt: null }
  const reached = sell === null ? null : reachedTarget(market, instrument)
  return [
    ...(buy === null ? [] : [{ ...common, price: at(buy), direction: 'below' as const, note: 'Buy' }]),
    ...(sell === null ? [] : [{ ...common, price: at(sell), direction: 'above' as const, note: 'Sell' }]),
    ...(reached && reached.price !== at(sell ?? 0) ? [reached] : []),
  ]
}

export function buildWatchlists(market: DemoMarket): WorldTicker[] {
  const list = (user: string, rows: typeof watched): WorldTicker[] =>
    rows.map(([instrument, note, buy, sell]) => ({
      user,
      instrument,
      note,
      targets: targetsFor(market, instrument, buy, sell),
    }))
  return [...list('investor', watched), ...list('demo', watched), ...list('adviser', ofTheAdviser)]
}
