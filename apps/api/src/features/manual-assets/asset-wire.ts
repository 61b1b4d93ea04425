import type { Asset, AssetSummary, ManualTransactionSlug } from '@plumbline/contract'
import { fundMultiples, toNumber } from '@plumbline/engine'
import { noTypeFigures } from '../../figures/type-figures.ts'
import { wireFlags } from '../../queries/query-scope.ts'
import {
  type AssetKind,
  assetKind,
  isCommitment,
  isDerived,
  isPar,
  isValuation,
  type PostedFacts,
} from './asset-facts.ts'
import type { AssetFigures } from './asset-figures.query.ts'
import { type AssetState, applyFacts, initialState } from './asset-state.ts'
import type { AssetRow } from './manual-assets.store.ts'

interface ReplayedEntry {
  posted: PostedFacts
  before: AssetState
}

/** Replays the transactions of an asset in order, each with the state before it. */
function replay(row: AssetRow): ReplayedEntry[] {
  const kind = assetKind(row)
  const sortRows = row.transactions.toSorted((a, b) =>
    a.date === b.date ? Number(isValuation(a)) - Number(isValuation(b)) : a.date < b.date ? -1 : 1,
  )
  let state = initialState
  return sortRows.map(posted => {
    const before = state
    state = applyFacts(state, posted, kind)
    return { posted, before }
  })
}

export function wireSummary(row: AssetRow, figures: AssetFigures): AssetSummary {
  const { terms } = row
  const figure = figures.byAsset[row.id]
  const valuations = row.transactions.filter(posted => isValuation(posted) && !isPar(posted))
  const transactions = row.transactions.filter(
    posted => transactionSlug(posted, assetKind(row), initialState) !== null,
  )
  // The interest of a loan accrues every day.
  const accrues = row.instrument_type === 'loan' && valuations.length === 0
  const valuedOn = (valuations.length > 0 ? valuations : transactions).map(({ date }) => date).sort()
  const lastValued = valuedOn.findLast(date => date <= figures.asOf) ?? null
  return {
    id: row.id,
    position_id: figure?.positionId ?? null,
    type: row.instrument_type,
    instrument_type: row.instrument_type,
    name: row.name,
    account: { id: row.account_id, name: row.account_name },
    family: { id: row.family_id, name: row.family_name },
    currency: row.currency,
    country: row.country,
    sector: row.sector,
    notes: terms.notes ?? null,
    isin: row.isin,
    base_currency: terms.base_currency ?? null,
    quote_currency: terms.quote_currency ?? null,
    location: terms.location ?? null,
    author: terms.author ?? null,
    year: terms.year ?? null,
    maturity: terms.maturity ?? null,
    interest_rate: terms.interest_rate ?? null,
    side: terms.side ?? null,
    payments_per_year: terms.payments_per_year ?? null,
    day_count: terms.day_count ?? null,
    repayment: terms.repayment ?? null,
    value: figure?.value ?? null,
    value_calculated: figure?.valueCalculated ?? null,
    valued_on: accrues && lastValued !== null ? figures.asOf : lastValued,
    transactions_count: transactions.length,
    valuations_count: valuations.length,
    revision: row.revision,
    flags: wireFlags(figure?.flags ?? []),
  }
}

/** An asset with its transactions and valuations, newest first. */
export function wireAsset(row: AssetRow, figures: AssetFigures): Asset {
  const entries = replay(row)
  const { typeFigures = noTypeFigures } = figures.byAsset[row.id] ?? {}
  return {
    ...wireSummary(row, figures),
    transactions: entries.flatMap(entry => wireTransaction(entry, assetKind(row)) ?? []).reverse(),
    valuations: wireValuations(entries, assetKind(row)).reverse(),
    ...typeFigures,
    fund: typeFigures.fund ?? unfundedFund(row),
    schedule: typeFigures.loan?.upcoming ?? null,
  }
}

const number = (text: string | null): number | null => (text === null ? null : Number(text))

function wireTransaction(
  { posted, before }: ReplayedEntry,
  kind: AssetKind,
): Asset['transactions'][number] | null {
  const type = transactionSlug(posted, kind, before)
  if (type === null) return null
  const isWhole = isDerived(posted) || isCommitment(posted) || kind.type === 'loan'
  const isIncome = type === 'distribution' && posted.quantity === null
  const quantity = isWhole ? null : isIncome ? 0 : number(posted.quantity)
  return {
    id: posted.root_id,
    date: posted.date,
    type,
    quantity: quantity === null || kind.type === 'fx_forward' ? quantity : Math.abs(quantity),
    price: isWhole ? null : number(posted.price),
    amount: cashAmount(posted, kind, type),
    accrued: number(posted.accrued),
    ratio: type === 'split' ? Number(posted.numerator) / Number(posted.denominator) : null,
    fees: Number(posted.fees),
    taxes: Number(posted.taxes),
    note: posted.note,
    paid_from: posted.elsewhere ? 'elsewhere' : 'account',
    revision: posted.revision,
  }
}

/** The cash amount without costs. Forwards and splits move no cash; a commitment only promises it. */
function cashAmount(posted: PostedFacts, kind: AssetKind, type: ManualTransactionSlug): number | null {
  if (type === 'split' || kind.type === 'fx_forward') return null
  const gross =
    posted.amount === null
      ? Number(posted.quantity ?? 0) * Number(posted.price ?? 0) * kind.contractSize
      : Number(posted.amount)
  if (type === 'interest') return gross
  if (type === 'commitment') return Math.abs(gross)
  const isOut =
    type === 'purchase' ||
    type === 'expense' ||
    type === 'capital_call' ||
    (kind.side === 'borrowed' ? type === 'repayment' : type === 'drawdown')
  return Math.abs(gross) * (isOut ? -1 : 1)
}

/** The manual transaction type of a ledger transaction; null for transactions that the asset manager hides. */
function transactionSlug(
  posted: PostedFacts,
  kind: AssetKind,
  before: AssetState,
): ManualTransactionSlug | null {
  const isBuy = Number(posted.quantity ?? 0) > 0
  switch (posted.transaction_type) {
    case 'trade':
      if (kind.type === 'loan') return isBuy === (kind.side !== 'borrowed') ? 'drawdown' : 'repayment'
      if (kind.type === 'fx_forward')
        return toNumber(before.held) * Number(posted.quantity) < 0 ? 'settle' : 'open'
      return isBuy ? 'purchase' : 'sale'
    case 'valuation':
      return isCommitment(posted) ? 'commitment' : null
    case 'other_income':
      return 'rent'
    case 'fees_cash':
    case 'fees':
      return 'expense'
    case 'redemption':
    case 'dividend':
    case 'coupon':
    case 'interest':
    case 'split':
    case 'capital_call':
    case 'distribution':
      return posted.transaction_type
    default:
      return null
  }
}

function wireValuations(entries: readonly ReplayedEntry[], kind: AssetKind): Asset['valuations'] {
  let previous: number | null = null
  return entries.flatMap(({ posted, before }) => {
    if (!isValuation(posted) || isPar(posted)) return []
    const value = statedValue(posted, before, kind)
    const change_rel = previous === null || previous === 0 ? null : value / previous - 1
    previous = value
    const { root_id, date, note, revision } = posted
    return [{ id: root_id, date, value, source: note, change_rel, revision }]
  })
}

/** The stated value, else price times quantity held that day. */
function statedValue(posted: PostedFacts, before: AssetState, kind: AssetKind): number {
  if (kind.type === 'fx_forward' && posted.amount !== null) return Number(posted.amount)
  const held = toNumber(before.held)
  const sign = held < 0 ? -1 : 1
  if (posted.amount !== null) return Math.abs(Number(posted.amount)) * sign
  return Number(posted.price ?? 0) * held * kind.contractSize
}

/** A fund that has called nothing yet is no position: it has a commitment only. */
function unfundedFund(row: AssetRow): Asset['fund'] {
  if (row.instrument_type !== 'private_equity') return null
  const promised = row.transactions
    .filter(isCommitment)
    .reduce((total, posted) => total + Math.abs(Number(posted.amount ?? 0)), 0)
  const committed = promised > 0 ? promised : Number(row.terms.commitment ?? 0)
  return { ...fundMultiples(committed, 0, 0, null), irr: null, irr_reason: 'no_calls', curve: [] }
}
