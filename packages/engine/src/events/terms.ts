import { maturityDay, nominalPerUnit, poolFactor } from '../bonds/nominal.ts'
import { interestPeriods } from '../bonds/schedule.ts'
import type { Day } from '../calendar/day.ts'
import type { Period } from '../calendar/period.ts'
import type { Instrument } from '../ledger/ledger.ts'
import { loanTerms } from '../loans/loan-terms.ts'
import { loanSchedule } from '../loans/schedule.ts'
import { currencyUnit } from '../money/currency.ts'
import { type EventType, type InstrumentEvent, type Money, plainEvent } from './calendar.ts'

const EXPIRIES: Readonly<Record<string, EventType>> = {
  option: 'option_expiry',
  future: 'future_expiry',
  fx_forward: 'forward_expiry',
}

/** Types of events that follow from the terms of an instrument: those of its calendar are ignored. */
export function typesFromTerms(instrument: Instrument): ReadonlySet<EventType> {
  const types = new Set<EventType>()
  const isLoan = instrument.type === 'loan'
  if (instrument.coupons) types.add(isLoan ? 'loan_payment' : 'coupon')
  if (!isLoan && maturityDay(instrument) !== null) types.add('maturity')
  const expiry = EXPIRIES[instrument.type]
  if (expiry && instrument.contractExpiration != null) types.add(expiry)
  if ((instrument.splits ?? []).length > 0) types.add('split')
  return types
}

function isWithin({ from, to }: Period, day: Day): boolean {
  return day >= from && day <= to
}

/** Coupons: nominal x pool factor x rate of the period, for the holder at the close before the ex-day. */
function couponEvents(instrument: Instrument, range: Period): InstrumentEvent[] {
  const { coupons } = instrument
  if (!coupons || instrument.type === 'loan') return []
  const { currency } = currencyUnit(instrument.currency)
  return interestPeriods(coupons, range.from - 1, range.to)
    .filter(({ to, amount }) => isWithin(range, to) && amount !== 0)
    .map(({ to, exDay, amount }) => {
      const perUnit = amount * nominalPerUnit(instrument) * poolFactor(instrument, exDay - 1)
      return {
        day: to,
        type: 'coupon',
        exDay,
        moneyFor: quantity => [{ currency, amount: quantity * perUnit }],
        certainty: 'contractual',
      }
    })
}

function maturityEvents(instrument: Instrument, range: Period): InstrumentEvent[] {
  const maturity = instrument.type === 'loan' ? null : maturityDay(instrument)
  if (maturity === null || !isWithin(range, maturity)) return []
  const { currency } = currencyUnit(instrument.currency)
  const perUnit = nominalPerUnit(instrument) * poolFactor(instrument, maturity)
  const moneyFor = (quantity: number): Money[] => [{ currency, amount: quantity * perUnit }]
  return [{ ...plainEvent('maturity', maturity), moneyFor }]
}

/** Payments of a loan after `asOf`, scheduled from the outstanding amount; payments on a loan granted are receipts. */
function loanEvents(instrument: Instrument, range: Period, asOf: Day): InstrumentEvent[] {
  const { coupons, type } = instrument
  if (!coupons || type !== 'loan') return []
  const { currency } = currencyUnit(instrument.currency)
  const schedulePayments = (quantity: number) => {
    const terms = loanTerms(instrument, Math.abs(quantity) * nominalPerUnit(instrument))
    return terms ? loanSchedule(terms, asOf) : []
  }
  return schedulePayments(1)
    .filter(({ day }) => isWithin(range, day))
    .map(({ day }) => ({
      ...plainEvent('loan_payment', day),
      exDay: Math.min(day, asOf + 1),
      moneyFor: quantity =>
        schedulePayments(quantity)
          .filter(payment => payment.day === day)
          .map(({ interest, principal }) => ({
            currency,
            amount: Math.sign(quantity) * (interest + principal),
            interest: Math.sign(quantity) * interest,
          })),
    }))
}

function expiryEvents(instrument: Instrument, range: Period): InstrumentEvent[] {
  const type = EXPIRIES[instrument.type]
  const day = instrument.contractExpiration
  return type && day != null && isWithin(range, day) ? [plainEvent(type, day)] : []
}

function splitEvents({ splits = [] }: Instrument, range: Period): InstrumentEvent[] {
  return splits.filter(({ day }) => isWithin(range, day)).map(({ day }) => plainEvent('split', day))
}

/**
 * Events that follow from the terms of an instrument within a range of days: coupons, maturity, expiry of options,
 * futures and forwards, loan payments and known splits. Amounts are in the instrument's currency. The two amounts of a
 * forward depend on its entry rate and are added per position.
 */
export function eventsFromTerms(instrument: Instrument, range: Period, asOf: Day): InstrumentEvent[] {
  return [
    ...couponEvents(instrument, range),
    ...maturityEvents(instrument, range),
    ...loanEvents(instrument, range, asOf),
    ...expiryEvents(instrument, range),
    ...splitEvents(instrument, range),
  ]
}
