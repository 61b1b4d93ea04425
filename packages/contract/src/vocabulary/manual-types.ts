import type { Repayment } from '@plumbline/engine'
import type { InstrumentType } from './instruments.ts'
import type { TransactionType } from './transactions.ts'

/** A field of a manual asset beyond the common ones. */
export const manualFields = [
  'isin',
  'base_currency',
  'quote_currency',
  'location',
  'author',
  'year',
  'maturity',
  'interest_rate',
  'side',
  'payments_per_year',
  'day_count',
  'repayment',
] as const
export type ManualField = (typeof manualFields)[number]

/** The fields every manual asset has. */
export const commonManualFields = [
  'name',
  'type',
  'account',
  'currency',
  'country',
  'sector',
  'notes',
] as const
export type CommonManualField = (typeof commonManualFields)[number]

/** The words of a manual asset's transactions, and the ledger's type that each is posted as. */
export const manualTransactionTypes = {
  purchase: 'trade',
  sale: 'trade',
  rent: 'other_income',
  expense: 'fees_cash',
  dividend: 'dividend',
  split: 'split',
  coupon: 'coupon',
  redemption: 'redemption',
  commitment: 'valuation',
  capital_call: 'capital_call',
  distribution: 'distribution',
  drawdown: 'trade',
  repayment: 'trade',
  interest: 'interest',
  open: 'trade',
  settle: 'trade',
} as const satisfies Record<string, TransactionType>
export type ManualTransactionSlug = keyof typeof manualTransactionTypes
// Object.keys loses the key type; the keys are those of the object above.
export const manualTransactionSlugs = Object.keys(manualTransactionTypes) as ManualTransactionSlug[]

interface ManualType {
  slug: InstrumentType
  fields: readonly ManualField[]
  transactions: readonly ManualTransactionSlug[]
}

const simple = ['purchase', 'sale', 'expense'] as const
const listed = {
  fields: ['isin'],
  transactions: ['purchase', 'sale', 'dividend', 'expense', 'split'],
} as const

/** What people can keep by hand: per type its own form fields and its transactions. */
export const manualTypes = [
  { slug: 'real_estate', fields: ['location'], transactions: ['purchase', 'sale', 'rent', 'expense'] },
  { slug: 'art', fields: ['author', 'year'], transactions: simple },
  { slug: 'vehicle', fields: ['year'], transactions: simple },
  {
    slug: 'private_equity',
    fields: [],
    transactions: ['commitment', 'capital_call', 'distribution', 'expense'],
  },
  {
    slug: 'loan',
    fields: ['side', 'maturity', 'interest_rate', 'payments_per_year', 'day_count', 'repayment'],
    transactions: ['drawdown', 'repayment', 'interest', 'expense'],
  },
  {
    slug: 'bond',
    fields: ['isin', 'maturity', 'interest_rate', 'payments_per_year', 'day_count'],
    transactions: ['purchase', 'sale', 'coupon', 'redemption', 'expense'],
  },
  {
    slug: 'fx_forward',
    fields: ['base_currency', 'quote_currency', 'maturity'],
    transactions: ['open', 'settle'],
  },
  { slug: 'equity', ...listed },
  { slug: 'etf', ...listed },
  { slug: 'fund', ...listed },
  { slug: 'crypto', fields: [], transactions: simple },
  { slug: 'commodity', fields: [], transactions: simple },
  { slug: 'other', fields: [], transactions: simple },
] as const satisfies readonly ManualType[]

export type ManualTypeSlug = (typeof manualTypes)[number]['slug']
export const manualTypeSlugs: readonly ManualTypeSlug[] = manualTypes.map(type => type.slug)

/** What an asset of a type cannot do without, beyond name, account and currency. */
export const requiredManualFields: Partial<Record<ManualTypeSlug, readonly ManualField[]>> = {
  loan: ['side'],
  fx_forward: ['base_currency', 'quote_currency', 'maturity'],
}

/** A loan is lent (an asset) or borrowed (negative in the net asset value). */
export const loanSides = ['lent', 'borrowed'] as const
export type LoanSide = (typeof loanSides)[number]

/** Where the money of an entry came from or went to: the cash of the asset's account, or elsewhere. */
export const paymentSources = ['account', 'elsewhere'] as const
export type PaymentSource = (typeof paymentSources)[number]

/** How a loan is paid back. */
export { REPAYMENTS as repayments, type Repayment } from '@plumbline/engine'
export const defaultRepayment: Repayment = 'at_maturity'

/** How often interest is paid. Where nobody says so it is monthly for loans, yearly for bonds. */
export const paymentsPerYear = [1, 2, 4, 12] as const
export const defaultPaymentsPerYear = { loan: 12, bond: 1 } as const

/** How the days of a period of interest are counted. */
export { DAY_COUNTS as dayCounts, type DayCount } from '@plumbline/engine'

/** The custodian whose accounts are kept by hand: the only ones that users serve themselves. */
export const manualCustodian = 'manual'
