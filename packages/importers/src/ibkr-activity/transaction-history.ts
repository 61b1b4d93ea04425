import type { TransactionType } from '@plumbline/engine'
import { readOptionSymbol } from '../csv/option-symbol.ts'
import { type DraftInput, type InstrumentHint, noInstrument, type Side } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import type { Collector } from '../reading.ts'
import { parseCurrency } from '../text/currency.ts'
import { parseMoment } from '../text/date.ts'
import { isNegative, isZero, magnitude, minus, negated, parseDecimal, plus, signed } from '../text/decimal.ts'
import { parseIsin } from '../text/isin.ts'
import type { SectionRow } from './sections.ts'

/** The section that makes a file a 'Transaction History' instead of an activity statement. */
export const historySection = 'Transaction History'

/**
 * Reads the rows of a 'Transaction History'. It states every amount in the base currency of the account, whatever
 * currency moved, and adds the effect of exchange rates on cash as rows of its own. Cash is therefore posted in the
 * base currency, so that it agrees with the balances of the file. Prices keep their own currency.
 */
export function readHistory(collect: Collector, rows: readonly SectionRow[], base: string | null): void {
  for (const row of rows)
    collect.row(
      row.place,
      () => {
        if (base === null) throw new RowProblem('no_currency', { field: 'Base Currency' })
        collect.draft(row.place, readDraft(row, parseCurrency(base)))
      },
      () => ({ note: row.cells.Description ?? null }),
    )
}

/** Whether the net amounts of all rows lead from the starting to the ending cash; the difference if they do not. */
export function findMissingCash(
  rows: readonly SectionRow[],
  { starting, ending }: { starting: string; ending: string },
): { computed: string; stated: string } | null {
  try {
    const computed = rows.reduce((sum, row) => plus(sum, readNumber(row, 'Net Amount') ?? '0'), starting)
    return Math.abs(Number(computed) - Number(ending)) <= 0.01 ? null : { computed, stated: ending }
  } catch (error) {
    // The row itself is reported as a problem.
    if (error instanceof RowProblem) return null
    throw error
  }
}

const readText = ({ cells }: SectionRow, name: string): string | null => {
  const text = cells[name]
  return text === undefined || text === '-' ? null : text
}

function readNumber(row: SectionRow, name: string): string | null {
  const text = readText(row, name)
  if (text === null) return null
  // A note such as '(1)' marks futures, whose amounts are notional.
  if (/\(\d+\)$/.test(text)) throw new RowProblem('not_supported', { value: 'Futures' })
  return parseDecimal(text, '.', name)
}

function need(row: SectionRow, name: string): string {
  const value = readNumber(row, name)
  if (value === null) throw new RowProblem('missing_field', { field: name })
  return value
}

type Read = (row: SectionRow, base: DraftInput) => DraftInput

function readDraft(row: SectionRow, currency: string): DraftInput {
  const word = readText(row, 'Transaction Type')
  if (word === null) throw new RowProblem('no_type', { field: 'Transaction Type' })
  const kind = kinds.find(({ words }) => words.test(word))
  if (!kind) throw new RowProblem('unknown_type', { field: 'Transaction Type', value: word })
  const { date } = parseMoment(readText(row, 'Date') ?? '', 'ymd')
  return kind.read(row, { type: kind.type, date, currency, note: readText(row, 'Description') })
}

const kinds: readonly { words: RegExp; type: TransactionType; read: Read }[] = [
  { words: /^buy$/i, type: 'trade', read: (row, base) => trade(row, base, 'buy') },
  { words: /^sell$/i, type: 'trade', read: (row, base) => trade(row, base, 'sell') },
  { words: /^(dividend|payment in lieu.*)$/i, type: 'dividend', read: income },
  { words: /^investment interest (received|paid)$/i, type: 'coupon', read: income },
  { words: /^(credit|debit) interest$/i, type: 'interest', read: cashIncome },
  { words: /^((foreign )?tax withholding|withholding tax)$/i, type: 'tax', read: charge },
  { words: /^(sales|transaction) tax$/i, type: 'tax', read: charge },
  { words: /^(other|broker|advisor) fees?$|^commission adjustment$/i, type: 'fees_cash', read: cashCharge },
  { words: /^(deposit|withdrawal|electronic fund transfer)$/i, type: 'deposit', read: cash },
  { words: /^(internal |cash |position )?transfer$/i, type: 'deposit', read: transfer },
  { words: /^(adjustment|forex trade component)$/i, type: 'other_income', read: cashIncome },
  { words: /^(expired|expiration)$/i, type: 'expiry', read: expiry },
]

/** Treasury bonds are named 'T 4 5/8 02/28/26'; their prices are percentages. */
const bondSymbol = /\s\d{2}\/\d{2}\/\d{2}(\d{2})?$/

function readSecurity(row: SectionRow): InstrumentHint {
  const symbol = readText(row, 'Symbol')
  if (symbol === null) throw new RowProblem('no_instrument', { field: 'Symbol' })
  const option = readOptionSymbol(symbol)
  const bond = bondSymbol.test(symbol) ? ({ type: 'bond', contractSize: '0.01' } as const) : {}
  return { ...noInstrument, symbol, ...bond, ...option }
}

function trade(row: SectionRow, base: DraftInput, side: Side): DraftInput {
  const [gross, net] = [need(row, 'Gross Amount'), need(row, 'Net Amount')]
  const quantity = need(row, 'Quantity')
  const price = need(row, 'Price')
  const quoted = readText(row, 'Price Currency')
  const fees = minus(gross, net)
  // A rebate makes the net amount better than the gross one.
  if (isNegative(fees)) throw new RowProblem('amount_differs', { value: `${gross} ≠ ${net}` })
  const currency = quoted === null ? null : parseCurrency(quoted)
  const instrument = { ...readSecurity(row), name: readText(row, 'Description'), currency }
  checkRate(row, Number(quantity) * Number(price) * Number(instrument.contractSize ?? '1'), Number(gross))
  return {
    ...base,
    side,
    quantity: signed(quantity, side === 'buy'),
    price: magnitude(price),
    net: magnitude(net),
    fees,
    instrument,
    note: null,
  }
}

/** Rates are printed with four decimals or more. */
const rateTolerance = 0.001

/** Newer files state the rate between the price and the amount, which therefore must agree. */
function checkRate(row: SectionRow, value: number, gross: number): void {
  const rate = readNumber(row, 'Exchange Rate')
  if (rate === null) return
  const [computed, stated] = [Math.abs(value) * Number(rate), Math.abs(gross)]
  if (Math.abs(computed - stated) > 0.01 + stated * rateTolerance)
    throw new RowProblem('amount_differs', { value: `${computed.toFixed(2)} ≠ ${stated.toFixed(2)}` })
}

/** An option that ended without value. */
function expiry(row: SectionRow, base: DraftInput): DraftInput {
  const quantity = need(row, 'Quantity')
  const side = isNegative(quantity) ? 'sell' : 'buy'
  return { ...base, side, quantity, price: '0', net: '0', instrument: readSecurity(row) }
}

/** 'GOOGL(US02079K3059) Cash Dividend USD 0.22 per Share' */
const namedIsin = /\(([A-Z]{2}[A-Z0-9]{9}\d)\)/

function securityOfIncome(row: SectionRow): InstrumentHint {
  const isin = parseIsin(namedIsin.exec(readText(row, 'Description') ?? '')?.[1] ?? '')
  return { ...readSecurity(row), isin }
}

function income(row: SectionRow, base: DraftInput): DraftInput {
  return { ...base, net: need(row, 'Net Amount'), instrument: securityOfIncome(row) }
}

function cashIncome(row: SectionRow, base: DraftInput): DraftInput {
  return { ...base, net: need(row, 'Net Amount') }
}

function charge(row: SectionRow, base: DraftInput): DraftInput {
  const instrument = readText(row, 'Symbol') === null ? null : securityOfIncome(row)
  return { ...cashCharge(row, base), instrument }
}

function cashCharge(row: SectionRow, base: DraftInput): DraftInput {
  return { ...base, amount: negated(need(row, 'Net Amount')) }
}

function cash(row: SectionRow, base: DraftInput): DraftInput {
  const amount = need(row, 'Net Amount')
  const isOut = isNegative(amount)
  return {
    ...base,
    type: isOut ? 'withdrawal' : 'deposit',
    side: isOut ? 'out' : 'in',
    amount: magnitude(amount),
  }
}

function transfer(row: SectionRow, base: DraftInput): DraftInput {
  const quantity = readNumber(row, 'Quantity')
  if (quantity === null || isZero(quantity)) return cash(row, base)
  const isOut = isNegative(quantity)
  const [price, quoted] = [readNumber(row, 'Price'), readText(row, 'Price Currency')]
  return {
    ...base,
    type: isOut ? 'transfer_out' : 'transfer_in',
    side: isOut ? 'out' : 'in',
    quantity,
    price: price === null || isZero(price) ? null : magnitude(price),
    instrument: { ...readSecurity(row), currency: quoted === null ? null : parseCurrency(quoted) },
  }
}
