import { INCOME_KINDS, type IncomeKind, type InstrumentType, type PaymentKind } from '../ledger/vocabulary.ts'
import { INCOME } from '../posting/journal.ts'

const INCOME_NAMES: ReadonlySet<string> = new Set(INCOME_KINDS)

/** Whether a payment counts as income. */
export function isIncomeKind(kind: PaymentKind): kind is IncomeKind {
  return INCOME_NAMES.has(kind)
}

/** Instruments whose interest is a coupon. */
const PAYS_COUPONS: ReadonlySet<string> = new Set(['bond', 'structured_product'])

/**
 * The kind of an event's income, by one of INCOME and the type of its instrument (null for cash): interest of bonds and
 * structured products is a coupon, other income of real estate is rent. What private equity pays is a distribution: it
 * comes when the fund sells, and is no income that can be compared from year to year.
 */
export function classifyIncome(income: number, type: InstrumentType | null): PaymentKind {
  if (type === 'private_equity') return 'distribution'
  if (income === INCOME.dividend) return 'dividend'
  if (income === INCOME.interest) return PAYS_COUPONS.has(type ?? '') ? 'coupon' : 'interest'
  return type === 'real_estate' ? 'rent' : 'other'
}
