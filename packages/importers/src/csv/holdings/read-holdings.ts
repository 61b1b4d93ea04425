import type { DraftInput, Holding, InstrumentHint } from '../../draft.ts'
import { RowProblem } from '../../problem.ts'
import type { Collector } from '../../reading.ts'
import type { Place } from '../../row-outcomes.ts'
import { wholeCurrency } from '../../text/currency.ts'
import { isNegative, isZero, magnitude, strictDecimal } from '../../text/decimal.ts'
import { isCurrencyCode } from '../../text/iso-currency.ts'
import type { ColumnMapping } from '../mapping.ts'
import { createRow, type Row, readInstrument, readPartialDraft } from '../row.ts'
import type { CsvRecord } from '../table/records.ts'
import { isAside, isSameRow, readCells } from '../table/table.ts'
import type { TableReader } from '../table/table-reader.ts'

interface HoldingsContext {
  readonly collect: Collector
  readonly mapping: ColumnMapping
  readonly reader: TableReader
  readonly header: CsvRecord
  /** The day the list is of. */
  readonly day: string | null
}

/**
 * Reads a list of holdings. Each row states what an account holds on a day, or its cash in a currency. As opening
 * positions the same rows also become transfers and deposits of that day.
 */
export function readHoldings(context: HoldingsContext, records: readonly CsvRecord[]): void {
  const { collect, header, reader } = context
  for (const record of records) {
    if (record === header) continue
    const place = { line: record.line, raw: record.raw }
    if (isAside(record, header) || isSameRow(record, header)) {
      collect.skip(place, 'not_a_row')
      continue
    }
    const skipped = reader.findSkip?.(record) ?? (isTotal(record) ? { skip: 'total' as const } : null)
    if (skipped) {
      collect.skip(place, skipped.skip, 'value' in skipped ? skipped.value : undefined)
      continue
    }
    let row = createRow(readCells(record, reader.columns), reader.style)
    collect.row(
      place,
      () => {
        row = createRow(reader.refine(row.fields, record), reader.style)
        readRow(context, row, place)
      },
      () => readPartialDraft(row, { type: 'transfer_in', side: 'in' }),
    )
  }
}

/** A total may stand behind an account or a group. */
const isTotal = ({ cells }: CsvRecord): boolean =>
  /^((positions?|account|portfolio|depot|grand|sub) ?-?)?(totals?|summe|gesamt|totale|totaal|somme)$/i.test(
    cells.find(cell => cell !== '')?.trim() ?? '',
  ) || cells.slice(0, 4).some(cell => /^(grand )?totals?:?$/i.test(cell.trim()))

function readRow({ collect, mapping, day }: HoldingsContext, row: Row, place: Place): void {
  if (day === null) throw new RowProblem('no_date', { field: 'date' })
  const isOpening = mapping.rowsAre === 'opening'
  const cash = readCashRow(row)
  if (cash) {
    collect.balance({ line: place.line, kind: 'closing', date: day, ...cash })
    if (isOpening && !isZero(cash.amount)) collect.draft(place, openCash(cash, day))
    else collect.skip(place, 'cash_balance')
    return
  }
  const holding = readHolding(row, mapping, day)
  collect.holding(place, holding)
  if (!isOpening || isZero(holding.quantity)) return
  const cost = readCost(row, holding)
  if (cost === null) collect.warning(place.line, 'no_cost', { value: nameOf(holding.instrument) })
  collect.draft(place, openPosition(holding, cost, day))
}

type HoldingInput = Omit<Holding, 'line' | 'statement'>

const cashWords =
  /^(cash\b|liquidit|konto(korrent|stand)?\b|guthaben|bar(bestand|geld|mittel)|kasse|verrechnungskonto|especes|esp[eè]ces|liquidit[eé]s|contanti|efectivo|kontanter|likvid|geldkonto|settlement account|sweep|held in money market)|\bcash (balance|account)|& cash investments/i

/** Money of an account: a row of a currency instead of a security. */
function readCashRow(row: Row): { currency: string | null; amount: string } | null {
  const { fields } = row
  const words = [fields.instrument_type, fields.name, fields.symbol, fields.note]
  const isNamed = words.some(word => word !== undefined && cashWords.test(word.trim()))
  const isCode = fields.name === undefined && fields.symbol !== undefined && isCurrencyCode(fields.symbol)
  const price = row.number('price')
  // Funds of the money market are held in units.
  const hasUnits = fields.quantity !== undefined && price !== null && !isZero(price)
  if (fields.isin !== undefined || hasUnits || !(isNamed || isCode)) return null
  const amount = row.number('gross') ?? row.number('amount') ?? row.number('net') ?? row.number('quantity')
  if (amount === null) throw new RowProblem('no_amount', { field: 'amount' })
  const named =
    row.currency('currency') ?? row.currency('gross_currency') ?? (isCode ? (fields.symbol ?? null) : null)
  return { currency: named === null ? null : wholeCurrency(named), amount }
}

/** Securities whose value is a hundredth of quantity times price are quoted in percent. */
const isHundredth = (share: number) => share > 0.009 && share < 0.0115
/** Values are rounded, and may contain accrued interest. */
const isSame = (share: number) => share > 0.98 && share < 1.05

function readHolding(row: Row, { priceUnit }: ColumnMapping, day: string): HoldingInput {
  const { securityBy: _, ...style } = row.style
  // A name alone is a security here.
  const read = readInstrument({ ...row, style }, { type: 'transfer_in', side: 'in' })
  if (!read) throw new RowProblem('no_instrument', { field: 'name' })
  const quantity = row.number('quantity')
  if (quantity === null) throw new RowProblem('no_quantity', { field: 'quantity' })
  const price = row.number('price')
  const stated = row.number('gross') ?? row.number('amount') ?? row.number('net')
  const quoted = row.currency('price_currency') ?? row.currency('currency')
  const priceCurrency = priceUnit === 'pence' && quoted === 'GBP' ? 'GBX' : quoted
  const valueCurrency =
    row.currency('gross_currency') ?? (row.fields.gross === undefined ? row.currency('currency') : null)
  const whole = priceCurrency === null ? null : wholeCurrency(priceCurrency)
  const share =
    stated === null || price === null || isZero(price) || isZero(quantity)
      ? null
      : Number(magnitude(stated)) / (Number(magnitude(price)) * Number(magnitude(quantity)))
  const isMinor = priceCurrency !== null && whole !== priceCurrency
  const isPercent = !isMinor && share !== null && isHundredth(share) && priceUnit !== 'money'
  const expected = isPercent || isMinor ? 0.01 : 1
  const isComparable = share !== null && (valueCurrency === null || whole === null || valueCurrency === whole)
  const agrees = share !== null && isSame(share / expected)
  // A value in a stated currency that does not follow from quantity and price is of another column or currency.
  if (isComparable && !agrees && valueCurrency !== null && whole !== null)
    throw new RowProblem('amount_differs', {
      field: 'amount',
      value: `${trimmed(Number(price) * Number(quantity) * expected)} ≠ ${stated}`,
    })
  const keepsValue = agrees || price === null || (valueCurrency !== null && valueCurrency !== whole)
  const instrument: InstrumentHint = {
    ...read,
    currency: priceCurrency ?? read.currency,
    // A fund of the money market is called cash, but is held in units.
    type: read.type === 'cash' ? null : read.type,
    ...(isPercent ? { type: 'bond' as const, contractSize: '0.01' } : {}),
  }
  return {
    date: day,
    instrument,
    quantity,
    price: price === null || isZero(price) ? null : magnitude(price),
    priceCurrency,
    value: keepsValue ? stated : null,
    valueCurrency: keepsValue ? (valueCurrency ?? whole) : null,
    accrued: row.number('accrued'),
  }
}

const trimmed = (value: number): string => String(Math.round(value * 100) / 100)

const nameOf = ({ name, isin, symbol }: InstrumentHint): string => name ?? isin ?? symbol ?? ''

/** The cost of a unit in the currency of its price. A total in another currency says nothing about it. */
function readCost(row: Row, { quantity, priceCurrency, instrument }: HoldingInput): string | null {
  const unit = row.number('cost_price')
  const unitCurrency = row.currency('cost_price_currency')
  const isOwn = (currency: string | null) =>
    currency === null || priceCurrency === null || wholeCurrency(currency) === wholeCurrency(priceCurrency)
  if (unit !== null && !isZero(unit) && isOwn(unitCurrency)) return magnitude(unit)
  const total = row.number('cost')
  const totalCurrency = row.currency('cost_currency')
  if (total === null || isZero(total) || isZero(quantity) || !isOwn(totalCurrency)) return null
  const isInHundredths =
    instrument.contractSize === '0.01' ||
    (priceCurrency !== null && wholeCurrency(priceCurrency) !== priceCurrency)
  const each = (Number(magnitude(total)) / Number(magnitude(quantity))) * (isInHundredths ? 100 : 1)
  return strictDecimal(each.toFixed(10), 'cost')
}

function openPosition(holding: HoldingInput, cost: string | null, date: string): DraftInput {
  const { instrument, quantity, price, priceCurrency } = holding
  const isShort = isNegative(quantity)
  return {
    type: isShort ? 'transfer_out' : 'transfer_in',
    side: isShort ? 'out' : 'in',
    date,
    instrument,
    quantity,
    // Without a cost the position opens at its price of the day.
    price: cost ?? price,
    currency: priceCurrency === null ? null : wholeCurrency(priceCurrency),
  }
}

function openCash(
  { currency, amount }: { currency: string | null; amount: string },
  date: string,
): DraftInput {
  const isOwed = isNegative(amount)
  return {
    type: isOwed ? 'withdrawal' : 'deposit',
    side: isOwed ? 'out' : 'in',
    date,
    currency,
    amount: magnitude(amount),
  }
}

/** Whether a mapping reads holdings instead of transactions. */
export const statesHoldings = ({ rowsAre }: Pick<ColumnMapping, 'rowsAre'>): boolean =>
  rowsAre === 'holdings' || rowsAre === 'opening'
