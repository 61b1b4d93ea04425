import { contract, type Filter } from '@plumbline/contract'
import type { CurrentUser } from '../../platform/auth/current-user.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { coverageQuery } from './coverage.query.ts'
import type { ComparedAccount, UnmatchedCash } from './coverage-gaps.ts'
import type { HealthStore } from './health.store.ts'

/** Compares the latest statements of the accounts in scope with the ledger. */
export type CompareAccounts = (user: CurrentUser, body: Filter) => Promise<ComparedAccount[]>

/** The cash of trades that the ledger lacks, in the accounts of families that the user sees. */
export type ListUnmatchedCash = (userId: string, families: readonly string[]) => Promise<UnmatchedCash[]>

interface CoverageDependencies {
  portfolio: PortfolioService
  store: Pick<HealthStore, 'importedSecurities'>
  compareAccounts: CompareAccounts
  listUnmatchedCash: ListUnmatchedCash
}

/** What keeps the net asset value of a scope from being true. */
export function coverageRoutes(
  serve: Serve,
  { portfolio, store, compareAccounts, listUnmatchedCash }: CoverageDependencies,
): void {
  serve.portfolio(contract.reconciliation.coverage, async call => {
    const compared = await compareAccounts(call.user, call.body)
    return portfolio.send(coverageQuery, {
      ...call,
      readInput: async families => ({
        role: call.user.role,
        imported: await store.importedSecurities(call.user.id, families),
        compared,
        unmatched: await listUnmatchedCash(call.user.id, families),
      }),
    })
  })
}
