import { hash } from 'node:crypto'
import type { DraftValue } from '@plumbline/contract'
import type { TransactionType } from '@plumbline/engine'
import { type DraftInput, type InstrumentHint, noInstrument, type Places } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import type { Collector } from '../reading.ts'
import type { Place } from '../row-outcomes.ts'
import { negated } from '../text/decimal.ts'
import type {
  PdfField,
  PdfHolding,
  PdfKind,
  PdfTransaction,
  RejectReason,
  StatementReading,
} from './text/transaction.ts'

const values: Readonly<Partial<Record<PdfField, DraftValue>>> = {
  kind: 'transaction_type',
  date: 'date',
  isin: 'security',
  wkn: 'security',
  ticker: 'security',
  name: 'security',
  shares: 'quantity',
  gross: 'gross',
  grossForeign: 'gross',
  rate: 'fx_rate',
  fees: 'fees',
  taxes: 'taxes',
  amount: 'net',
}

/** Adds what was read from the lines of a document. Every transaction and problem becomes a row of the import. */
export function addReading(collect: Collector, reading: StatementReading, lines: readonly string[]): void {
  for (const transaction of reading.transactions) {
    const place = findPlace(transaction, lines)
    const rejected = transaction.rejected ?? reading.rejected
    if (rejected) reject(collect, place, rejected)
    else
      collect.row(place, () =>
        collect.draft(place, readDraft(transaction), { kind: 'key', key: transactionKey(transaction) }),
      )
  }
  for (const { line, message } of reading.problems)
    collect.problem({ line: line + 1, raw: lines[line] ?? '' }, 'pdf_uncertain', { value: message })
  for (const holding of reading.holdings ?? []) addHolding(collect, holding, lines)
  const holdings = reading.holdings?.length ?? 0
  if (reading.transactions.length + reading.problems.length + holdings > 0) return
  const title = { line: 1, raw: lines[0] ?? '' }
  if (reading.rejected) reject(collect, title, reading.rejected)
  else collect.problem(title, 'pdf_unknown')
}

function addHolding(collect: Collector, holding: PdfHolding, lines: readonly string[]): void {
  const { date, isin, name, isPercent, line, ...values } = holding
  const instrument: InstrumentHint = {
    ...noInstrument,
    isin,
    name: name === null ? null : cleanName(name, [isin, isin.slice(5, 11)]),
    currency: isPercent ? holding.valueCurrency : holding.priceCurrency,
    ...(isPercent && { type: 'bond', contractSize: '0.01' }),
  }
  collect.holding({ line: line + 1, raw: lines[line] ?? '' }, { ...values, date, instrument, accrued: null })
}

/** A cancelled transaction may be in the ledger, and a split changes holdings: somebody has to look at them. */
function reject(collect: Collector, place: Place, reason: RejectReason): void {
  if (reason === 'cancellation') collect.problem(place, 'pdf_cancellation')
  else if (reason === 'split') collect.problem(place, 'not_supported', { value: 'split' })
  else collect.skip(place, reason === 'not-booked' ? 'pending' : 'other_document')
}

function findPlace({ places }: PdfTransaction, lines: readonly string[]): Place {
  const read = [...new Set(Object.values(places).flat())].sort((a, b) => a - b)
  return { line: (read[0] ?? 0) + 1, raw: read.map(index => lines[index] ?? '').join('\n') }
}

function linesByValue({ places }: PdfTransaction): Places {
  const found: Partial<Record<DraftValue, number[]>> = {}
  for (const [field, indexes] of Object.entries(places)) {
    // Object.entries loses the type of the key.
    const value = values[field as PdfField]
    if (value === undefined) continue
    const read = new Set([...(found[value] ?? []), ...indexes.map(index => index + 1)])
    if (read.size > 0) found[value] = [...read].sort((a, b) => a - b)
  }
  return found
}

/**
 * The same document gives the same key. What a better reader may divide otherwise, such as costs into fees and taxes,
 * is no part of it. The prefix marks transactions that other files state in other words.
 */
function transactionKey(transaction: PdfTransaction): string {
  const { kind, date, time, isin, wkn, name, shares, currency, amount, note } = transaction
  const parts = [kind, date, time, isin ?? wkn ?? name, shares, currency, amount, note]
  return `pdf:${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32)}`
}

const cashTypes: Readonly<
  Record<
    Exclude<PdfKind, 'purchase' | 'sale' | 'inboundDelivery' | 'outboundDelivery' | 'accountTransfer'>,
    { readonly type: TransactionType; readonly isIn: boolean }
  >
> = {
  dividend: { type: 'dividend', isIn: true },
  interest: { type: 'interest', isIn: true },
  interestCharge: { type: 'interest', isIn: false },
  deposit: { type: 'deposit', isIn: true },
  removal: { type: 'withdrawal', isIn: false },
  fee: { type: 'fees_cash', isIn: false },
  feeRefund: { type: 'fees_cash', isIn: true },
  taxes: { type: 'tax', isIn: false },
  taxRefund: { type: 'tax', isIn: true },
}

function readDraft(transaction: PdfTransaction): DraftInput {
  const { kind, date, time, exDate, currency, note } = transaction
  const instrument = readInstrument(transaction)
  const head = { date, time, exDate, currency, note, instrument, places: linesByValue(transaction) }
  switch (kind) {
    case 'purchase':
    case 'sale':
    case 'inboundDelivery':
    case 'outboundDelivery':
      return readUnits(transaction, head)
    case 'accountTransfer':
      // Which of the two accounts the file is imported into is not known.
      throw new RowProblem('not_supported', { value: 'transfer between accounts' })
    default:
      return readCash(transaction, head, cashTypes[kind])
  }
}

type Head = Omit<DraftInput, 'type'>

function readUnits(transaction: PdfTransaction, head: Head): DraftInput {
  const { kind, shares, nominal, amount, gross, grossForeign, fees, taxes } = transaction
  const isIn = kind === 'purchase' || kind === 'inboundDelivery'
  const units = nominal ?? shares
  const quantity = units !== null && !isIn ? negated(units) : units
  if (kind === 'purchase' || kind === 'sale')
    return {
      ...head,
      type: 'trade',
      side: isIn ? 'buy' : 'sell',
      quantity,
      amount: grossForeign,
      net: amount,
      fees,
      taxes,
    }
  return {
    ...head,
    type: isIn ? 'transfer_in' : 'transfer_out',
    side: isIn ? 'in' : 'out',
    quantity,
    amount: grossForeign ?? gross,
  }
}

function readCash(
  { amount, grossForeign, fees, taxes }: PdfTransaction,
  head: Head,
  { type, isIn }: { readonly type: TransactionType; readonly isIn: boolean },
): DraftInput {
  const base = { ...head, type }
  if (type === 'dividend' || type === 'interest')
    return {
      ...base,
      net: isIn ? amount : negated(amount),
      fees,
      taxes,
      ...(type === 'dividend' && head.instrument && { amount: grossForeign }),
    }
  if (type === 'fees_cash' || type === 'tax')
    return {
      ...base,
      type: type === 'fees_cash' && head.instrument ? 'fees' : type,
      amount: isIn ? negated(amount) : amount,
    }
  return { ...base, side: isIn ? 'in' : 'out', instrument: null, amount }
}

function readInstrument(transaction: PdfTransaction): InstrumentHint | null {
  const { isin, wkn, ticker, name, nominal, foreignCurrency } = transaction
  if ((isin ?? wkn ?? ticker ?? name) === null) return null
  return {
    ...noInstrument,
    isin,
    symbol: ticker,
    name: name === null ? null : cleanName(name, [isin, wkn, isin?.slice(5, 11) ?? null]),
    currency: foreignCurrency,
    identifiers: wkn === null ? [] : [{ kind: 'wkn', value: wkn }],
    ...(nominal !== null && { type: 'bond', contractSize: '0.01' }),
  }
}

const unitWords = /^(?:stück|stk\.?|anteile?|shares?|units?|nominale?)$/i

/** A name without the unit and the identifiers that stand beside it in a table; a German ISIN contains the WKN. */
function cleanName(name: string, identifiers: readonly (string | null)[]): string {
  const words = name.split(' ').filter(word => !identifiers.includes(word))
  while (words.length > 1 && unitWords.test(words[0] ?? '')) words.shift()
  return words.join(' ') || name
}
