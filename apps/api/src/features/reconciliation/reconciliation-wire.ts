import { type contract, type HandlerReply, indexType } from '@plumbline/contract'
import type { Language } from '@plumbline/contract/texts'
import type { TransactionRow } from '../../snapshots/facts.store.ts'
import type { Change } from './causes/explanation.ts'
import type { BreakGroup, Proposal } from './causes/find-causes.ts'
import type { DayStatement } from './merge-statements.ts'
import { fromQuotationUnit, type QuotationUnits } from './minor-units.ts'
import type { PostingRow } from './postings.store.ts'
import { describeReasons } from './proposal-texts.ts'
import { type ComparedStatement, isBreak, type ReconciliationInput } from './reconciliation.query.ts'
import { findUnknown } from './statement-difference.ts'
import type { AccountRow } from './statements.store.ts'

export type ReconciliationReply = HandlerReply<typeof contract.reconciliation.read>['data']
export type Line = ReconciliationReply['lines'][number]
type WireProposal = ReconciliationReply['groups'][number]['proposals'][number]
type WireChange = WireProposal['changes'][number]

/** What the reply about a statement is made of. */
export interface Reconciled {
  account: AccountRow
  day: DayStatement
  /** Newest first; the first is the one that the reply is about. */
  statements: readonly ComparedStatement[]
  groups: readonly BreakGroup[]
  postings: readonly PostingRow[]
  /** Names of instruments and accounts by id. */
  names: ReadonlyMap<string, string>
  known: ReconciliationInput['known']
  units: QuotationUnits
  mayChange: boolean
  mayPost(changes: readonly Change[]): boolean
  language: Language
}

export function wireReconciliation(found: Reconciled, latest: ComparedStatement): ReconciliationReply {
  const { account, day, statements, groups } = found
  const causes = findLineCauses(groups)
  const lines = latest.lines.map(line => ({
    ...wireLine(line, latest, account, causes),
    security: wireSecurity(line, found),
  }))
  return {
    account: { id: account.id, name: account.name },
    family: { id: account.family_id, name: account.family_name },
    // Validated when the account was opened.
    currency: account.currency as ReconciliationReply['currency'],
    statement_date: latest.date,
    received_at: day.received_at,
    statement_value: latest.statementValue,
    ledger_value: latest.ledgerValue,
    break_value: latest.breakValue,
    lines,
    causes: summarizeCauses(lines),
    tolerance: account.tolerance,
    parts: day.parts,
    groups: groups.map(group => ({
      lines: [...group.lines],
      proposals: group.proposals.map(proposal => wireProposal(proposal, found)),
    })),
    postings: found.postings.map(posting => ({
      id: posting.id,
      causes: posting.causes,
      changes_count: posting.changes.length,
      posted_at: new Date(posting.posted_at).toISOString(),
      posted_by:
        posting.posted_by_id === null
          ? null
          : { id: posting.posted_by_id, name: posting.posted_by_name ?? '' },
    })),
    may_change: found.mayChange,
    statements: statements.map(each => ({ date: each.date, breaks_count: each.breaksCount })),
  }
}

/** The most likely cause of each line; a trade before the fee beside it. */
function findLineCauses(groups: readonly BreakGroup[]): Map<string, Line['cause']> {
  const causes = new Map<string, Line['cause']>()
  for (const { proposals } of groups)
    for (const { cause, lines } of proposals[0]?.explanations ?? [])
      for (const key of lines) if (!causes.has(key)) causes.set(key, cause)
  return causes
}

function wireLine(
  line: ComparedStatement['lines'][number],
  statement: ComparedStatement,
  account: AccountRow,
  causes: ReadonlyMap<string, Line['cause']>,
): Omit<Line, 'security'> {
  const { ledger, stated } = line
  return {
    key: line.key,
    position_id: ledger?.positionId ?? null,
    name: ledger?.name ?? stated?.name ?? stated?.currency ?? '',
    isin: ledger?.isin ?? stated?.isin ?? null,
    currency: (ledger?.currency ?? stated?.currency ?? account.currency) as Line['currency'],
    ledger_quantity: ledger?.quantity ?? null,
    statement_quantity: stated?.quantity ?? null,
    ledger_price: ledger?.price ?? null,
    statement_price: stated?.price ?? null,
    ledger_value: line.ledgerValue,
    statement_value: line.statementValue,
    break_value: line.breakValue,
    cause: isBreak(line) ? (causes.get(line.key) ?? line.cause) : line.cause,
    is_within_tolerance: line.isWithinTolerance,
    since: isBreak(line) ? (statement.since[line.key] ?? statement.date) : null,
  }
}

/** What is known of a security that has to be added. */
function wireSecurity(line: ComparedStatement['lines'][number], { known }: Reconciled): Line['security'] {
  const stated = findUnknown(line, known)
  if (!stated) return null
  const { isin, symbol, name, currency, unit, details } = stated
  return {
    name: name ?? isin ?? symbol ?? '',
    isin,
    symbol,
    currency: unit ?? currency,
    instrument_type: details?.type === indexType ? null : (details?.type ?? null),
  }
}

function wireProposal(proposal: Proposal, found: Reconciled): WireProposal {
  const { id, explanations, changes } = proposal
  return {
    id,
    causes: [...new Set(explanations.map(each => each.cause))],
    reasons: describeReasons(
      explanations.flatMap(each => each.reasons),
      found.language,
    ),
    changes: changes.map(change => wireChange(change, found)),
    may_post: changes.length > 0 && found.mayPost(changes),
  }
}

function wireChange(change: Change, { names, units }: Reconciled): WireChange {
  const facts = change.action === 'add' ? change.facts : change.row
  const moved = change.action === 'add' ? Object.values(change.cash) : []
  const corrected = change.action === 'correct' ? change.facts : {}
  const account = corrected.account_id ?? null
  const inCurrency = (text: string | null) => fromQuotationUnit(text, facts.instrument_id, units)
  return {
    action: change.action,
    // Types and currencies come from the ledger or from the statement, which were validated.
    transaction_type: facts.transaction_type as WireChange['transaction_type'],
    date: facts.date,
    new_date: corrected.date ?? null,
    new_account: account === null ? null : { id: account, name: names.get(account) ?? '' },
    name: facts.instrument_id === null ? null : (names.get(facts.instrument_id) ?? null),
    quantity: readQuantity(facts),
    price: numberOrNull(inCurrency(facts.price)),
    fees: Number(facts.fees),
    taxes: Number(facts.taxes),
    currency: facts.currency as WireChange['currency'],
    amount:
      change.action === 'add' ? (moved[0] ?? null) : numberOrNull(facts.net ?? inCurrency(facts.amount)),
  }
}

/** A split shows its new units for one old. */
function readQuantity({
  quantity,
  numerator,
  denominator,
}: Pick<TransactionRow, 'quantity' | 'numerator' | 'denominator'>) {
  if (quantity !== null) return Number(quantity)
  return numerator === null || denominator === null ? null : Number(numerator) / Number(denominator)
}

function numberOrNull(text: string | null): number | null {
  return text === null ? null : Number(text)
}

function summarizeCauses(lines: readonly Line[]): ReconciliationReply['causes'] {
  const byCause = Map.groupBy(
    lines.filter(({ cause }) => cause !== null),
    ({ cause }) => cause,
  )
  return [...byCause].flatMap(([cause, found]) =>
    cause === null
      ? []
      : [
          {
            cause,
            count: found.length,
            value: found.reduce((sum, line) => sum + (line.break_value ?? 0), 0),
          },
        ],
  )
}
