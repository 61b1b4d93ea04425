import { contract } from '@plumbline/contract'
import { crossRate, positionRows, toIsoDate } from '@plumbline/engine'
import { describedColumns, fieldColumns } from '../../figures/export-columns.ts'
import { sortRows } from '../../figures/order.ts'
import { accountReference, custodianReference, pnlFields } from '../../figures/position-rows.ts'
import { toCsv } from '../../platform/http/csv.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import { describeBasis, netAssetValue, queryEngine, readScope, wireFlags } from '../../queries/query-scope.ts'

type Cash = typeof contract.overview.cash
type CashRow = ReturnType<typeof listCash>['rows'][number]

/** The cash of every account and currency: positions that never close. */
export const cashQuery = defineEndpointQuery<Cash>(
  contract.overview.cash,
  (portfolio, call) => {
    const { rows, nav, scope } = listCash(portfolio, call)
    const positions = rows.map(row => row.position_reference)
    const combined = queryEngine(portfolio, { ...scope, filter: { ...scope.filter, positions } })
    const value = rows.reduce((sum, row) => sum + (row.value ?? 0), 0)
    const { abs, rel } = combined.performance.pnl
    return {
      data: rows,
      count: rows.length,
      total: {
        value,
        weight: nav === 0 ? null : value / nav,
        ...pnlFields(abs, rel),
        flags: wireFlags(combined.performance.flags),
      },
      basis: describeBasis(portfolio, scope),
    }
  },
  (portfolio, call) => {
    const { rows, scope } = listCash(portfolio, call)
    return toCsv<CashRow>(describedColumns(columns, describeBasis(portfolio, scope)), rows)
  },
)

function listCash(portfolio: Portfolio, { body }: EndpointCall<Cash>) {
  const { snapshot, view } = portfolio
  const scope = readScope(portfolio, body)
  const whole = queryEngine(portfolio, scope)
  const nav = netAssetValue(portfolio, scope)
  const isIn = (position: number) => whole.isIn[position] === 1
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const rows = positionRows(snapshot, whole.views, isIn, whole.period, 'cash').map(row => {
    const { original, calculated } = row
    const rate = crossRate(market, original.currency, scope.currency, whole.period.to)
    return {
      position_reference: row.key,
      account: accountReference(portfolio, row.account),
      custodian: custodianReference(portfolio, row.account),
      currency: original.currency,
      balance: row.quantity,
      value: calculated.value,
      weight: calculated.value === null || nav === 0 ? null : calculated.value / nav,
      rate: Number.isFinite(rate) ? rate : null,
      rate_date: Number.isFinite(rate) ? toIsoDate(whole.period.to) : null,
      ...pnlFields(calculated.pnlAbs, calculated.pnlRel),
      interest: calculated.interest,
      fees: calculated.fees,
      taxes: calculated.taxes,
      flags: wireFlags(row.flags),
    }
  })
  return { rows: sortRows(rows, '-value', row => row.position_reference, view.language), nav, scope }
}

const columns = fieldColumns<CashRow, Exclude<keyof CashRow, 'flags'>>([
  'position_reference',
  'account',
  'custodian',
  'currency',
  'balance',
  'value',
  'weight',
  'rate',
  'rate_date',
  'pnl_abs_total',
  'pnl_abs_realized',
  'pnl_abs_unrealized',
  'pnl_rel_total',
  'pnl_rel_realized',
  'pnl_rel_unrealized',
  'interest',
  'fees',
  'taxes',
])
