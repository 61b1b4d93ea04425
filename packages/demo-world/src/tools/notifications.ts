import type { NotificationKind, NotificationTarget } from '@plumbline/contract'
import { defaultDateFormat, formatDate, formatQuantity } from '@plumbline/contract/format'
import { type Day, toIsoDate } from '@plumbline/engine'
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
  readonly title: string
  readonly text: string
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
      title: 'Granit Vault failed',
      text: `Sign-in refused. Positions are of ${dateOf(tradingDayBefore(asOf))}.`,
      target: { kind: 'integration' as const, key: 'granit' },
      createdAt: `${toIsoDate(asOf)}T22:05:00Z`,
      isRead: false,
    },
    {
      task: null,
      occurrence: `report/${toIsoDate(asOf)}`,
      kind: 'report_ready' as const,
      title: 'Report is ready',
      text: 'Quarterly statement',
      target: { kind: 'report' as const, key: 'Quarterly statement' },
      createdAt: `${toIsoDate(tradingDayBefore(asOf))}T08:12:00Z`,
      isRead: true,
    },
    ...tickers.filter(({ user }) => user === 'investor').flatMap(ticker => reachedNotes(market, ticker)),
  ]
  return ['investor', 'demo'].flatMap(user => rows.flatMap(row => (row ? [{ ...row, user }] : [])))
}

type Row = Omit<WorldNotification, 'user'>

/** Formats as the default settings do. */
const language = 'en-US'

function dateOf(day: Day): string {
  return formatDate(toIsoDate(day), defaultDateFormat, language)
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
    title: next.type === 'coupon' ? 'Coupon ahead' : 'Dividend ahead',
    text: `${fact.name} on ${dateOf(next.day)}`,
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
      title: `${fact.name} rose to ${formatQuantity(Number(target.price), language)} ${fact.currency}`,
      text: closeText(market, fact.key, on((target.reachedAt ?? '').slice(0, 10))),
      target: { kind: 'ticker' as const, key: fact.key },
      createdAt: target.reachedAt ?? '',
      isRead: true,
    }))
}

function closeText(market: DemoMarket, instrument: string, day: Day): string {
  const close = formatQuantity(market.close(instrument, day), language)
  return `Close of ${dateOf(day)}: ${close} ${market.fact(instrument).currency}.`
}
