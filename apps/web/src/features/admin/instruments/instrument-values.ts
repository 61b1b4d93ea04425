import type { UserSettings } from '@plumbline/contract'
import { parseTypedNumber } from './instrument-rules.ts'
import { listTerms } from './instrument-terms.ts'
import type { Instrument, InstrumentBody } from './use-instruments.ts'

type CurrencyCode = UserSettings['currency']

/** The typed values of the instrument form. */
export interface InstrumentValues {
  name: string
  long_name: string
  symbol: string
  isin: string
  exchange: string
  instrument_type: Instrument['instrument_type']
  currency: CurrencyCode
  country: Instrument['country']
  sector: Instrument['sector']
  contract_size: string
  contract_expiration: string
  /** In percent per year. */
  coupon: string
  coupons_per_year: string
  day_count: Instrument['day_count']
  ex_coupon_days: string
  pool_factors: { date: string; factor: string }[]
  strike: string
  option_right: Instrument['option_right']
  underlying: string
  base_currency: CurrencyCode | null
  index_return: Instrument['index_return']
  identifiers: { kind: string; value: string }[]
}

/** The fields that the server may report errors for. */
export const sentFields = [
  'name',
  'long_name',
  'symbol',
  'isin',
  'exchange',
  'instrument_type',
  'currency',
  'country',
  'sector',
  'contract_size',
  'contract_expiration',
  'coupon',
  'coupons_per_year',
  'day_count',
  'ex_coupon_days',
  'strike',
  'option_right',
  'underlying',
  'base_currency',
  'index_return',
] as const satisfies (keyof InstrumentValues)[]

/** The default contract size of a new instrument. */
export function defaultContractSize(type: Instrument['instrument_type']): string {
  return type === 'bond' ? '0.01' : '1'
}

const typed = (value: number | null | undefined) => (value == null ? '' : String(value))

export function toFormValues(instrument: Instrument | null, currency: CurrencyCode): InstrumentValues {
  const coupon = instrument?.coupon
  return {
    name: instrument?.name ?? '',
    long_name: instrument?.long_name ?? '',
    symbol: instrument?.symbol ?? '',
    isin: instrument?.isin ?? '',
    exchange: instrument?.exchange ?? '',
    instrument_type: instrument?.instrument_type ?? 'equity',
    currency: (instrument?.currency as CurrencyCode | undefined) ?? currency,
    country: instrument?.country ?? null,
    sector: instrument?.sector ?? null,
    contract_size: typed(instrument?.contract_size ?? 1),
    contract_expiration: instrument?.contract_expiration ?? '',
    coupon: coupon == null ? '' : typed(Number((coupon * 100).toPrecision(12))),
    coupons_per_year: typed(instrument?.coupons_per_year),
    day_count: instrument?.day_count ?? null,
    ex_coupon_days: typed(instrument?.ex_coupon_days),
    pool_factors: (instrument?.pool_factors ?? []).map(({ date, factor }) => ({
      date,
      factor: typed(factor),
    })),
    strike: typed(instrument?.strike),
    option_right: instrument?.option_right ?? null,
    underlying: instrument?.underlying?.id ?? '',
    base_currency: (instrument?.base_currency as CurrencyCode | null | undefined) ?? null,
    index_return: instrument?.index_return ?? null,
    identifiers: instrument?.identifiers ?? [],
  }
}

/** Builds the request body. Leaves out terms that the type does not have. */
export function toRequestBody(values: InstrumentValues): InstrumentBody {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  const { hasCoupons, hasUnderlying, isOption, isForward, isIndex } = listTerms(values.instrument_type)
  const coupon = parseTypedNumber(values.coupon)
  return {
    name: values.name.trim(),
    long_name: orNull(values.long_name),
    symbol: orNull(values.symbol),
    isin: orNull(values.isin.toUpperCase()),
    exchange: orNull(values.exchange),
    instrument_type: values.instrument_type,
    currency: values.currency,
    country: values.country,
    sector: values.sector,
    contract_size: parseTypedNumber(values.contract_size) ?? 1,
    contract_expiration: orNull(values.contract_expiration),
    ...(hasCoupons && {
      coupon: coupon === null ? null : Number((coupon / 100).toPrecision(12)),
      // The select offers only the allowed frequencies.
      coupons_per_year: parseTypedNumber(values.coupons_per_year) as InstrumentBody['coupons_per_year'],
      day_count: values.day_count,
      ex_coupon_days: parseTypedNumber(values.ex_coupon_days),
      pool_factors: values.pool_factors.map(({ date, factor }) => ({
        date,
        factor: parseTypedNumber(factor) ?? 1,
      })),
    }),
    ...(isOption && { strike: parseTypedNumber(values.strike), option_right: values.option_right }),
    ...(hasUnderlying && { underlying: orNull(values.underlying) }),
    ...(isForward && { base_currency: values.base_currency }),
    index_return: isIndex ? values.index_return : null,
    identifiers: values.identifiers.map(({ kind, value }) => ({ kind: kind.trim(), value: value.trim() })),
  }
}
