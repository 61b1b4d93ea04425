import { type Coverage, isCash, readCoverage, type StatedLine } from './compare-statement.ts'
import { toMajorUnits } from './minor-units.ts'

/** A statement as it was received. One of the same account, day, source and scope replaces it. */
export interface ReceivedStatement {
  account_id: string
  date: string
  source: string
  /** What it covers: the account, its holdings, its cash, or the cash of one currency. */
  scope: string
  received_at: string
  lines: StatedLine[]
}

/** All statements of an account and a day, side by side. */
export interface DayStatement {
  account_id: string
  date: string
  received_at: string
  lines: StatedLine[]
  coverage: Coverage
  parts: StatementPart[]
}

export interface StatementPart {
  source: string
  scope: string
  received_at: string
  /** False where a later statement covers the same. */
  is_compared: boolean
}

const wholeAccount = 'account'
const holdingsOnly = 'holdings'

/** The scope under which a statement is kept. Cash of several currencies is kept currency by currency. */
export function splitByScope(lines: readonly StatedLine[]): { scope: string; lines: StatedLine[] }[] {
  const { holdings, allCash } = readCoverage(lines)
  if (allCash) return [{ scope: wholeAccount, lines: [...lines] }]
  if (holdings) return [{ scope: holdingsOnly, lines: [...lines] }]
  return [...Map.groupBy(lines, line => line.currency)].map(([scope, own]) => ({ scope, lines: own }))
}

/** Joins the statements of each day, newest day first. Where two cover the same, the one received later counts. */
export function mergeStatements(received: readonly ReceivedStatement[]): DayStatement[] {
  const byDay = Map.groupBy(received, row => row.date)
  return [...byDay]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .flatMap(([date, rows]) => {
      const [first] = rows
      return first ? [mergeDay(first.account_id, date, rows)] : []
    })
}

function mergeDay(account: string, date: string, rows: readonly ReceivedStatement[]): DayStatement {
  const newestFirst = rows.toSorted((a, b) =>
    a.received_at === b.received_at ? (a.scope < b.scope ? -1 : 1) : a.received_at < b.received_at ? 1 : -1,
  )
  const lines: StatedLine[] = []
  const parts: StatementPart[] = []
  const coverage: Coverage = { holdings: false, allCash: false }
  const currencies = new Set<string>()
  // Statements of earlier versions were kept as they were stated.
  for (const row of newestFirst.map(each => ({ ...each, lines: each.lines.map(toMajorUnits) }))) {
    const own = readCoverage(row.lines)
    const holdings = coverage.holdings ? [] : row.lines.filter(line => !isCash(line))
    const cash = coverage.allCash
      ? []
      : row.lines.filter(line => isCash(line) && !currencies.has(line.currency))
    const isCompared = holdings.length + cash.length > 0
    lines.push(...holdings, ...cash)
    coverage.holdings ||= own.holdings
    coverage.allCash ||= own.allCash
    for (const line of cash) currencies.add(line.currency)
    parts.push({
      source: row.source,
      scope: row.scope,
      received_at: row.received_at,
      is_compared: isCompared,
    })
  }
  return { account_id: account, date, received_at: newestFirst[0]?.received_at ?? '', lines, coverage, parts }
}
