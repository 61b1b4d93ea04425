import {
  TRANSACTION_CATEGORIES,
  TRANSACTION_TYPES_BY_CATEGORY,
  type TransactionCategory,
  type TransactionType,
} from '@plumbline/engine'

export {
  FEE_TYPES as feeTransactionTypes,
  TRANSACTION_CATEGORIES as transactionCategories,
  TRANSACTION_TYPES as transactionTypes,
  TRANSACTION_TYPES_BY_CATEGORY as transactionTypesOf,
  type TransactionCategory,
  type TransactionType,
} from '@plumbline/engine'

export const defaultTransactionType: TransactionType = 'trade'

const categoryByType = new Map<string, TransactionCategory>(
  TRANSACTION_CATEGORIES.flatMap(category =>
    TRANSACTION_TYPES_BY_CATEGORY[category].map((type): [string, TransactionCategory] => [type, category]),
  ),
)

export function categoryOf(type: TransactionType): TransactionCategory {
  const category = categoryByType.get(type)
  if (category === undefined) throw new Error(`no category holds the transaction type ${type}`)
  return category
}

/** The direction of a transaction as its statement words it. */
export const transactionSides = ['buy', 'sell', 'in', 'out'] as const
export type TransactionSide = (typeof transactionSides)[number]

/** Where a transaction came from. A derived row restates a part of another transaction, such as a trade's fee. */
export const transactionSources = ['import', 'integration', 'manual', 'derived', 'system'] as const
export type TransactionSource = (typeof transactionSources)[number]

/**
 * The ledger only grows: a corrected transaction is superseded by its correction and a withdrawn one is void.
 * A provisional transaction is one the platform generated while it waits for the custodian's.
 */
export const transactionStatuses = ['booked', 'provisional', 'superseded', 'void'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** What people can enter by themselves. Everything else has two sides that only an import can bring together. */
export const enterableTypes = [
  'trade',
  'deposit',
  'withdrawal',
  'dividend',
  'interest',
  'coupon',
  'other_income',
  'fees_cash',
  'trailer_fees',
  'tax',
  'fx',
  'transfer_in',
  'transfer_out',
  'redemption',
  'split',
  'return_of_capital',
  'valuation',
  'capital_call',
  'distribution',
] as const satisfies readonly TransactionType[]
export type EnterableType = (typeof enterableTypes)[number]
