import type { BankProfile } from '../profiles/profile.ts'
import type { LabelledDate } from './facts/date-facts.ts'
import type { Item } from './facts/facts.ts'
import type { PdfKind } from './transaction.ts'
import type { LabelRole } from './words/label-words.ts'

/** A payment or trade whose date is looked for. */
interface DatedNote {
  readonly kind: PdfKind
  readonly net: Item
  readonly profile: BankProfile | null
  /** A security that is paid back: its day is that of the payment. */
  readonly isRedemption?: boolean
}

const tradeOrder: readonly LabelRole[] = ['tradeDate', 'orderDate', 'valueDate', 'documentDate']
const redemptionOrder: readonly LabelRole[] = ['tradeDate', 'valueDate', 'payDate', 'documentDate']
const incomeOrder: readonly LabelRole[] = ['valueDate', 'payDate', 'documentDate']

/** The day of a trade, or the value date of a payment, by its label; else the reason why it is not certain. */
export function chooseDate(dates: readonly LabelledDate[], note: DatedNote): LabelledDate | string {
  const stated = dates.find(({ role }) => role === 'stated')
  if (stated) return stated
  const isTrade = note.kind === 'purchase' || note.kind === 'sale'
  return (
    (isTrade ? chooseTradeDate(dates, note) : chooseIncomeDate(dates, note)) ??
    (note.profile === null ? onlyRow(dates) : null) ??
    'The date is missing.'
  )
}

/** The first date of the role that says most, or the first of them that has a time of day. */
function chooseTradeDate(dates: readonly LabelledDate[], note: DatedNote): LabelledDate | string | null {
  const own = note.profile?.dateOrder?.trade
  const isUsual = own === undefined && !note.isRedemption
  for (const role of own ?? (note.isRedemption ? redemptionOrder : tradeOrder)) {
    // A time of day stands with the execution: it says more than the day of the order or of the letter.
    const executed = isUsual && role !== 'tradeDate' ? dates.find(isExecution) : undefined
    if (executed) return canSettle(executed, dates) ? executed : 'The day of the trade is not stated.'
    const labelled = dates.filter(date => date.role === role)
    const chosen = labelled.find(({ time }) => time !== null) ?? labelled[0]
    if (!chosen) continue
    // The time of an execution whose label is not known: the line that names a trade may be about an earlier one.
    const isOther = (date: LabelledDate) =>
      date.role === null && isExecution(date) && date.value !== chosen.value && date.line < chosen.line
    if (isUsual && role === 'tradeDate' && chosen.time === null && dates.some(isOther))
      return 'The day of the trade is not stated.'
    return isUsual && isDoubtful(chosen, dates) ? 'The day of the trade is not stated.' : chosen
  }
  return null
}

/** The only date that begins a line below a heading 'Date'. */
function onlyRow(dates: readonly LabelledDate[]): LabelledDate | null {
  const [first, ...others] = dates.filter(({ isRow }) => isRow)
  return first && others.every(({ value }) => value === first.value) ? first : null
}

const isExecution = ({ role, time }: LabelledDate): boolean =>
  time !== null && (role === null || role === 'documentDate')

/** Whether a trade of this day may settle on the value date that is stated. */
function canSettle({ value }: LabelledDate, dates: readonly LabelledDate[]): boolean {
  const settled = dates.filter(date => date.role === 'valueDate')
  return settled.every(date => {
    const days = (Date.parse(date.value) - Date.parse(value)) / 86_400_000
    return days >= 0 && days <= 3 * maxDaysToSettle
  })
}

/** Trades settle within this many days. */
const maxDaysToSettle = 10
/** An order may be executed on one of the days that follow, over a weekend. */
const maxDaysToExecute = 3

/** Whether the day of an order is too old, or a letter before the value date may have been written on the day of the trade. */
function isDoubtful({ role, value }: LabelledDate, dates: readonly LabelledDate[]): boolean {
  const daysAfter = (date: LabelledDate) => (Date.parse(date.value) - Date.parse(value)) / 86_400_000
  const isWithin = (days: number) => (gap: number) => gap > 0 && gap <= days
  // A date without a known label may be that of the trade.
  const others = dates.filter(date => date.role === 'documentDate' || isUnknown(date))
  const gaps = others.map(daysAfter)
  if (role === 'orderDate') {
    const settled = dates.filter(date => date.role === 'valueDate').map(daysAfter)
    return settled.some(gap => gap > maxDaysToSettle) || gaps.some(isWithin(maxDaysToExecute))
  }
  if (role !== 'valueDate') return role === 'documentDate'
  const isBefore = (date: LabelledDate) => isWithin(maxDaysToSettle)(-daysAfter(date))
  if (dates.some(date => date.role === null && date.value === value)) return false
  // A letter of the value date confirms it, unless a date before it has a label that is not known.
  if (gaps.includes(0)) return dates.some(date => isUnknown(date) && isBefore(date))
  return others.some(isBefore)
}

/** The day a payment was made, unlike the day from which it can be asked for ('zahlbar ab'). */
const paymentDay =
  /(?:^| )(?:zahltag|zahlungstag|zahlungsdatum|auszahlungsdatum|auszahlungstag|dividendenzahltag|pay date|payment date|payday|date of payment|date paid|date de paiement|date paiement|date du paiement|betaaldatum|betaaldag|data pagamento|data di pagamento|fecha de pago|fecha pago)(?: |$)/

const due = /(?:^| )(?:zahlbar|zahlbarkeitstag|payable|payable from)(?: ab| am)?$/

/** 'Den Betrag buchen wir mit Wertstellung 12.06.2024': the day the account was moved. */
export const bookedWith =
  /(?:^| )(?:mit|avec|con|met|with) (?:wertstellung|wert|valuta|valeur|valor|value)(?: |$)/

/** The date nearest to the amount paid. A day of payment that differs from the value date leaves it open. */
function chooseIncomeDate(
  dates: readonly LabelledDate[],
  { kind, net, profile }: DatedNote,
): LabelledDate | string | null {
  const own = profile?.dateOrder?.income
  const distance = (date: LabelledDate) => Math.abs(date.line - net.line)
  for (const role of own ?? incomeOrder) {
    const labelled = dates.filter(date => date.role === role)
    if (labelled.length === 0) continue
    const chosen = labelled.reduce((best, date) => (distance(date) < distance(best) ? date : best))
    const paid =
      own === undefined && kind === 'dividend' && role === 'valueDate' && findOtherDay(chosen, dates, profile)
    if (paid) return `Value date ${chosen.value} and day of payment ${paid.value} differ.`
    // The day in the row of the amount is that of the booking.
    const row = dates.filter(date => date.line === net.line)
    const isInRow = row.length > 0 && row.every(({ value }) => value === chosen.value)
    const isSure = own !== undefined || role === 'valueDate' || isInRow
    const isUncertain = !isSure && hasUnknownNear(chosen, dates)
    return isUncertain ? 'The day of the payment is not stated.' : chosen
  }
  return null
}

/** What is due is booked soon after. */
const maxDaysFromDue = 3

/**
 * A day of payment that differs from the value date. Banks differ in which of the two they mean; a profile knows its bank.
 * What is only due says less than a booking, but coupons count on the day they are due.
 */
function findOtherDay(
  value: LabelledDate,
  dates: readonly LabelledDate[],
  profile: BankProfile | null,
): LabelledDate | undefined {
  const isBooked = bookedWith.test(value.label)
  const isLate = (date: LabelledDate) =>
    Date.parse(value.value) - Date.parse(date.value) > maxDaysFromDue * 86_400_000
  const isCoupon = dates.some(({ label }) => /(?:^| )(?:kupon|coupon|zinstermin)(?: |$)/.test(label))
  const says = (date: LabelledDate) =>
    profile === null
      ? isLate(date) || !(isBooked && !isCoupon && due.test(date.label))
      : paymentDay.test(date.label)
  const paid = dates.find(date => date.role === 'payDate' && says(date))
  return paid?.value === value.value ? undefined : paid
}

/** Words of days that are neither those of a trade nor of a payment. */
const besides =
  /kursdatum|devisen|geschaftsjahr|stichtag|record|bestand|geburt|laufzeit|zeitraum|period|maturity|emission|gultig|limit|registered|incorporated|(?:^| )(?:bis|from|fx|rate|per|zum|until|seit|since|ab)(?: |$)/

const isUnknown = ({ role, label }: LabelledDate): boolean => role === null && !besides.test(label)

/** A payment is booked within this many days of the day it is due or of the letter. */
const maxDaysToBook = 7

/** Whether a date without a known label may be the value date. */
function hasUnknownNear({ role, value }: LabelledDate, dates: readonly LabelledDate[]): boolean {
  return dates.some(date => {
    // Letters, pages and bookings have days of their own.
    if (role === 'documentDate' && date.role === role && date.value !== value) return true
    const days = (Date.parse(date.value) - Date.parse(value)) / 86_400_000
    if (!isUnknown(date) || days === 0) return false
    // A letter may follow the payment much later.
    return role === 'documentDate' || (days > 0 && days <= maxDaysToBook)
  })
}
