import { buildSnapshot, type Ledger, type Market, toIsoDate } from '@plumbline/engine'
import type { Change } from '../../features/reconciliation/causes/explanation.ts'
import type { Proposal } from '../../features/reconciliation/causes/find-causes.ts'
import type { Coverage, StatedLine } from '../../features/reconciliation/compare-statement.ts'
import { readCoverage } from '../../features/reconciliation/compare-statement.ts'
import { listLedgerLines } from '../../features/reconciliation/ledger-lines.ts'
import {
  dropWorsening,
  isBreak,
  type ReconciliationResult,
  reconciliationQuery,
  sumBreaks,
} from '../../features/reconciliation/reconciliation.query.ts'
import type { TransactionRow } from '../../snapshots/facts.store.ts'
import { isPlanted } from '../access/sizes.ts'
import { openTestPortfolio } from '../test-portfolio.ts'
import { applyChanges, withRows } from './ledger-portfolio.ts'

/** A ledger with its market, and the account and day of a statement. */
export interface StatementWorld {
  ledger: Ledger
  market: Market
  lastDay: number
  account: string
  currency: string
  day: number
  /** The day of the statement before. */
  previousDay: number | null
}

/** A statement of a day. What it covers follows from its lines, unless it is stated. */
export interface Stated {
  day: number
  lines: StatedLine[]
  coverage?: Coverage
}

const tolerance = { price: 0.001, rate: 0.0005, accrued_interest: 10 }
const noFilter = { settings: {}, filters: {} } as never

/** What a custodian would state if these rows were the truth. */
export function stateLines(
  world: StatementWorld,
  rows: readonly TransactionRow[],
  day: number,
): StatedLine[] {
  const { ledger, market, lastDay, account, currency } = world
  const portfolio = openTestPortfolio(buildSnapshot(withRows(ledger, rows), market, lastDay), currency)
  return listLedgerLines(portfolio, { account, currency, date: toIsoDate(day) }, []).map(line => ({
    isin: line.instrument,
    symbol: null,
    name: line.instrument === null ? null : line.name,
    currency: line.currency,
    quantity: line.instrument === null ? Math.round(line.quantity * 100) / 100 + 0 : line.quantity,
    price: line.price,
    // Contracts and pools are worth something else than quantity times price.
    value: line.instrument === null ? null : line.ownValue,
    valueCurrency: line.currency,
    accrued: null,
  }))
}

/** Compares a statement with the ledger of these rows. ISINs of these worlds are the ids of their instruments. */
export function reconcile(
  world: StatementWorld,
  rows: readonly TransactionRow[],
  stated: readonly Stated[],
): ReconciliationResult {
  const { market, lastDay, account, currency } = world
  const ledger = {
    ...world.ledger,
    instruments: world.ledger.instruments.map(each => ({ ...each, isin: each.id })),
  }
  const portfolio = openTestPortfolio(buildSnapshot(withRows(ledger, rows), market, lastDay), currency)
  const known = Object.fromEntries(
    ledger.instruments.map(each => [
      `${each.id}/${each.currency}`,
      {
        id: each.id,
        instrument_type: each.type,
        contract_size: each.contractSize ?? 1,
        currency: each.currency,
      },
    ]),
  )
  const statements = stated.map(({ day, lines, coverage }) => ({
    account_id: account,
    date: toIsoDate(day),
    received_at: '2026-01-01T00:00:00.000Z',
    lines,
    coverage: coverage ?? readCoverage(lines),
    parts: [],
  }))
  const input = {
    account: { id: account, currency, tolerance, statements },
    others: [],
    transactions: rows.filter(row => row.date >= toIsoDate(world.day - 400)),
    known,
  }
  return reconciliationQuery.compute(portfolio, input, noFilter)
}

export interface Outcome {
  /** The causes of the first proposals, null if the ledger agreed already. */
  causes: string[] | null
  isRestored: boolean
  /** First proposals that were left out, since they would make the differences larger. */
  dropped: string[]
  sumBefore: number
  sumAfter: number
  left: string[]
}

/** Makes the first proposal of every group that the server offers and compares again. */
export async function fixOnce(
  world: StatementWorld,
  rows: readonly TransactionRow[],
  stated: readonly Stated[],
): Promise<Outcome> {
  const { statements, groups } = reconcile(world, rows, stated)
  const [before] = statements
  const agrees = { causes: null, isRestored: true, dropped: [], sumBefore: 0, sumAfter: 0, left: [] }
  if (!before || before.breaksCount === 0) return agrees
  const compareWith = async (changes: readonly Change[]) =>
    reconcile(world, applyChanges(rows, changes), stated).statements[0] ?? before
  const offered = await dropWorsening(groups, before, compareWith)
  const first = offered.flatMap(({ proposals }) => proposals[0] ?? [])
  const changes = first.flatMap(each => each.changes)
  const after = await compareWith(isPlanted ? [...changes, ...changes] : changes)
  const lost = groups.flatMap(({ proposals }, place) =>
    proposals[0] && proposals[0] !== offered[place]?.proposals[0] ? [proposals[0]] : [],
  )
  return {
    causes: listCauses(first),
    isRestored: after.breaksCount === 0,
    dropped: listCauses(lost),
    sumBefore: sumBreaks(before),
    sumAfter: sumBreaks(after),
    left: after.lines.filter(isBreak).map(line => {
      const { ledger, stated: theirs, cause, breakValue } = line
      return `${line.key} ${cause} ${ledger?.quantity} ${theirs?.quantity} ${ledger?.price} ${theirs?.price} ${breakValue}`
    }),
  }
}

function listCauses(proposals: readonly Proposal[]): string[] {
  return proposals.flatMap(({ explanations }) => explanations.map(({ cause }) => cause))
}
