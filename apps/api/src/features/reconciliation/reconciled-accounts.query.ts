import { type CallReply, type contract, manualCustodian } from '@plumbline/contract'
import { crossRate } from '@plumbline/engine'
import { accountReference, custodianReference } from '../../figures/position-rows.ts'
import { defineQuery } from '../../queries/query.ts'
import { describeBasis, readScope } from '../../queries/query-scope.ts'
import type { TransactionRow } from '../../snapshots/facts.store.ts'
import type { Tolerance } from './compare-statement.ts'
import { mergeStatements, type ReceivedStatement } from './merge-statements.ts'
import { compareAll } from './reconciliation.query.ts'
import { nearTransactions } from './statement-difference.ts'

type Reply = CallReply<typeof contract.reconciliation.list>
export type ReconciledAccounts = Pick<Reply, 'data' | 'basis'>

interface ReconciledAccountsInput {
  statements: ReceivedStatement[]
  /** Transactions that settle after a statement. */
  transactions: TransactionRow[]
  tolerances: (Tolerance & { account_id: string })[]
  /** The family of each account. */
  families: Record<string, { id: string; name: string }>
  /** Whether the caller is staff, who may add statements of custodians. */
  isForStaff: boolean
}

const defaultTolerance: Tolerance = { price: 0.001, rate: 0.0005, accrued_interest: 10 }

/** Every account in scope with its latest statement. Amounts are in the reporting currency. */
export const reconciledAccountsQuery = defineQuery(
  'reconciledAccounts',
  (portfolio, input: ReconciledAccountsInput, filter): ReconciledAccounts => {
    const { statements, transactions, tolerances, families, isForStaff } = input
    const { snapshot, metadata, view } = portfolio
    const scope = readScope(portfolio, filter)
    const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
    const wanted = scope.filter.accounts ?? []
    const custodians = scope.filter.custodians ?? []
    const inScope = view.accounts.filter(
      id =>
        metadata.accounts.has(id) &&
        (wanted.length === 0 || wanted.includes(id)) &&
        (custodians.length === 0 || custodians.includes(metadata.accounts.get(id)?.custodianId ?? '')),
    )
    const byAccount = Map.groupBy(statements, row => row.account_id)
    const near = nearTransactions(portfolio, transactions)
    const rows = inScope.map(id => {
      const currency = metadata.accounts.get(id)?.baseCurrency ?? scope.currency
      const tolerance = tolerances.find(each => each.account_id === id) ?? defaultTolerance
      const own = mergeStatements(byAccount.get(id) ?? [])
      const [latest] = compareAll(portfolio, { id, currency, tolerance, statements: own }, near)
      const rate = crossRate(market, currency, scope.currency, view.asOf)
      const convert = (value: number | null | undefined) =>
        value == null || !Number.isFinite(rate) ? null : value * rate
      const dates = Object.values(latest?.since ?? {}).sort()
      const sources = (own[0]?.parts ?? []).filter(part => part.is_compared).map(part => part.source)
      return {
        account: accountReference(portfolio, id),
        family: families[id] ?? { id: '', name: '' },
        custodian: custodianReference(portfolio, id),
        statement_date: latest?.date ?? null,
        source: sources.length === 0 ? null : [...new Set(sources)].sort().join(', '),
        statement_value: convert(latest?.statementValue),
        ledger_value: convert(latest?.ledgerValue),
        break_value: convert(latest?.breakValue),
        breaks_count: latest?.breaksCount ?? 0,
        oldest_break: dates[0] ?? null,
        may_change: isForStaff || metadata.accounts.get(id)?.custodianId === manualCustodian,
      }
    })
    rows.sort(
      (a, b) =>
        b.breaks_count - a.breaks_count ||
        a.account.name.localeCompare(b.account.name, view.language) ||
        (a.account.id < b.account.id ? -1 : 1),
    )
    return { data: rows, basis: describeBasis(portfolio, scope) }
  },
)
