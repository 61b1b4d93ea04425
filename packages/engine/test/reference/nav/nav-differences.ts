import { positionValue, unitsOn } from '../../../src/currency/position-value.ts'
import type { CurrencyView, PortfolioSnapshot } from '../../../src/index.ts'
import { derivedCash } from '../../exact-cash.ts'
import { DERIVED_MARGIN_TOLERANCE, SUM_TOLERANCE } from '../../tolerances.ts'
import type { Num } from '../market-numbers.ts'
import type { Reference } from '../reference.ts'
import type { DailyNav } from './daily-nav.ts'

/** Ledgers up to this length are compared at every close, longer ones where something changes and once a month. */
const EVERY_DAY_UP_TO = 400

function listDays(nav: DailyNav): number[] {
  const { firstDay, lastDay, ledger, quotes } = nav.world
  const all = Array.from({ length: lastDay - firstDay + 1 }, (_, place) => firstDay + place)
  if (all.length <= EVERY_DAY_UP_TO) return all
  const changed = new Set(
    ledger.transactions.flatMap(({ day, exDay = day }) => [exDay, day, day + 1, day - 1]),
  )
  for (const list of quotes.values()) for (const [day] of list.slice(0, 20)) changed.add(day)
  return all.filter(day => changed.has(day) || day % 30 === 0)
}

/** The engine's value of a group of positions at a close: those valued by then. */
function sumValues(
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  positions: readonly number[],
  day: number,
): number {
  let sum = 0
  for (const position of positions)
    if ((view.entryDay[position] ?? 0) <= day) sum += positionValue(snapshot, view, position, day)
  return sum
}

/** Positions by account and instrument, and cash by its key. */
function groupPositions({ positions, accounts, instruments }: PortfolioSnapshot): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  positions.keys.forEach((key, position) => {
    const instrument = instruments[positions.instrument[position] ?? -1]
    const group = instrument ? `${accounts[positions.account[position] ?? -1]?.id}/${instrument.id}` : key
    groups.set(group, [...(groups.get(group) ?? []), position])
  })
  return groups
}

/** The NAV that the engine shows per day, of one account or of all (null). */
export interface ShownNav {
  readonly account: string | null
  readonly firstDay: number
  readonly total: Float64Array
}

/** The values of one close by the reference implementation, compared one by one and summed by account. */
class Close {
  readonly found: string[] = []
  private readonly sums = new Map<string, { total: number; gross: number }>()
  private readonly day: number

  constructor(day: number) {
    this.day = day
  }

  compare(account: string, name: string, ours: number, theirs: number, scale: number): void {
    for (const key of [account, '']) {
      const sum = this.sums.get(key) ?? { total: 0, gross: 1 }
      this.sums.set(key, sum)
      sum.total += theirs
      sum.gross += Math.abs(theirs) + scale
    }
    if (!(Math.abs(ours - theirs) <= SUM_TOLERANCE * (1 + scale)))
      this.found.push(`value of ${name} on day ${this.day}: ${ours} is not ${theirs}`)
  }

  compareSum({ account }: ShownNav, shown: number): void {
    const { total, gross } = this.sums.get(account ?? '') ?? { total: 0, gross: 1 }
    if (!(Math.abs(shown - total) <= SUM_TOLERANCE * gross))
      this.found.push(`NAV of ${account ?? 'all'} on day ${this.day}: ${shown} is not ${total}`)
  }
}

/**
 * Differences between the engine's values and the daily NAV of the reference implementation: of every holding and cash
 * balance at every close, and of their sums as the engine shows them.
 */
export function navDifferences(
  nav: DailyNav,
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
  shown: readonly ShownNav[],
): string[] {
  const target = view.currency ?? ''
  const groups = groupPositions(snapshot)
  const derived = derivedCash(nav.world.ledger)
  const currencies = new Map(nav.world.ledger.instruments.map(({ id, currency }) => [id, currency]))
  const holdings = nav.holdings()
  const cashKeys = nav.cashKeys()
  const unvalued = new Set(
    holdings
      .filter(({ account, instrument }) => nav.hasUnvaluedTrip(account, instrument, target))
      .map(({ account, instrument }) => `${account}/${instrument}`),
  )
  const unknown = new Set(groups.keys())
  for (const { account, instrument } of holdings) unknown.delete(`${account}/${instrument}`)
  for (const key of cashKeys) unknown.delete(key)
  return listDays(nav).flatMap(day => {
    const close = new Close(day - nav.world.firstDay)
    const rates = new Map<string, Num | null>()
    const rateFrom = (currency: string): Num | null => {
      const known = rates.get(currency)
      const rate = known === undefined ? nav.rateOn(currency, target, day) : known
      rates.set(currency, rate)
      return rate
    }
    const shownValue = (key: string): number => sumValues(snapshot, view, groups.get(key) ?? [], day)
    for (const { account, instrument } of holdings) {
      const rate = rateFrom(currencies.get(instrument) ?? '')
      const found = nav.valueOn(account, instrument, day)
      const key = `${account}/${instrument}`
      const isUnvalued = unvalued.has(key)
      const shown = shownValue(key)
      const isZero = !found || !rate || found.value.isZero()
      const theirs = isUnvalued ? shown : isZero ? 0 : found.value.mul(rate).toNumber()
      close.compare(account, key, shown, theirs, found?.gross ?? 0)
    }
    for (const key of cashKeys) {
      const [, account = '', currency = ''] = key.split(':')
      const balance = nav.cashOn(key, day)
      const [position] = groups.get(key) ?? []
      const units = position === undefined ? 0 : unitsOn(snapshot, position, day)
      // Derived margin is rounded to eight decimals every day.
      const isSame = derived.has(key)
        ? Math.abs(units - balance.toNumber()) <= DERIVED_MARGIN_TOLERANCE + SUM_TOLERANCE * Math.abs(units)
        : units === balance.toNumber()
      if (!isSame)
        close.found.push(`balance of ${key} on day ${day - nav.world.firstDay}: ${units} is not ${balance}`)
      const rate = rateFrom(currency)
      const theirs = rate ? balance.mul(rate).toNumber() : 0
      close.compare(account, key, shownValue(key), theirs, Math.abs(theirs) + (derived.has(key) ? 1e3 : 0))
    }
    for (const key of unknown) close.compare('', key, shownValue(key), 0, 0)
    for (const series of shown) close.compareSum(series, series.total[day - series.firstDay] ?? Number.NaN)
    return close.found
  })
}

/** Differences between the values of single positions at every close. */
export function positionValueDifferences(
  reference: Reference,
  snapshot: PortfolioSnapshot,
  view: CurrencyView,
): string[] {
  const { firstDay, lastDay } = reference.period
  const found: string[] = []
  for (const [index, position] of reference.positions.entries()) {
    const turnover = position.events.reduce((sum, { posted }) => sum + Math.abs(posted.toNumber()), 0)
    const isLong = lastDay - firstDay > EVERY_DAY_UP_TO
    for (let day = firstDay; day <= lastDay; day += isLong ? 30 : 1) {
      const ours = sumValues(snapshot, view, [index], day)
      const theirs = reference.valueOn(position, day).toNumber()
      const scale = 1 + turnover + Math.abs(theirs)
      if (!(Math.abs(ours - theirs) <= SUM_TOLERANCE * scale)) {
        found.push(`value of position ${position.key} on day ${day - firstDay}: ${ours} is not ${theirs}`)
        break
      }
    }
  }
  return found
}
