import type { NotificationKind, NotificationTarget } from '@plumbline/contract'
import { addMonths, type Day, dateParts, dayFromParts, toIsoDate } from '@plumbline/engine'
import { on, tradingDayBefore } from '../calendar.ts'
import type { DemoMarket } from '../market/market.ts'
import type { WorldEvent } from './events.ts'
import type { WorldTicker } from './watchlist.ts'

export interface WorldNotification {
  readonly user: string
  /** Name of the rule that caused it. */
  readonly task: string | null
  readonly occurrence: string
  readonly kind: NotificationKind
  /** What it is about; the server makes the words when it is read. */
  readonly facts: Readonly<Record<string, unknown>>
  /** What it opens: the name of something in the demo world. */
  readonly target: { readonly kind: NotificationTarget; readonly key: string } | null
  readonly createdAt: string
  readonly isRead: boolean
}

/** Builds notifications of the last weeks, for first-time users. */
export function buildNotifications(
  market: DemoMarket,
  events: readonly WorldEvent[],
  tickers: readonly WorldTicker[],
  held: ReadonlySet<string>,
): WorldNotification[] {
  const { asOf } = market
  const rows = [
    reminder(market, events, held),
    {
      task: 'Data sources',
      occurrence: `granit/${toIsoDate(asOf)}`,
      kind: 'integration_failure' as const,
      facts: {
        about: 'source',
        name: 'Granit Vault',
        message: null,
        details: { trouble: { code: 'key_refused', details: { host: 'Granit Vault', status: '401' } } },
      },
      target: { kind: 'integration' as const, key: 'granit' },
      createdAt: `${toIsoDate(asOf)}T22:05:00Z`,
      isRead: false,
    },
    {
      task: null,
      occurrence: `report/${toIsoDate(asOf)}`,
      kind: 'report_ready' as const,
      facts: { about: 'report', name: 'Quarterly statement', ...lastQuarter(asOf) },
      target: { kind: 'report' as const, key: 'Quarterly statement' },
      createdAt: `${toIsoDate(tradingDayBefore(asOf))}T08:12:00Z`,
      isRead: true,
    },
    ...tickers.filter(({ user }) => user === 'investor').flatMap(ticker => reachedNotes(market, ticker)),
  ]
  return ['investor', 'demo'].flatMap(user => rows.flatMap(row => (row ? [{ ...row, user }] : [])))
}

type Row = Omit<WorldNotification, 'user'>

function lastQuarter(asOf: Day): { from: string; to: string } {
  const { year, month } = dateParts(asOf)
  const first = dayFromParts(year, month - ((month - 1) % 3), 1)
  return { from: toIsoDate(addMonths(first, -3)), to: toIsoDate(first - 1) }
}

/** The next coupon or dividend of something that is held. */
function reminder(market: DemoMarket, events: readonly WorldEvent[], held: ReadonlySet<string>): Row | null {
  const next = events.find(
    ({ type, day, instrument }) =>
      day > market.asOf && (type === 'coupon' || type === 'dividend') && held.has(instrument),
  )
  if (!next) return null
  const fact = market.fact(next.instrument)
  return {
    task: 'Coupons and dividends',
    occurrence: `${next.type}/${fact.key}/${toIsoDate(next.day)}`,
    kind: 'event_reminder',
    facts: {
      about: 'event',
      event: next.type,
      name: fact.name,
      date: toIsoDate(next.day),
      accounts: [],
      money: [],
      isEstimated: false,
    },
    target: { kind: 'event', key: fact.key },
    createdAt: `${toIsoDate(market.asOf)}T22:20:00Z`,
    isRead: false,
  }
}

function reachedNotes(market: DemoMarket, ticker: WorldTicker): Row[] {
  const fact = market.fact(ticker.instrument)
  return ticker.targets
    .filter(({ reachedAt }) => reachedAt !== null)
    .slice(0, 1)
    .map(target => ({
      task: 'Price targets',
      occurrence: `${fact.key}/${target.price}`,
      kind: 'price_target' as const,
      facts: targetFacts(market, fact, target),
      target: { kind: 'ticker' as const, key: fact.key },
      createdAt: target.reachedAt ?? '',
      isRead: true,
    }))
}

function targetFacts(
  market: DemoMarket,
  { key, name, currency }: { key: string; name: string; currency: string },
  { price, direction, reachedAt }: WorldTicker['targets'][number],
) {
  const date = (reachedAt ?? '').slice(0, 10)
  const close = String(market.close(key, on(date)))
  return { about: 'target', direction, name, price: String(price), close, currency, date, note: '' }
}
