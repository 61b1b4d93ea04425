import type { UserSettings } from '@plumbline/contract'
import { numberIn } from './instrument-rules.ts'
import { termsOfType } from './instrument-terms.ts'
import type { Instrument, InstrumentBody } from './use-instruments.ts'

type CurrencyCode = UserSettings['currency']

/** The form of an instrument as it is typed. */
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
  /** In percent a year. */
  coupon: string
  coupons_per_year: string
  day_count: Instrument['day_count']
  ex_coupon_days: string
  pool_factors: { date: string; factor: string }[]
  strike: string
  option_right: Instrument['option_right']
  underlying: string
  base_currency: CurrencyCode | null
  identifiers: { kind: string; value: string }[]
}

/** The fields that the server may have something to say about. */
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
] as const satisfies (keyof InstrumentValues)[]

/** What one unit is worth in prices, before anybody says so. */
export function contractSizeOf(type: Instrument['instrument_type']): string {
  return type === 'bond' ? '0.01' : '1'
}

const typed = (value: number | null | undefined) => (value == null ? '' : String(value))

export function valuesOf(instrument: Instrument | null, currency: CurrencyCode): InstrumentValues {
  const coupon = instrument?.coupon
  return {
    name: instrument?.name ?? '',
    long_name: instrument?.long_name ?? '',
    symbol: instrument?.symbol ?? '',
    isin: instrument?.isin ?? '',
    exchange: instrument?.exchange ?? '',
    instrument_type: instrument?.instrument_type ?? 'equity',
    // A hundredth of a currency (GBp) is kept as it is unless another one is chosen.
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
    identifiers: instrument?.identifiers ?? [],
  }
}

/** As it travels. Terms that the type does not have stay away. */
export function bodyOf(values: InstrumentValues): InstrumentBody {
  const orNull = (text: string) => (text.trim() === '' ? null : text.trim())
  const { hasCoupons, hasUnderlying, isOption, isForward } = termsOfType(values.instrument_type)
  const coupon = numberIn(values.coupon)
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
    contract_size: numberIn(values.contract_size) ?? 1,
    contract_expiration: orNull(values.contract_expiration),
    ...(hasCoupons && {
      coupon: coupon === null ? null : Number((coupon / 100).toPrecision(12)),
      // The choices of the field are the numbers that there are.
      coupons_per_year: numberIn(values.coupons_per_year) as InstrumentBody['coupons_per_year'],
      day_count: values.day_count,
      ex_coupon_days: numberIn(values.ex_coupon_days),
      pool_factors: values.pool_factors.map(({ date, factor }) => ({ date, factor: numberIn(factor) ?? 1 })),
    }),
    ...(isOption && { strike: numberIn(values.strike), option_right: values.option_right }),
    ...(hasUnderlying && { underlying: orNull(values.underlying) }),
    ...(isForward && { base_currency: values.base_currency }),
    identifiers: values.identifiers.map(({ kind, value }) => ({ kind: kind.trim(), value: value.trim() })),
  }
}
