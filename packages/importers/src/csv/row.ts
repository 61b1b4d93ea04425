import type { TransactionType } from '@plumbline/engine'
import type { InstrumentHint, PartialDraft } from '../draft.ts'
import { noInstrument } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import { currencyMarkOf, parseCurrency } from '../text/currency.ts'
import { type DateOrder, type Moment, parseMoment } from '../text/date.ts'
import { type DecimalMark, isZero, magnitude, parseDecimal, plus } from '../text/decimal.ts'
import { hasValidCheckDigit, isinOf } from '../text/isin.ts'
import { instrumentTypeOf } from './instrument-words.ts'
import type { Fields, Meaning } from './meaning.ts'
import type { Effect, Preset } from './preset.ts'

/** How the cells of a file are to be read. */
export interface RowStyle
  extends Pick<
    Preset,
    | 'currency'
    | 'securityBy'
    | 'tradeAmountIs'
    | 'feesAreTheRest'
    | 'rateMeansAccountCurrency'
    | 'instrumentType'
  > {
  readonly decimalMark: DecimalMark
  readonly dateOrder: DateOrder
}

/** The cells of a row as values. Reading one that says something else than it should throws a RowProblem. */
export interface Row {
  readonly fields: Fields
  readonly style: RowStyle
  number(meaning: Meaning): string | null
  moment(): Moment
  day(meaning: Meaning): string | null
  currency(meaning: Meaning): string | null
}

export function rowOf(fields: Fields, style: RowStyle): Row {
  const day = (meaning: Meaning) => {
    const text = fields[meaning]
    return text === undefined ? null : parseMoment(text, style.dateOrder).date
  }
  return {
    fields,
    style,
    number: meaning => {
      const text = fields[meaning]
      return text === undefined ? null : parseDecimal(text, style.decimalMark, meaning.replaceAll('_', ' '))
    },
    moment: () => {
      const { date, time } = parseMoment(fields.date ?? '', style.dateOrder)
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

/** What the amounts of a row are in. Null stands for the currency of the account. */
export function settlementCurrency(row: Row): string | null {
  const { fields, style } = row
  const stated = row.currency('currency')
  if (style.rateMeansAccountCurrency && fields.fx_rate !== undefined && row.number('fx_rate') !== '1')
    return null
  if (stated !== null) return stated
  const marked = currencyMarkOf(fields.net ?? fields.amount ?? fields.gross ?? '')
  return marked ?? style.currency ?? null
}

const securityColumns: readonly Meaning[] = ['isin', 'symbol', 'name', 'valor', 'cusip', 'wkn']

export function isAboutSecurity({ fields, style }: Row): boolean {
  return (style.securityBy ?? securityColumns).some(meaning => fields[meaning] !== undefined)
}

/** The words of a row: its note, or the name in a row that is about money. */
export function noteOf(row: Row): string | null {
  return row.fields.note ?? (isAboutSecurity(row) ? null : (row.fields.name ?? null))
}

/** Rows with a price are in the currency of that price. */
const namesPrice: ReadonlySet<TransactionType> = new Set([
  'trade',
  'redemption',
  'transfer_in',
  'transfer_out',
  'valuation',
])

/** The security of a row, or null for a row that is about money alone. */
export function instrumentOf(row: Row, effect: Effect | null): InstrumentHint | null {
  const { fields, style } = row
  if (!(fields.isin || fields.symbol || fields.name || fields.valor || fields.cusip || fields.wkn))
    return null
  const isin = isinOf(fields.isin ?? '')
  if (isin !== null && !hasValidCheckDigit(isin))
    throw new RowProblem('not_an_isin', { field: 'isin', value: isin })
  const identifiers = [
    ...(fields.valor ? [{ kind: 'valor' as const, value: fields.valor }] : []),
    ...(fields.cusip ? [{ kind: 'cusip' as const, value: fields.cusip }] : []),
    ...(fields.wkn ? [{ kind: 'wkn' as const, value: fields.wkn }] : []),
  ]
  return {
    ...noInstrument,
    isin,
    symbol: fields.symbol ?? null,
    name: fields.name ?? null,
    // Dividends, fees and taxes may come in another currency than the one a share is quoted in.
    currency:
      row.currency('price_currency') ??
      (effect && namesPrice.has(effect.type) ? row.currency('currency') : null),
    type:
      effect?.instrumentType ??
      style.instrumentType ??
      (fields.instrument_type ? instrumentTypeOf(fields.instrument_type) : null),
    exchange: fields.exchange ?? null,
    identifiers,
  }
}

export interface Costs {
  readonly fees: string
  readonly taxes: string
  /** Costs in another currency than the row settles in, which are rows of their own. */
  readonly foreign: readonly {
    readonly type: TransactionType
    readonly amount: string
    readonly currency: string
  }[]
}

/** Costs are charges whatever sign a broker gives them, unless the row says that they came back. */
export function costsOf(row: Row, effect: Effect, currency: string | null): Costs {
  let fees = '0'
  let taxes = '0'
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

/** What can be read of a row that cannot be posted: each cell by itself, so that one bad cell hides no good one. */
export function partialOf(row: Row, effect: Effect | null): PartialDraft {
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
    instrument: attempt(() => instrumentOf(row, effect)) ?? bareInstrument(row),
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
