import { contract, incomeKinds, otherPaymentKinds } from '@plumbline/contract'
import {
  addMonths,
  computeIncome,
  currencyDecimals,
  type Income,
  type IncomePayment,
  isIncomeKind,
  type Period,
  type ProjectedCash,
  roundTo,
  sumPayments,
  toIsoDate,
  weightIn,
} from '@plumbline/engine'
import { describedColumns } from '../../figures/export-columns.ts'
import { accountReference } from '../../figures/position-rows.ts'
import { calendarFacts } from '../../figures/upcoming-events.ts'
import { csvChunks } from '../../platform/http/bodies/csv.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import {
  describeBasis,
  netAssetValue,
  type QueryScope,
  readScope,
  weightFlags,
} from '../../queries/query-scope.ts'
import {
  type IncomeLists,
  onlyIncome,
  sumByCertainty,
  sumFlags,
  sumPeriods,
  type WirePayment,
  wirePayment,
  wirePositions,
} from './income-rows.ts'

type Read = typeof contract.income.read

/** Received and expected income. It has months of its own and ignores the period. */
export const incomeQuery = defineEndpointQuery<Read>(
  contract.income.read,
  (portfolio, call) => {
    const { income, scope } = readIncome(portfolio, call)
    return { data: wireIncome(portfolio, scope, income) }
  },
  (portfolio, call) => {
    const { income, scope } = readIncome(portfolio, call)
    const basis = describeBasis(portfolio, scope)
    if (call.query.list === 'cash') return listCashCsv(income, basis)
    return csvChunks<WirePayment>(describedColumns(columns, basis), listPayments(portfolio, income))
  },
)

function readIncome(portfolio: Portfolio, { body }: EndpointCall<Read>) {
  const scope = readScope(portfolio, body)
  const income = computeIncome(portfolio.snapshot, portfolio.viewsIn(scope.currency), {
    asOf: portfolio.view.today,
    mask: scope.mask,
    filter: scope.filter,
    facts: calendarFacts(portfolio),
  })
  const { asOf } = portfolio.view
  const from = Math.max(income.receivedPeriod.from, scope.firstTransaction ?? asOf)
  return { income, scope: { ...scope, period: { from: Math.min(from, asOf), to: asOf } } }
}

function wireIncome(portfolio: Portfolio, scope: QueryScope, income: Income) {
  const { currency } = scope
  const lists: IncomeLists = {
    received: onlyIncome(income.received),
    pending: onlyIncome(income.pending),
    expected: onlyIncome(income.expected),
    currency,
  }
  const { expected, received } = sumPeriods(lists, () => true)
  const all = [...lists.received, ...lists.expected]
  const { leftOut } = sumPayments(all, currency)
  const { snapshot, view } = portfolio
  const nav = netAssetValue(portfolio, scope)
  return {
    received_period: wireRange(income.receivedPeriod),
    expected_period: wireRange(income.expectedPeriod),
    total: {
      expected,
      received,
      ...sumByCertainty(lists.expected, currency),
      // Two sums over different parts cannot be compared.
      change: leftOut > 0 ? null : subtract(expected, received, currency),
      yield: weightIn(nav, expected),
      left_out: leftOut,
      flags: [...sumFlags(all, currency), ...weightFlags(nav, { yield: expected })],
    },
    pending: sumPayments(lists.pending, currency).sum,
    months: listMonths(income.expectedPeriod, lists),
    kinds: incomeKinds
      .map(kind => ({ kind, ...sumPeriods(lists, payment => payment.kind === kind) }))
      .filter(({ expected: next, received: last }) => next !== 0 || last !== 0),
    currencies: listCurrencies(lists, expected),
    accounts: listAccounts(portfolio, lists),
    positions: wirePositions(portfolio, lists, {
      held: Math.min(view.today, snapshot.lastDay),
      valued: view.asOf,
    }),
    other: listOther(income, currency),
    payments: listPayments(portfolio, income),
    cash: income.cash.filter(({ opening, points }) => opening !== 0 || points.length > 0).map(wireLadder),
    basis: describeBasis(portfolio, scope),
  }
}

/** Payments that are no income, by kind: what came in or went out, and what is expected to. */
function listOther({ received, pending, expected }: Income, currency: string) {
  const isOther = ({ kind }: IncomePayment) => !isIncomeKind(kind)
  const describe = (isIn: (payment: IncomePayment) => boolean) => {
    const sums = sumPeriods({ received, pending, expected, currency }, isIn)
    const flags = sumFlags([...received, ...expected].filter(isIn), currency)
    // A difference of partial sums would say nothing of the whole.
    const change = flags.length > 0 ? null : subtract(sums.expected, sums.received, currency)
    return { ...sums, change, flags }
  }
  const all = [...received, ...pending, ...expected]
  return {
    total: describe(isOther),
    kinds: otherPaymentKinds
      .filter(kind => all.some(payment => payment.kind === kind))
      .map(kind => {
        const next = [...pending, ...expected].find(payment => payment.kind === kind)
        return {
          kind,
          ...describe(payment => payment.kind === kind),
          next_payment: next
            ? { date: toIsoDate(next.day), currency: next.currency, original_amount: next.amount }
            : null,
        }
      }),
  }
}

const wireRange = ({ from, to }: Period) => ({ start_date: toIsoDate(from), end_date: toIsoDate(to) })

/** The difference of two sums, as exact as they are. */
function subtract(a: number | null, b: number | null, currency: string): number | null {
  return a === null || b === null ? null : roundTo(a - b, currencyDecimals(currency))
}

const toMonth = (day: number): string => toIsoDate(day).slice(0, 7)

function listMonths(period: Period, { received, expected, currency }: IncomeLists) {
  const sum = (payments: readonly IncomePayment[]) => sumPayments(payments, currency).sum
  const ahead = Map.groupBy(expected, ({ day }) => toMonth(day))
  const behind = Map.groupBy(received, ({ day }) => toMonth(day))
  return Array.from({ length: 12 }, (_, place) => {
    const first = addMonths(period.from, place)
    const month = toMonth(first)
    const before = toMonth(addMonths(first, -12))
    const next = ahead.get(month) ?? []
    const last = behind.get(before) ?? []
    const kinds = incomeKinds.map(kind => {
      const own = next.filter(payment => payment.kind === kind)
      return {
        kind,
        certain: sum(own.filter(({ certainty }) => certainty !== 'estimated')),
        estimated: sum(own.filter(({ certainty }) => certainty === 'estimated')),
        received: sum(last.filter(payment => payment.kind === kind)),
      }
    })
    return {
      month,
      month_before: before,
      expected: sum(next),
      received: sum(last),
      kinds: kinds.filter(row => row.certain !== 0 || row.estimated !== 0 || row.received !== 0),
    }
  })
}

/** Currencies by what is expected in them, the largest first. */
function listCurrencies(lists: IncomeLists, total: number | null) {
  const names = new Set([...lists.expected, ...lists.received].map(({ currency }) => currency))
  return [...names]
    .sort()
    .map(currency => {
      const sums = sumPeriods(lists, payment => payment.currency === currency)
      return { currency, ...sums, share: weightIn(total, sums.expected) }
    })
    .sort((a, b) => (b.expected ?? 0) - (a.expected ?? 0))
}

function listAccounts(portfolio: Portfolio, lists: IncomeLists) {
  const { accounts, positions } = portfolio.snapshot
  const accountPlace = ({ position }: IncomePayment) => positions.account[position] ?? -1
  const places = new Set([...lists.expected, ...lists.received].map(accountPlace))
  return [...places]
    .sort((a, b) => a - b)
    .map(place => ({
      account: accountReference(portfolio, accounts[place]?.id ?? ''),
      ...sumPeriods(lists, payment => accountPlace(payment) === place),
    }))
    .sort((a, b) => (b.expected ?? 0) - (a.expected ?? 0))
}

function listPayments(portfolio: Portfolio, { received, pending, expected }: Income): WirePayment[] {
  return [
    ...received.map(payment => wirePayment(portfolio, payment, 'received')),
    ...pending.map(payment => wirePayment(portfolio, payment, 'pending')),
    ...expected.map(payment => wirePayment(portfolio, payment, 'expected')),
  ]
}

function wireLadder({ currency, opening, closing, points, runsDry }: ProjectedCash) {
  return {
    currency,
    opening,
    closing,
    lowest: Math.min(opening, ...points.map(({ balance }) => balance)),
    runs_dry: runsDry === null ? null : toIsoDate(runsDry),
    points: points.map(({ day, ...point }) => ({ date: toIsoDate(day), ...point })),
  }
}

/** Every step of the cash ladder: the balance today, then each day with payments. Amounts are in their currency. */
function listCashCsv({ cash, asOf }: Income, basis: ReturnType<typeof describeBasis>) {
  const steps = cash
    .filter(({ opening, points }) => opening !== 0 || points.length > 0)
    .flatMap(ladder => {
      const { currency, opening, runs_dry, points } = wireLadder(ladder)
      const today = { date: toIsoDate(asOf), amount: null, estimated: null, balance: opening }
      return [today, ...points].map(point => ({ currency, runs_dry, flags: [], ...point }))
    })
  return csvChunks<(typeof steps)[number]>(
    {
      ...describedColumns(
        {
          currency: row => row.currency,
          date: row => row.date,
          amount: row => row.amount,
          estimated: row => row.estimated,
          balance: row => row.balance,
          is_below_zero: row => row.balance < 0,
          runs_dry: row => row.runs_dry,
        },
        { ...basis, currency: '', start_date: null },
      ),
      calculated_currency: row => row.currency,
    },
    steps,
  )
}

const columns = {
  date: (row: WirePayment) => row.date,
  status: (row: WirePayment) => row.status,
  kind: (row: WirePayment) => row.kind,
  certainty: (row: WirePayment) => row.certainty,
  position_id: (row: WirePayment) => row.position_id,
  name: (row: WirePayment) => row.name,
  account: (row: WirePayment) => row.account.name,
  instrument_type: (row: WirePayment) => row.instrument_type,
  currency: (row: WirePayment) => row.currency,
  original_amount: (row: WirePayment) => row.original_amount,
  calculated_amount: (row: WirePayment) => row.calculated_amount,
}
