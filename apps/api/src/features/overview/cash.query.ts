import { contract } from '@plumbline/contract'
import { crossRate, positionRows, rateQuoteDay, toIsoDate, weightIn } from '@plumbline/engine'
import { describedColumns, fieldColumns } from '../../figures/export-columns.ts'
import { sortRows } from '../../figures/order.ts'
import {
  accountReference,
  custodianReference,
  pnlFields,
  pnlOfScope,
  wireAmounts,
} from '../../figures/position-rows.ts'
import { toCsv } from '../../platform/http/bodies/csv.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import {
  describeBasis,
  netAssetValue,
  queryEngine,
  readPerformance,
  readScope,
  weightFlags,
  wireFlags,
} from '../../queries/query-scope.ts'

type Cash = typeof contract.overview.cash
type CashRow = ReturnType<typeof listCash>['rows'][number]

/** The cash of every account and currency: positions that never close. */
export const cashQuery = defineEndpointQuery<Cash>(
  contract.overview.cash,
  (portfolio, call) => {
    const { rows, nav, scope } = listCash(portfolio, call)
    const positions = rows.map(row => row.position_reference)
    const combined = queryEngine(portfolio, { ...scope, filter: { ...scope.filter, positions } })
    const { balance, flags } = readPerformance(combined)
    const value = balance.total === null ? null : rows.reduce((sum, row) => sum + (row.value ?? 0), 0)
    return {
      data: rows,
      count: rows.length,
      total: {
        value,
        weight: weightIn(nav, value),
        ...pnlOfScope(combined),
        flags: [...wireFlags(flags), ...weightFlags(nav, { weight: value })],
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
    const amounts = wireAmounts(calculated)
    const rate = crossRate(market, original.currency, scope.currency, whole.period.to)
    // A rate that is carried forward keeps the day of its quote.
    const quoteDay = rateQuoteDay(snapshot, original.currency, scope.currency, whole.period.to)
    return {
      position_reference: row.key,
      account: accountReference(portfolio, row.account),
      custodian: custodianReference(portfolio, row.account),
      currency: original.currency,
      balance: row.quantity,
      value: calculated.value,
      weight: weightIn(nav, calculated.value),
      rate: Number.isFinite(rate) ? rate : null,
      rate_date: quoteDay === null ? null : toIsoDate(quoteDay),
      ...pnlFields(calculated.pnlAbs, calculated.pnlRel),
      interest: amounts.interest,
      fees: amounts.fees,
      taxes: amounts.taxes,
      flags: [...wireFlags(row.flags), ...weightFlags(nav, { weight: calculated.value })],
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
