import type { Transaction, transactionFieldNames } from '@plumbline/contract'
import { type LineShare, ledgerLines } from '../../figures/ledger-lines.ts'
import { collatorIn } from '../../figures/order.ts'
import type { Portfolio } from '../../queries/query.ts'
import { moneyOfLine, typeOfLine, wireTransaction } from './transaction-row.ts'

type Field = (typeof transactionFieldNames)[number]
type Key = string | number | null

/**
 * Lines by a field, what is missing last and ties in the order of the ledger: a total order, so that pages
 * concatenate to the list. Texts are ranked once, since comparing them as people do is dear.
 */
export function inLineOrder(
  portfolio: Portfolio,
  lines: readonly LineShare[],
  orderBy: string,
  rates: Float64Array,
): LineShare[] {
  const isDescending = orderBy.startsWith('-')
  // The contract admits the fields of a transaction only, each with or without a minus.
  const field = (isDescending ? orderBy.slice(1) : orderBy) as Field
  const ranks = ranksOf(lines.map(keyReader(portfolio, field, rates)), portfolio.view.language)
  // By date, which is asked for most, the ledger is in order already.
  if (isAscending(ranks)) return isDescending ? lines.toReversed() : [...lines]
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

/** False where anything is missing: nothing is above or below it. */
function isAscending(ranks: Float64Array): boolean {
  for (let place = 1; place < ranks.length; place += 1)
    if (!((ranks[place] as number) >= (ranks[place - 1] as number))) return false
  return true
}

/** Reads what lines are ordered by. What is asked for most is read without making the whole row. */
function keyReader(portfolio: Portfolio, field: Field, rates: Float64Array): (line: LineShare) => Key {
  const { snapshot, names } = portfolio
  const lines = ledgerLines(portfolio)
  const placeOf = ({ line }: LineShare) => lines.transaction[line] ?? 0
  const partOf = ({ line }: LineShare) => lines.part[line] ?? 0
  const money = (line: LineShare) => moneyOfLine(portfolio, placeOf(line), partOf(line))
  const known = (value: number) => (Number.isNaN(value) ? null : value)
  const readers: Partial<Record<Field, (line: LineShare) => Key>> = {
    date: line => names.ledger.day[placeOf(line)] ?? null,
    name: line => snapshot.instruments[names.ledger.instrument[placeOf(line)] ?? -1]?.name ?? rowName(line),
    transaction_type: line => typeOfLine(portfolio, placeOf(line), partOf(line)),
    original_amount: line => known(money(line).amount * line.share),
    original_fees: line => money(line).fees * line.share,
    calculated_amount: line => known(money(line).settled * line.share * (rates[placeOf(line)] ?? Number.NaN)),
  }
  const rowName = (line: LineShare) => wireTransaction(portfolio, line, rates).name
  return readers[field] ?? (line => keyOf(wireTransaction(portfolio, line, rates)[field]))
}

/** Of something named its name. */
function keyOf(value: Transaction[Field]): Key {
  return typeof value === 'object' && value !== null ? value.name : value
}

/** Keys as numbers in their order; NaN for what is missing. */
function ranksOf(keys: readonly Key[], language: string): Float64Array {
  const texts = new Set(keys.filter(key => typeof key === 'string'))
  const ranked = new Map([...texts].sort(collatorIn(language).compare).map((text, rank) => [text, rank]))
  return Float64Array.from(keys, key =>
    key === null ? Number.NaN : typeof key === 'number' ? key : (ranked.get(key) ?? Number.NaN),
  )
}
