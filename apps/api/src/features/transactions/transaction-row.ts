import {
  categoryOf,
  type Transaction,
  type TransactionSide,
  type TransactionType,
  transactionSources,
  transactionStatuses,
  transactionTypes,
} from '@plumbline/contract'
import { crossRate, type Flag, isoOf, postingRateInto } from '@plumbline/engine'
import { currencyOf, type LineShare, ledgerLines, linePart } from '../../figures/ledger-lines.ts'
import { accountReference, custodianReference } from '../../figures/position-rows.ts'
import type { Portfolio } from '../../queries/query.ts'
import { wireFlags } from '../../queries/query-scope.ts'
import { noDay, noteOf } from '../../snapshots/ledger-columns.ts'

/** Money of a line in its own currency; NaN where no money moves by nature. */
export interface LineMoney {
  amount: number
  fees: number
  taxes: number
  /** The amount in the settlement currency of the transaction, which all its lines are converted from. */
  settled: number
}

/**
 * What a line moved. The fee that came with a transaction is a line of its own, so the transaction's own line is without
 * it; taxes stay with what was taxed. A charge is its own fee or tax.
 */
export function moneyOfLine({ names: { ledger } }: Portfolio, place: number, part: number): LineMoney {
  const fees = ledger.fees[place] ?? 0
  const taxes = ledger.taxes[place] ?? 0
  if (part === linePart.fees) return { amount: -fees, fees, taxes: 0, settled: -fees }
  if (part === linePart.received)
    return { amount: ledger.received[place] ?? 0, fees: 0, taxes: 0, settled: ledger.gross[place] ?? 0 }
  const cash = ledger.cash[place] ?? Number.NaN
  if (ledger.isCharge[place] === 1) return { amount: cash, fees, taxes, settled: cash }
  return { amount: cash + fees, fees: 0, taxes, settled: cash + fees }
}

export function typeOfLine({ names: { ledger } }: Portfolio, place: number, part: number): TransactionType {
  return part === linePart.fees ? 'fees' : (transactionTypes[ledger.type[place] ?? -1] ?? 'trade')
}

/** What one unit of each transaction's settlement currency is worth in a currency: by transaction, NaN without a rate. */
export function postingRates(
  { snapshot, names: { ledger }, columns }: Portfolio,
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

const traded: ReadonlySet<TransactionType> = new Set([
  'trade',
  'redemption',
  'exercise',
  'assignment',
  'expiry',
  'capital_call',
])

function sideOf(type: TransactionType, part: number, quantity: number): TransactionSide | null {
  if (type === 'deposit' || type === 'transfer_in') return 'in'
  if (type === 'withdrawal' || type === 'transfer_out') return 'out'
  if (type === 'fx') return part === linePart.received ? 'in' : 'out'
  if (!traded.has(type) || Number.isNaN(quantity) || quantity === 0) return null
  return quantity > 0 ? 'buy' : 'sell'
}

const finite = (value: number | undefined) => (value === undefined || !Number.isFinite(value) ? null : value)
const withoutMinusZero = (value: number) => (value === 0 ? 0 : value)

/** A line of the ledger as it stands on the wire. */
export function wireTransaction(
  portfolio: Portfolio,
  { line, share }: LineShare,
  rates: Float64Array,
): Transaction {
  const { snapshot, names } = portfolio
  const { ledger } = names
  const lines = ledgerLines(portfolio)
  const place = lines.transaction[line] ?? 0
  const part = lines.part[line] ?? 0
  const type = typeOfLine(portfolio, place, part)
  const isWhole = part === linePart.whole
  const money = moneyOfLine(portfolio, place, part)
  const rate = rates[place] ?? Number.NaN
  const account = snapshot.accounts[ledger.account[place] ?? -1]?.id ?? ''
  const instrument =
    part === linePart.received ? undefined : snapshot.instruments[ledger.instrument[place] ?? -1]
  const position = snapshot.positions.keys[lines.position[line] ?? -1] ?? null
  const quantity = isWhole ? (ledger.quantity[place] ?? Number.NaN) * share : Number.NaN
  const root = idOf(portfolio, place)
  const currency = currencyOf(ledger, lines, line)
  const ownRate =
    part === linePart.received && money.amount !== 0 ? (money.settled * rate) / money.amount : rate
  const calculated = (amount: number) => finite(withoutMinusZero(amount * rate * share))
  const settleDay = ledger.settleDay[place] ?? noDay
  return {
    id: isWhole ? root : `${root}:${part === linePart.fees ? 'fees' : 'received'}`,
    date: isoOf(ledger.day[place] ?? 0),
    settle_date: settleDay === noDay ? null : isoOf(settleDay),
    account: accountReference(portfolio, account),
    custodian: custodianReference(portfolio, account),
    position_id: position,
    name: instrument?.name ?? pairOf(portfolio, place, type),
    isin: instrument?.isin ?? null,
    // The database checks these words with the lists that the contract's types are made of.
    instrument_type: (instrument?.type ?? 'cash') as Transaction['instrument_type'],
    transaction_type: type,
    category: categoryOf(type),
    side: sideOf(type, part, ledger.quantity[place] ?? Number.NaN),
    quantity: finite(quantity),
    price: isWhole ? finite(ledger.price[place]) : null,
    currency: currency as Transaction['currency'],
    fx_rate: finite(ownRate),
    original_amount: finite(withoutMinusZero(money.amount * share)),
    original_fees: withoutMinusZero(money.fees * share),
    original_taxes: withoutMinusZero(money.taxes * share),
    calculated_amount: calculated(money.settled),
    calculated_fees: money.fees === 0 ? 0 : calculated(money.fees),
    calculated_taxes: money.taxes === 0 ? 0 : calculated(money.taxes),
    note: isWhole ? noteOf(ledger, place) : null,
    source: isWhole ? (transactionSources[ledger.source[place] ?? -1] ?? 'system') : 'derived',
    status: transactionStatuses[ledger.status[place] ?? -1] ?? 'booked',
    revision: ledger.revision[place] ?? 1,
    is_editable: isWhole && isEditable(portfolio, place, account),
    flags: wireFlags(flagsOf(portfolio, place, rate)),
  }
}

/** The root id of a transaction. */
export function idOf({ snapshot, names: { ledger } }: Portfolio, place: number): string {
  return (
    (place < ledger.inForce ? snapshot.transactions[place] : ledger.formerIds[place - ledger.inForce]) ?? ''
  )
}

/** What a conversion is called. */
export function pairOf(
  { names: { ledger } }: Portfolio,
  place: number,
  type: TransactionType,
): string | null {
  if (type !== 'fx') return null
  const [paid, received] = [ledger.currency[place] ?? -1, ledger.otherCurrency[place] ?? -1]
  return `${ledger.currencies[paid] ?? ''} → ${ledger.currencies[received] ?? ''}`
}

function isEditable({ names, view }: Portfolio, place: number, account: string): boolean {
  const { ledger } = names
  if (transactionStatuses[ledger.status[place] ?? -1] === 'superseded') return false
  if (view.mayCorrect === 'all') return true
  return view.mayCorrect === 'manual' && names.accounts.get(account)?.custodianId === 'manual'
}

function flagsOf({ snapshot, names: { ledger } }: Portfolio, place: number, rate: number): Flag[] {
  const flags: Flag[] = []
  if (Number.isNaN(rate)) flags.push('no_rate')
  if (transactionStatuses[ledger.status[place] ?? -1] === 'provisional') flags.push('provisional')
  const id = place < ledger.inForce ? snapshot.transactions[place] : undefined
  if (id !== undefined && snapshot.issues.some(issue => issue.transaction === id)) flags.push('not_supported')
  return flags
}
