import { contract, type Role } from '@plumbline/contract'
import { staleRateDay } from '@plumbline/engine'
import { describeCoverage } from '../../figures/coverage.ts'
import { findPositions } from '../../figures/find-positions.ts'
import { toCsv } from '../../platform/http/bodies/csv.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import { describeBasis, queryEngine, readPerformance, readScope } from '../../queries/query-scope.ts'
import {
  type ComparedAccount,
  describeBreak,
  describeNeed,
  describeUnmatched,
  type Gap,
  heldPositions,
  listEstimated,
  type UnmatchedCash,
} from './coverage-gaps.ts'

type EngineResult = ReturnType<typeof queryEngine>

interface CoverageInput {
  role: Role
  /** The securities that the caller's families imported, which they and their advisers may price. */
  imported: string[]
  /** The accounts in scope beside their latest statements. */
  compared: ComparedAccount[]
  /** Cash of trades that the ledger lacks, of all accounts that the caller sees. */
  unmatched: UnmatchedCash[]
}

type Call = typeof contract.reconciliation.coverage

/** What keeps the net asset value from being true: what is left out first, then what is to be confirmed. */
export const coverageQuery = defineEndpointQuery<Call, CoverageInput>(
  contract.reconciliation.coverage,
  listCoverage,
  (portfolio, call, input) => {
    const { data, basis } = listCoverage(portfolio, call, input)
    const described = {
      ...columns,
      calculated_currency: () => basis.currency,
      as_of: () => basis.as_of,
    }
    return toCsv<Gap>(described, data)
  },
)

function listCoverage(
  portfolio: Portfolio,
  { body }: EndpointCall<Call>,
  { compared, unmatched, ...pricing }: CoverageInput,
) {
  const scope = readScope(portfolio, {
    ...body,
    settings: { ...body.settings, period: { name: 'all', start_date: null, end_date: null } },
  })
  const whole = queryEngine(portfolio, scope)
  const coverage = describeCoverage(whole)
  // A currency without any rate is missing, not stale.
  const noRate = new Set(
    coverage.missing.flatMap(({ reason, currency }) => (reason === 'missing_rate' ? currency : [])),
  )
  const needs = coverage.missing.filter(
    ({ reason, currency }) => reason !== 'stale_rate' || !noRate.has(currency),
  )
  const estimated = listEstimated(portfolio, whole)
  const gaps = [
    ...needs.map(need => describeNeed(portfolio, whole, need)),
    ...estimated.map(({ gap }) => gap),
  ].map(gap => ({ ...gap, may_fix: mayFix(gap, pricing) }))
  const differing = compared.filter(({ breaks_count: count }) => count > 0)
  const cash = unmatched.flatMap(each => {
    const account = compared.find(row => row.account.id === each.accountId)
    return account ? describeUnmatched(portfolio, whole, each, account.may_change) : []
  })
  const data = [...gaps, ...differing.map(describeBreak), ...cash].toSorted(compareEffect)
  const named = needs.flatMap(({ position_ids: ids }) => ids)
  const doubtful = new Set([
    ...findPositions(portfolio.snapshot, named),
    ...estimated.flatMap(({ positions }) => positions),
  ])
  return {
    data,
    count: data.length,
    extra: {
      value: readPerformance(whole).balance.total,
      held_count: coverage.held_count,
      missing_count: coverage.missing_count,
      confirmed_count: countConfirmed(portfolio, whole, doubtful, [
        ...differing.map(each => ({ accountId: each.account.id, count: each.breaks_count })),
        ...cash.map(({ places }) => ({ accountId: places[0]?.id ?? '', count: 1 })),
      ]),
    },
    basis: describeBasis(portfolio, scope),
  }
}

const columns: Record<string, (gap: Gap) => string | number | null> = {
  reason: gap => gap.reason,
  name: gap => gap.instrument?.name ?? null,
  currency: gap => gap.currency,
  counter_currency: gap => gap.counter_currency,
  accounts: gap => gap.places.map(({ name }) => name).join(', '),
  since: gap => gap.since,
  positions_count: gap => gap.positions_count,
  balances_count: gap => gap.balances_count,
  quantity: gap => gap.quantity,
  price: gap => gap.price,
  unit: gap => gap.unit,
  amount: gap => gap.amount,
  value: gap => gap.value,
  effect: gap => gap.effect,
  statement_date: gap => gap.statement?.date ?? null,
  statement_value: gap => gap.statement?.value ?? null,
  ledger_value: gap => gap.statement?.ledger_value ?? null,
  breaks_count: gap => gap.statement?.breaks_count ?? null,
}

/** Administrators enter everything, owners and advisers what their families imported and their assets. */
function mayFix(
  { instrument, is_asset: isAsset }: Gap,
  { role, imported }: Omit<CoverageInput, 'compared' | 'unmatched'>,
): boolean {
  if (role === 'admin') return true
  if (role === 'demo' || instrument === null) return false
  return isAsset || imported.includes(instrument.id)
}

/** Positions and balances at current prices and rates. Each line that differs from a statement takes one of its account. */
function countConfirmed(
  { snapshot }: Portfolio,
  whole: EngineResult,
  doubtful: ReadonlySet<number>,
  differing: readonly { accountId: string; count: number }[],
): number {
  const { views, period } = whole
  const perAccount = new Map<string, number>()
  for (const position of heldPositions(whole)) {
    const currency = snapshot.currencies[snapshot.positions.currency[position] ?? -1] ?? ''
    const isRateStale = staleRateDay(snapshot, currency, views.calculated.currency, period.to) !== null
    if (doubtful.has(position) || isRateStale) continue
    const account = snapshot.accounts[snapshot.positions.account[position] ?? -1]?.id ?? ''
    perAccount.set(account, (perAccount.get(account) ?? 0) + 1)
  }
  for (const { accountId, count } of differing)
    perAccount.set(accountId, Math.max(0, (perAccount.get(accountId) ?? 0) - count))
  return [...perAccount.values()].reduce((sum, count) => sum + count, 0)
}

const isLeftOut = ({ reason }: Gap) => reason === 'missing_rate' || reason === 'missing_price'

/** What is left out comes first; within each half the largest effect, and what has no known effect last. */
function compareEffect(a: Gap, b: Gap): number {
  return (
    Number(isLeftOut(b)) - Number(isLeftOut(a)) ||
    (b.effect ?? -1) - (a.effect ?? -1) ||
    countItems(b) - countItems(a) ||
    (gapName(a) < gapName(b) ? -1 : 1)
  )
}

const countItems = (gap: Gap): number => gap.positions_count + gap.balances_count
const gapName = (gap: Gap): string => gap.instrument?.name ?? gap.currency ?? gap.places[0]?.name ?? ''
