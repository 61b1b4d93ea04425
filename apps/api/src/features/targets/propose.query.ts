import {
  contract,
  type KeptReason,
  type LeftOutReason,
  type ProposedOrder,
  proposalOptions,
} from '@plumbline/contract'
import {
  type BucketFigures,
  currencyDecimals,
  type ProposedOrder as EngineOrder,
  positionRow,
  type Rebalancing,
  rebalance,
} from '@plumbline/engine'
import { findPositions } from '../../figures/find-positions.ts'
import { accountReference, custodianReference } from '../../figures/position-rows.ts'
import { findTarget, nameBucket, wireBucket, wireTarget } from '../../figures/targets/drift-rows.ts'
import {
  findBucket,
  knownBase,
  type ReadAllocation,
  readAllocation,
} from '../../figures/targets/read-allocation.ts'
import type { TargetRow, TargetsInput } from '../../figures/targets/target-rows.store.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { toCsv } from '../../platform/http/bodies/csv.ts'
import { defineEndpointQuery, type EndpointCall, type Portfolio } from '../../queries/query.ts'
import { describeBasis, type QueryScope, readScope } from '../../queries/query-scope.ts'
import { wirePlaces } from './drift.query.ts'

type Propose = typeof contract.targets.propose

/** Orders that lead back into the bands. Nothing is posted. */
export const targetProposalQuery = defineEndpointQuery<Propose, TargetsInput>(
  contract.targets.propose,
  (portfolio, call, input) => ({ data: propose(portfolio, call, input) }),
  (portfolio, call, input) => {
    const { orders, basis, target } = propose(portfolio, call, input)
    const custodian = ({ account }: ProposedOrder) => custodianReference(portfolio, account.id).name
    return toCsv<ProposedOrder>(
      {
        number: row => row.number,
        side: row => row.kind,
        name: row => row.position?.name ?? row.cash.map(({ currency }) => currency).join(' > '),
        isin: row => row.isin,
        symbol: row => row.symbol,
        account: row => row.account.name,
        custodian,
        to_account: row => (row.kind === 'move' ? row.cash.at(-1)?.account.name : null),
        quantity: row => row.quantity,
        price: row => row.price,
        currency: row => row.currency,
        amount: row => row.amount,
        fee: row => row.fee,
        tax: row => row.tax,
        realized_gain: row => row.gain,
        calculated_currency: () => basis.currency,
        target: () => target.name,
        as_of: () => basis.as_of,
      },
      orders,
    )
  },
)

function propose(
  portfolio: Portfolio,
  { query, body }: EndpointCall<Propose>,
  { rows, positionIds }: TargetsInput,
) {
  const { options = proposalOptions.parse({}), ...filter } = body
  const { dimension } = query
  const scope = readScope(portfolio, { ...filter, filters: {} })
  const target = findTarget(rows, dimension, scope.period.to)
  if (target === null) throw new AppError('not_found', { field: 'dimension' })
  const locked = [...target.locked_positions, ...options.locked_positions]
  const subject = { dimension, target, positionIds, locked, lotSize: options.lot_size }
  const read = readAllocation(portfolio, scope, subject)
  const { allocation, kept, leftOut } = read
  const found = rebalance(allocation, {
    goal: options.goal,
    minCash: options.min_cash,
    flow: options.flow,
    minTrade: options.min_order,
    feeRate: options.fee_rate,
    feeFixed: options.fee_fixed,
    taxRate: options.tax_rate,
    maxGain: options.max_gain,
    decimals: currencyDecimals(scope.currency),
  })
  return {
    ...wireFigures(portfolio, target, found, read),
    target: wireTarget(target),
    orders: found.orders.map((order, index) => wireOrder(portfolio, scope, target, order, index + 1)),
    kept: wirePlaces<KeptReason>(portfolio, kept),
    left_out: wirePlaces<LeftOutReason>(portfolio, leftOut),
    basis: describeBasis(portfolio, scope),
  }
}

function wireFigures(
  portfolio: Portfolio,
  { dimension }: TargetRow,
  found: Rebalancing,
  read: ReadAllocation,
) {
  const wire = (bucket: BucketFigures) => wireBucket(portfolio, dimension, bucket, read.unknown)
  return {
    before: found.before.map(wire),
    after: found.after.map(wire),
    base_before: knownBase(found.baseBefore, read),
    base_after: found.baseAfter,
    cash_before: found.cashBefore,
    cash_after: found.cashAfter,
    fees: found.fees,
    taxes: found.taxes,
    gain: found.gain,
    is_within_bands: found.isWithinBands,
    problems: found.problems.map(({ bucket, problem }) => ({
      bucket,
      name: nameBucket(portfolio, dimension, bucket),
      problem,
    })),
  }
}

function wireOrder(
  portfolio: Portfolio,
  scope: QueryScope,
  { dimension }: TargetRow,
  order: EngineOrder,
  number: number,
): ProposedOrder {
  if (order.kind === 'move') {
    const { from, to, amount } = order
    return {
      ...emptyOrder,
      number,
      account: accountReference(portfolio, from.account),
      currency: from.currency,
      amount,
      cash: [
        { account: accountReference(portfolio, from.account), currency: from.currency, amount: -amount },
        { account: accountReference(portfolio, to.account), currency: to.currency, amount },
      ],
    }
  }
  const { snapshot, metadata } = portfolio
  const [place = -1] = findPositions(snapshot, [order.key])
  const instrument = snapshot.instruments[snapshot.positions.instrument[place] ?? -1]
  const day = scope.period.to
  const row = positionRow(snapshot, portfolio.viewsIn(scope.currency), place, { from: day, to: day })
  const bucket = findBucket(portfolio, place, dimension)
  return {
    number,
    kind: order.kind,
    position: { id: order.key, name: instrument?.name ?? '' },
    isin: instrument?.isin ?? null,
    symbol: metadata.symbols.get(instrument?.id ?? '') ?? null,
    bucket: nameBucket(portfolio, dimension, bucket),
    account: accountReference(portfolio, row.account),
    quantity: order.quantity,
    price: row.original.priceCurrent,
    currency: row.original.currency,
    amount: order.amount,
    fee: order.fee,
    tax: order.tax,
    gain: order.gain,
    cash: order.cash.map(({ account, currency, amount }) => ({
      account: accountReference(portfolio, account),
      currency,
      amount,
    })),
  }
}

const emptyOrder = {
  kind: 'move',
  position: null,
  isin: null,
  symbol: null,
  bucket: null,
  quantity: null,
  price: null,
  fee: 0,
  tax: 0,
  gain: null,
} as const
