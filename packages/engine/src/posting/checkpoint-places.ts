import type { Day } from '../calendar/day.ts'
import type { Transaction } from '../ledger/ledger.ts'

/** Days on which the state depends on a later transaction: from `from` to the day before `to`. */
export interface Span {
  readonly from: Day
  readonly to: Day
}

/** An item to post: its day, and the transactions it comes from. */
interface DatedItem {
  readonly day: Day
  readonly entry: { readonly transaction: Transaction }
  readonly partner: { readonly transaction: Transaction } | null
}

interface PlaceFacts {
  readonly ledger: { readonly transactions: readonly Transaction[] }
  readonly lastDay: Day
  readonly start: { readonly checkpoint: { readonly transactions: number } } | null
}

/** Transactions after a checkpoint, at least: a change is mostly recent, but may be of any day. */
const RECENT = [0, 32, 256, 2048]
const SHARES = [0.25, 0.5]

/** The numbers of transactions that should come after the checkpoints of a ledger. */
export function checkpointDistances(transactions: number): number[] {
  return [...RECENT, ...SHARES.map(share => Math.ceil(transactions * share))].sort((a, b) => a - b)
}

/** An item that is posted on another day than its transactions spans the days between. */
function spanItem({ day, entry, partner }: DatedItem): Span {
  const days = [day, entry.transaction.day, partner?.transaction.day ?? day]
  return { from: Math.min(...days), to: Math.max(...days) }
}

/** Spans that do not touch each other, the last first. */
function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const span of spans.filter(({ from, to }) => to > from).sort((a, b) => b.to - a.to)) {
    const last = merged.at(-1)
    if (last && span.to >= last.from)
      merged[merged.length - 1] = { from: Math.min(span.from, last.from), to: last.to }
    else merged.push(span)
  }
  return merged
}

/**
 * Chooses the days after which the state is saved, and per day the number of transactions until then. Transactions are in
 * the order of their days.
 */
export function findCheckpointPlaces(
  items: readonly DatedItem[],
  spans: readonly Span[],
  { ledger: { transactions }, lastDay, start }: PlaceFacts,
): Map<Day, number> {
  const places = new Map<Day, number>()
  const first = start?.checkpoint.transactions ?? 0
  const distances = checkpointDistances(first + transactions.length)
  const blocked = mergeSpans([...spans, ...items.map(spanItem)])
  let until = transactions.length
  let block = 0
  let next = 0
  for (let place = items.length - 1; place >= 0 && next < distances.length; place -= 1) {
    const day = items[place]?.day ?? 0
    if (day > lastDay || items[place + 1]?.day === day) continue
    while (until > 0 && (transactions[until - 1]?.day ?? day) > day) until -= 1
    while ((blocked[block]?.from ?? day) > day) block += 1
    if ((blocked[block]?.to ?? day) > day) continue
    while (next < distances.length && transactions.length - until >= (distances[next] ?? 0)) {
      places.set(day, first + until)
      next += 1
    }
  }
  return places
}
