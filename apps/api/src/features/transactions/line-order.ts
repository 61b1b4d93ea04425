import type { Transaction, transactionFieldNames } from '@plumbline/contract'
import { type LineShare, ledgerLines } from '../../figures/ledger-lines.ts'
import { collatorIn } from '../../figures/order.ts'
import type { Portfolio } from '../../queries/query.ts'
import { lineMoney, lineType, wireTransaction } from './transaction-row.ts'

type Field = (typeof transactionFieldNames)[number]
type Key = string | number | null

/**
 * Sorts lines by a field, missing values last, ties in ledger order: a total order, so that pages concatenate
 * to the list. Texts are ranked once, since locale comparison is expensive.
 */
export function sortLines(
  portfolio: Portfolio,
  lines: readonly LineShare[],
  orderBy: string,
  rates: Float64Array,
): LineShare[] {
  const isDescending = orderBy.startsWith('-')
  // The contract admits only transaction fields, with or without a minus.
  const field = (isDescending ? orderBy.slice(1) : orderBy) as Field
  const ranks =
    field === 'date'
      ? readDays(portfolio, lines)
      : rankKeys(lines.map(keyReader(portfolio, field, rates)), portfolio.view.language)
  // The ledger of a family is sorted by date already, the most frequent order.
  if (isAscending(ranks)) return isDescending ? lines.toReversed() : [...lines]
  if (field === 'date') {
    const sorted = sortByDay(lines, ranks)
    return isDescending ? sorted.reverse() : sorted
  }
  const order = Uint32Array.from(lines.keys())
  order.sort((a, b) => {
    const first = ranks[a] as number
    const second = ranks[b] as number
    const isFirstMissing = Number.isNaN(first)
    if (isFirstMissing !== Number.isNaN(second)) return isFirstMissing ? 1 : -1
    const difference = isFirstMissing || first === second ? a - b : first - second
    return isDescending ? -difference : difference
  })
  return Array.from(order, place => lines[place] as LineShare)
}

/** The most frequent order, of numbers that are never missing. */
function readDays(portfolio: Portfolio, lines: readonly LineShare[]): Float64Array {
  const { day } = portfolio.metadata.ledger
  const { transaction } = ledgerLines(portfolio)
  const days = new Float64Array(lines.length)
  lines.forEach(({ line }, place) => {
    days[place] = day[transaction[line] ?? 0] ?? Number.NaN
  })
  return days
}

/** A counting sort: the lines of all families are those of one after the other. Lines of one day keep their order. */
function sortByDay(lines: readonly LineShare[], days: Float64Array): LineShare[] {
  const first = days.reduce((least, day) => Math.min(least, day), Number.POSITIVE_INFINITY)
  const last = days.reduce((most, day) => Math.max(most, day), first)
  const next = new Uint32Array(last - first + 2)
  for (const day of days) next[day - first + 1] = (next[day - first + 1] ?? 0) + 1
  for (let day = 1; day < next.length; day += 1) next[day] = (next[day] ?? 0) + (next[day - 1] ?? 0)
  const sorted: LineShare[] = [...lines]
  lines.forEach((line, place) => {
    const day = (days[place] ?? first) - first
    sorted[next[day] ?? 0] = line
    next[day] = (next[day] ?? 0) + 1
  })
  return sorted
}

/** False if a value is missing, since NaN compares with nothing. */
function isAscending(ranks: Float64Array): boolean {
  for (let place = 1; place < ranks.length; place += 1)
    if (!((ranks[place] as number) >= (ranks[place - 1] as number))) return false
  return true
}

/** Reads sort keys; the most frequent ones without building the whole row. */
function keyReader(portfolio: Portfolio, field: Field, rates: Float64Array): (line: LineShare) => Key {
  const { snapshot, metadata } = portfolio
  const lines = ledgerLines(portfolio)
  const transactionAt = ({ line }: LineShare) => lines.transaction[line] ?? 0
  const partAt = ({ line }: LineShare) => lines.part[line] ?? 0
  const money = (line: LineShare) => lineMoney(portfolio, transactionAt(line), partAt(line), line.isNet)
  const known = (value: number) => (Number.isNaN(value) ? null : value)
  const readers: Partial<Record<Field, (line: LineShare) => Key>> = {
    name: line =>
      snapshot.instruments[metadata.ledger.instrument[transactionAt(line)] ?? -1]?.name ?? rowName(line),
    transaction_type: line => lineType(portfolio, transactionAt(line), partAt(line)),
    original_amount: line => known(money(line).amount * line.share),
    original_fees: line => money(line).fees * line.share,
    calculated_amount: line =>
      known(money(line).settled * line.share * (rates[transactionAt(line)] ?? Number.NaN)),
  }
  const rowName = (line: LineShare) => wireTransaction(portfolio, line, rates).name
  return readers[field] ?? (line => sortKey(wireTransaction(portfolio, line, rates)[field]))
}

function sortKey(value: Transaction[Field]): Key {
  return typeof value === 'object' && value !== null ? value.name : value
}

/** Keys as sortable numbers; NaN for missing values. */
function rankKeys(keys: readonly Key[], language: string): Float64Array {
  const texts = new Set(keys.filter(key => typeof key === 'string'))
  const ranked = new Map([...texts].sort(collatorIn(language).compare).map((text, rank) => [text, rank]))
  return Float64Array.from(keys, key =>
    key === null ? Number.NaN : typeof key === 'number' ? key : (ranked.get(key) ?? Number.NaN),
  )
}
