import { TRANSACTION_TYPE_RULES, type TransactionType } from '@plumbline/engine'
import type { InstrumentHint, PartialDraft } from '../draft.ts'
import { noInstrument } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import { findCurrencySymbol, parseCurrency } from '../text/currency.ts'
import { type DateOrder, type Moment, parseMoment } from '../text/date.ts'
import { type DecimalMark, isZero, magnitude, parseDecimal, plus } from '../text/decimal.ts'
import { hasValidCheckDigit, parseIsin } from '../text/isin.ts'
import { parseDay } from './date-order.ts'
import type { Fields, Meaning } from './meaning.ts'
import { readOptionSymbol } from './option-symbol.ts'
import type { Effect, Preset } from './preset.ts'
import { guessInstrumentType } from './words/instrument-words.ts'

/** How the cells of a file are parsed. */
export interface RowStyle
  extends Pick<
    Preset,
    | 'currency'
    | 'securityBy'
    | 'tradeAmountIs'
    | 'feesAreTheRest'
    | 'smallFeesAreTheRest'
    | 'priceIsIndicative'
    | 'rateMeansAccountCurrency'
    | 'instrumentType'
    | 'priceCurrency'
    | 'quotedIn'
    | 'costsAreExtra'
  > {
  readonly decimalMark: DecimalMark
  /** The file has both decimal marks, so that 1.250 cannot be read. */
  readonly mixesDecimalMarks?: boolean
  /** Null where the file leaves it open. */
  readonly dateOrder: DateOrder | null
  /** Parses the numbers of tables that no preset knows. */
  readonly parseNumber?: (text: string, field: string) => string
}

/** Typed access to the cells of a row. An invalid cell throws a RowProblem. */
export interface Row {
  readonly fields: Fields
  readonly style: RowStyle
  number(meaning: Meaning): string | null
  moment(): Moment
  day(meaning: Meaning): string | null
  currency(meaning: Meaning): string | null
}

/** One mark with three digits after it: thousands or a fraction. */
const unclearNumber = /^[^\d.,]*[1-9]\d{0,2}[.,]\d{3}[^\d.,]*$/

export function createRow(fields: Fields, style: RowStyle): Row {
  const day = (meaning: Meaning) => {
    const text = fields[meaning]
    return text === undefined ? null : parseDay(text, style.dateOrder).date
  }
  return {
    fields,
    style,
    number: meaning => {
      const text = fields[meaning]
      if (text === undefined) return null
      const field = meaning.replaceAll('_', ' ')
      if (style.mixesDecimalMarks && unclearNumber.test(text))
        throw new RowProblem('unclear_number', { field, value: text })
      return style.parseNumber?.(text, field) ?? parseDecimal(text, style.decimalMark, field)
    },
    moment: () => {
      const { date, time } = parseDay(fields.date ?? '', style.dateOrder)
      if (fields.time === undefined) return { date, time }
      return { date, time: parseMoment(`2000-01-01 ${fields.time}`, 'ymd').time }
    },
    day,
    currency: meaning => {
      const text = fields[meaning]
      return text === undefined ? null : parseCurrency(text)
    },
  }
}

/** The currency of a row's amounts. Null stands for the currency of the account. */
export function settlementCurrency(row: Row): string | null {
  const { fields, style } = row
  const stated = row.currency('currency')
  if (style.rateMeansAccountCurrency && fields.fx_rate !== undefined && row.number('fx_rate') !== '1')
    return null
  if (stated !== null) return stated
  const marked = findCurrencySymbol(fields.net ?? fields.amount ?? fields.gross ?? '')
  return marked ?? style.currency ?? null
}

const securityColumns: readonly Meaning[] = ['isin', 'symbol', 'name', 'valor', 'cusip', 'wkn', 'sedol']

export function isAboutSecurity({ fields, style }: Row): boolean {
  return (style.securityBy ?? securityColumns).some(meaning => fields[meaning] !== undefined)
}

/** The note of a row. In rows without a security the name column holds it. */
export function readNote(row: Row): string | null {
  return row.fields.note ?? (isAboutSecurity(row) ? null : (row.fields.name ?? null))
}

/** The security of a row, or null for a cash row, whose name column may hold a note. */
export function readInstrument(row: Row, effect: Effect | null): InstrumentHint | null {
  const { fields, style } = row
  if (effect?.isCashOnly) return null
  const needsOne = effect === null || TRANSACTION_TYPE_RULES[effect.type].needs.includes('instrument')
  if (!needsOne && !isAboutSecurity(row)) return null
  if (!securityColumns.some(meaning => fields[meaning] !== undefined)) return null
  const isin = parseIsin(fields.isin ?? '')
  if (isin !== null && !hasValidCheckDigit(isin))
    throw new RowProblem('not_an_isin', { field: 'isin', value: isin })
  const option = readOptionSymbol(fields.symbol ?? '')
  const identifiers = [
    ...(fields.valor ? [{ kind: 'valor' as const, value: fields.valor }] : []),
    ...(fields.cusip ? [{ kind: 'cusip' as const, value: fields.cusip }] : []),
    ...(fields.sedol ? [{ kind: 'sedol' as const, value: fields.sedol }] : []),
    ...(fields.wkn ? [{ kind: 'wkn' as const, value: fields.wkn }] : []),
  ]
  return {
    ...noInstrument,
    isin,
    symbol: fields.symbol ?? null,
    name: fields.name ?? null,
    ...option,
    // Dividends, fees and taxes may be paid in another currency than the quotation.
    currency:
      row.currency('price_currency') ??
      style.priceCurrency ??
      style.quotedIn?.find(({ symbol }) => symbol.test(fields.symbol ?? ''))?.currency ??
      (effect && TRANSACTION_TYPE_RULES[effect.type].isPricedInRowCurrency ? row.currency('currency') : null),
    type: effect?.instrumentType ?? style.instrumentType ?? option?.type ?? statedType(fields),
    exchange: fields.exchange ?? null,
    identifiers,
  }
}

/** A row may call its money cash: what has an ISIN is none. */
function statedType({ instrument_type: text, isin }: Fields): InstrumentHint['type'] {
  const type = text === undefined ? null : guessInstrumentType(text)
  return type === 'cash' && isin !== undefined ? null : type
}

export interface Costs {
  readonly fees: string
  readonly taxes: string
  /** Costs in another currency than the settlement, which become drafts of their own. */
  readonly foreign: readonly {
    readonly type: TransactionType
    readonly amount: string
    readonly currency: string
  }[]
}

/** Reads costs as magnitudes, because brokers sign them differently. */
/** Fees on top of the amount of a row, which are in the same unit. */
export function readExtraFees(row: Row): string {
  const fees = row.number('fees')
  if (fees === null || isZero(fees)) return '0'
  const unit = row.fields.fees_currency
  const own = row.fields.currency ?? row.fields.symbol ?? ''
  if (unit !== undefined && unit !== own)
    throw new RowProblem('currency_differs', { field: 'fees', value: `${own}, ${unit}` })
  return magnitude(fees)
}

export function readCosts(row: Row, effect: Effect, currency: string | null): Costs {
  let fees = '0'
  let taxes = '0'
  if (effect.costsInKind) return { fees, taxes, foreign: [] }
  if (row.style.costsAreExtra) return { fees: readExtraFees(row), taxes, foreign: [] }
  const foreign: { type: TransactionType; amount: string; currency: string }[] = []
  const add = (amount: Meaning, unit: Meaning | null, kind: 'fees' | 'tax'): void => {
    const value = row.number(amount)
    if (value === null || isZero(value)) return
    const own = unit === null ? null : row.currency(unit)
    if (own !== null && currency !== null && own !== currency)
      foreign.push({ type: kind, amount: magnitude(value), currency: own })
    else if (kind === 'tax') taxes = plus(taxes, magnitude(value))
    else fees = plus(fees, magnitude(value))
  }
  add('fees', 'fees_currency', effect.costsAreTaxes ? 'tax' : 'fees')
  add('more_fees', 'more_fees_currency', 'fees')
  add('taxes', 'taxes_currency', 'tax')
  return { fees, taxes, foreign }
}

/** Reads each cell on its own, so that one bad cell does not hide the good ones. */
export function readPartialDraft(row: Row, effect: Effect | null): PartialDraft {
  const attempt = <T>(read: () => T | null): T | null => {
    try {
      return read()
    } catch (error) {
      if (error instanceof RowProblem) return null
      throw error
    }
  }
  const partial: Record<string, unknown> = {
    type: effect?.type,
    side: effect?.side,
    date: attempt(() => row.moment().date),
    settleDate: attempt(() => row.day('settle_date')),
    currency: attempt(() => settlementCurrency(row)),
    quantity: attempt(() => row.number('quantity')),
    price: attempt(() => row.number('price')),
    amount: attempt(() => row.number('amount') ?? row.number('net') ?? row.number('gross')),
    fees: attempt(() => row.number('fees')),
    taxes: attempt(() => row.number('taxes')),
    note: row.fields.note,
    reference: row.fields.reference,
    instrument: attempt(() => readInstrument(row, effect)) ?? bareInstrument(row),
  }
  for (const key of Object.keys(partial))
    if (partial[key] === null || partial[key] === undefined) delete partial[key]
  return partial as PartialDraft
}

function bareInstrument({ fields }: Row): InstrumentHint | null {
  if (!(fields.isin || fields.symbol || fields.name)) return null
  return {
    ...noInstrument,
    isin: fields.isin ?? null,
    symbol: fields.symbol ?? null,
    name: fields.name ?? null,
  }
}
