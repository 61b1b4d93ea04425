import { crossRate, currencyUnit, parseDay } from '@plumbline/engine'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import type { TransactionRow } from '../../snapshots/facts.store.ts'
import type { NearTransaction } from './causes/difference.ts'
import type { Change } from './causes/explanation.ts'
import { type BreakGroup, findCauses, type Proposal } from './causes/find-causes.ts'
import { type ComparedLine, type Comparison, compareStatement, type Tolerance } from './compare-statement.ts'
import { listLedgerLines } from './ledger-lines.ts'
import type { DayStatement } from './merge-statements.ts'
import { type QuotationUnits, toQuotationUnit } from './minor-units.ts'
import { type KnownInstrument, nearTransactions, readDifference } from './statement-difference.ts'

export interface ReconciledAccount {
  id: string
  currency: string
  tolerance: Tolerance
  /** Newest first. */
  statements: DayStatement[]
}

export interface ReconciliationInput {
  account: ReconciledAccount
  /** Other accounts of the family with a statement of the same day, where a transaction may have gone by mistake. */
  others: ReconciledAccount[]
  /** Transactions of the family around the statement. */
  transactions: TransactionRow[]
  /** Securities that the statement names, by the key of its line. */
  known: Record<string, KnownInstrument>
}

export interface ComparedStatement extends Comparison {
  account: string
  date: string
  breaksCount: number
  /** The date since which each line differs, by its key. */
  since: Record<string, string>
}

export interface ReconciliationResult {
  statements: ComparedStatement[]
  /** Causes of the newest statement. */
  groups: BreakGroup[]
  units: QuotationUnits
}

/** Compares the statements of an account with the ledger on their day, newest first, and finds causes. */
export const reconciliationQuery = defineQuery(
  'reconciliation',
  (portfolio, input: ReconciliationInput): ReconciliationResult => {
    const { account, transactions } = input
    if (!portfolio.view.accounts.includes(account.id)) return { statements: [], groups: [], units: {} }
    const near = nearTransactions(portfolio, transactions)
    const statements = compareAll(portfolio, account, near)
    const [newest] = statements
    const [stated, previous] = account.statements
    if (!newest || !stated || newest.breaksCount === 0) return { statements, groups: [], units: {} }
    const difference = readDifference(portfolio, {
      account: account.id,
      date: newest.date,
      previous: previous?.date ?? null,
      lines: newest.lines,
      statesHoldings: stated.coverage.holdings,
      transactions: markDisputed(portfolio, input, near),
      known: input.known,
    })
    const units = listUnits(portfolio, input.known)
    const groups = withoutTolerated(findCauses(difference), newest)
    return { statements, groups: groups.map(group => inQuotationUnits(group, units)), units }
  },
)

function listUnits({ snapshot }: Portfolio, known: ReconciliationInput['known']): QuotationUnits {
  return Object.fromEntries(
    [...Object.values(known), ...snapshot.instruments].flatMap(({ id, currency }) =>
      currencyUnit(currency).currency === currency ? [] : [[id, currency]],
    ),
  )
}

/** Causes are found in major currencies; the ledger keeps prices in the unit of the instrument. */
function inQuotationUnits({ lines, proposals }: BreakGroup, units: QuotationUnits): BreakGroup {
  const inUnit = (change: Change): Change =>
    change.action === 'add' ? { ...change, facts: toQuotationUnit(change.facts, units) } : change
  return { lines, proposals: proposals.map(each => ({ ...each, changes: each.changes.map(inUnit) })) }
}

export function compareAll(
  portfolio: Portfolio,
  account: ReconciledAccount,
  near: readonly NearTransaction[],
): ComparedStatement[] {
  return addSince(account.statements.map(statement => compareOnDay(portfolio, account, statement, near)))
}

function compareOnDay(
  portfolio: Portfolio,
  { id, currency, tolerance }: ReconciledAccount,
  { date, lines, coverage }: DayStatement,
  near: readonly NearTransaction[],
): ComparedStatement {
  const day = parseDay(date)
  const own = near.filter(each => each.account === id)
  const ledger = listLedgerLines(portfolio, { account: id, currency, date }, own)
  const { snapshot } = portfolio
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const rateFrom = (from: string) => crossRate(market, from, currency, Math.min(day, portfolio.view.asOf))
  const compare = compareStatement(ledger, { lines, coverage }, tolerance, rateFrom)
  return {
    ...compare,
    account: id,
    date,
    breaksCount: compare.lines.filter(isBreak).length,
    since: {},
  }
}

export function isBreak({ cause, isWithinTolerance }: ComparedLine): boolean {
  return cause !== null && !isWithinTolerance
}

/** The sum of absolute breaks. */
export function sumBreaks({ lines }: Pick<Comparison, 'lines'>): number {
  return lines.filter(isBreak).reduce((sum, { breakValue }) => sum + Math.abs(breakValue ?? 0), 0)
}

/** Whether the differences are larger than before. Half a cent is rounding. */
export function isWorse(after: ComparedStatement, before: ComparedStatement): boolean {
  return sumBreaks(after) > sumBreaks(before) + 0.005
}

/** Leaves out proposals after which the differences would be larger. Groups without any stay, unexplained. */
export async function dropWorsening(
  groups: readonly BreakGroup[],
  before: ComparedStatement,
  compareWith: (changes: readonly Change[]) => Promise<ComparedStatement>,
): Promise<BreakGroup[]> {
  const kept: BreakGroup[] = []
  for (const { lines, proposals } of groups) {
    const helpful: Proposal[] = []
    for (const proposal of proposals)
      if (proposal.changes.length === 0 || !isWorse(await compareWith(proposal.changes), before))
        helpful.push(proposal)
    kept.push({ lines, proposals: helpful })
  }
  return kept
}

/** Groups without a break, such as trades that settle later, need no fix. */
function withoutTolerated(groups: readonly BreakGroup[], { lines }: ComparedStatement): BreakGroup[] {
  const broken = new Set(lines.filter(isBreak).map(({ key }) => key))
  return groups.filter(group => group.lines.some(key => broken.has(key)))
}

/** Marks the transactions of other accounts that their own statement disagrees with. */
function markDisputed(
  portfolio: Portfolio,
  { others, account }: ReconciliationInput,
  near: readonly NearTransaction[],
): NearTransaction[] {
  const compared = new Map(
    others
      .filter(({ id }) => id !== account.id && portfolio.view.accounts.includes(id))
      .map(other => [other.id, compareAll(portfolio, other, near)[0]]),
  )
  return near.map(each => {
    const statement = compared.get(each.account)
    if (!statement) return each
    const isDisputed = statement.lines.some(line => {
      const change = (line.stated?.quantity ?? 0) - (line.ledger?.quantity ?? 0)
      const isCashLine = line.ledger ? line.ledger.instrument === null : line.stated?.isin === null
      const moved =
        each.instrument === null || each.units === 0
          ? isCashLine
            ? (each.cash[line.ledger?.currency ?? ''] ?? 0)
            : 0
          : line.ledger?.instrument === each.instrument
            ? each.units
            : 0
      return moved !== 0 && Math.abs(change + moved) < 0.005
    })
    return { ...each, isDisputed }
  })
}

/** A line differs since the oldest of the consecutive statements that show the difference. */
function addSince(statements: ComparedStatement[]): ComparedStatement[] {
  return statements.map((statement, place) => ({
    ...statement,
    since: Object.fromEntries(
      statement.lines.filter(isBreak).map(({ key }) => {
        let since = statement.date
        for (const older of statements.slice(place + 1)) {
          if (!older.lines.some(line => line.key === key && isBreak(line))) break
          since = older.date
        }
        return [key, since]
      }),
    ),
  }))
}
