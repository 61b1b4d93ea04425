import {
  type Transaction,
  type TransactionSide,
  type TransactionType,
  transactionSources,
  transactionStatuses,
  transactionTypes,
} from '@plumbline/contract'
import {
  crossRate,
  type Flag,
  postingRateInto,
  TRANSACTION_TYPE_RULES,
  textAt,
  toIsoDate,
} from '@plumbline/engine'
import { type LineShare, ledgerLines, lineCurrency, linePart } from '../../figures/ledger-lines.ts'
import { masterRecordId } from '../../figures/master-record.ts'
import { accountReference, custodianReference } from '../../figures/position-rows.ts'
import type { Portfolio } from '../../queries/query.ts'
import { wireFlags } from '../../queries/query-scope.ts'
import { noDay, readNote } from '../../snapshots/ledger-columns.ts'

/** Amounts of a line in its own currency; NaN if no cash moves. */
export interface LineMoney {
  amount: number
  fees: number
  taxes: number
  /** In the settlement currency of the transaction, from which all its lines are converted. */
  settled: number
}

/**
 * The amounts of a line. Fees are a separate line, so the main line excludes them unless it is net; taxes stay with the
 * taxed amount. A charge is its own fee or tax.
 */
export function lineMoney(
  { metadata: { ledger } }: Portfolio,
  place: number,
  part: number,
  isNet = false,
): LineMoney {
  const fees = ledger.fees[place] ?? 0
  const taxes = ledger.taxes[place] ?? 0
  if (part === linePart.fees) return { amount: -fees, fees, taxes: 0, settled: -fees }
  if (part === linePart.received)
    return { amount: ledger.received[place] ?? 0, fees: 0, taxes: 0, settled: ledger.gross[place] ?? 0 }
  const cash = ledger.cash[place] ?? Number.NaN
  if (isNet || ledger.isCharge[place] === 1) return { amount: cash, fees, taxes, settled: cash }
  return { amount: cash + fees, fees: 0, taxes, settled: cash + fees }
}

export function lineType({ metadata: { ledger } }: Portfolio, place: number, part: number): TransactionType {
  return part === linePart.fees ? 'fees' : (transactionTypes[ledger.type[place] ?? -1] ?? 'trade')
}

/** The rate from each transaction's settlement currency to `currency`; NaN without a rate. */
export function postingRates(
  { snapshot, metadata: { ledger }, columns }: Portfolio,
  currency: string,
): Float64Array {
  const market = { pivot: snapshot.pivot, rates: snapshot.rates, prices: new Map() }
  const convert = (from: string, to: string, day: number) => crossRate(market, from, to, day)
  const rates = columns.column(ledger.count)
  for (let place = 0; place < rates.length; place += 1) {
    const money = {
      currency: ledger.currencies[ledger.currency[place] ?? -1] ?? '',
      otherCurrency: ledger.currencies[ledger.otherCurrency[place] ?? -1] ?? '',
      perSettled: ledger.perSettled[place] ?? Number.NaN,
    }
    rates[place] = postingRateInto(money, currency, ledger.day[place] ?? 0, convert)
  }
  return rates
}

function transactionSide(type: TransactionType, part: number, quantity: number): TransactionSide | null {
  const { side } = TRANSACTION_TYPE_RULES[type]
  if (side === 'by_leg') return part === linePart.received ? 'in' : 'out'
  if (side !== 'by_quantity') return side
  if (Number.isNaN(quantity) || quantity === 0) return null
  return quantity > 0 ? 'buy' : 'sell'
}

const finite = (value: number | undefined) => (value === undefined || !Number.isFinite(value) ? null : value)
const withoutMinusZero = (value: number) => (value === 0 ? 0 : value)

/** A line of the ledger on the wire. */
export function wireTransaction(
  portfolio: Portfolio,
  { line, share, isNet }: LineShare,
  rates: Float64Array,
): Transaction {
  const { snapshot, metadata } = portfolio
  const { ledger } = metadata
  const lines = ledgerLines(portfolio)
  const place = lines.transaction[line] ?? 0
  const part = lines.part[line] ?? 0
  const type = lineType(portfolio, place, part)
  const isWhole = part === linePart.whole
  const money = lineMoney(portfolio, place, part, isNet)
  const rate = rates[place] ?? Number.NaN
  const account = snapshot.accounts[ledger.account[place] ?? -1]?.id ?? ''
  const instrument =
    part === linePart.received ? undefined : snapshot.instruments[ledger.instrument[place] ?? -1]
  const position = snapshot.positions.keys[lines.position[line] ?? -1] ?? null
  const quantity = isWhole ? (ledger.quantity[place] ?? Number.NaN) * share : Number.NaN
  const root = rootId(portfolio, place)
  const currency = lineCurrency(ledger, lines, line)
  const ownRate =
    part === linePart.received && money.amount !== 0 ? (money.settled * rate) / money.amount : rate
  const calculated = (amount: number) => finite(withoutMinusZero(amount * rate * share))
  const settleDay = ledger.settleDay[place] ?? noDay
  return {
    id: isWhole ? root : `${root}:${part === linePart.fees ? 'fees' : 'received'}`,
    date: toIsoDate(ledger.day[place] ?? 0),
    settle_date: settleDay === noDay ? null : toIsoDate(settleDay),
    account: accountReference(portfolio, account),
    custodian: custodianReference(portfolio, account),
    position_id: position,
    instrument_id: masterRecordId(portfolio, instrument),
    name: instrument?.name ?? currencyPair(portfolio, place, type),
    isin: instrument?.isin ?? null,
    instrument_type: instrument?.type ?? 'cash',
    transaction_type: type,
    category: TRANSACTION_TYPE_RULES[type].category,
    side: transactionSide(type, part, ledger.quantity[place] ?? Number.NaN),
    quantity: finite(quantity),
    price: isWhole ? finite(ledger.price[place]) : null,
    currency,
    fx_rate: finite(ownRate),
    original_amount: finite(withoutMinusZero(money.amount * share)),
    original_fees: withoutMinusZero(money.fees * share),
    original_taxes: withoutMinusZero(money.taxes * share),
    calculated_amount: calculated(money.settled),
    calculated_fees: money.fees === 0 ? 0 : calculated(money.fees),
    calculated_taxes: money.taxes === 0 ? 0 : calculated(money.taxes),
    note: isWhole ? readNote(ledger, place) : null,
    source: isWhole ? (transactionSources[ledger.source[place] ?? -1] ?? 'system') : 'derived',
    status: transactionStatuses[ledger.status[place] ?? -1] ?? 'booked',
    revision: ledger.revision[place] ?? 1,
    is_editable: isWhole && isEditable(portfolio, place, account),
    flags: wireFlags(transactionFlags(portfolio, place, rate)),
  }
}

export function rootId({ snapshot, metadata: { ledger } }: Portfolio, place: number): string {
  return (
    (place < ledger.inForce
      ? textAt(snapshot.transactions, place)
      : ledger.formerIds[place - ledger.inForce]) ?? ''
  )
}

/** The name of a conversion, such as 'CHF → USD'. */
export function currencyPair(
  { metadata: { ledger } }: Portfolio,
  place: number,
  type: TransactionType,
): string | null {
  if (type !== 'fx') return null
  const [paid, received] = [ledger.currency[place] ?? -1, ledger.otherCurrency[place] ?? -1]
  return `${ledger.currencies[paid] ?? ''} → ${ledger.currencies[received] ?? ''}`
}

function isEditable({ metadata, view }: Portfolio, place: number, account: string): boolean {
  const { ledger } = metadata
  if (transactionStatuses[ledger.status[place] ?? -1] === 'superseded') return false
  if (view.mayCorrect === 'all') return true
  return view.mayCorrect === 'manual' && metadata.accounts.get(account)?.custodianId === 'manual'
}

function transactionFlags(
  { snapshot, metadata: { ledger } }: Portfolio,
  place: number,
  rate: number,
): Flag[] {
  const flags: Flag[] = []
  if (Number.isNaN(rate)) flags.push('no_rate')
  if (transactionStatuses[ledger.status[place] ?? -1] === 'provisional') flags.push('provisional')
  if (snapshot.issues.length === 0) return flags
  const id = place < ledger.inForce ? textAt(snapshot.transactions, place) : undefined
  for (const issue of snapshot.issues) if (issue.transaction === id) flags.push(issue.flag)
  return flags
}
