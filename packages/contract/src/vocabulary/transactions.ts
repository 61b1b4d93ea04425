/** The types of the ledger by category. Each type belongs to exactly one category. */
export const transactionTypesOf = {
  trade: ['trade', 'redemption', 'exercise', 'assignment', 'expiry', 'variation_margin'],
  income: ['dividend', 'coupon', 'interest', 'other_income'],
  cash_flow: ['deposit', 'withdrawal', 'fees', 'fees_cash', 'trailer_fees', 'tax', 'fx'],
  corporate_action: ['split', 'spin_off', 'merger', 'rights', 'return_of_capital'],
  transfer: ['transfer_in', 'transfer_out'],
  valuation: ['valuation', 'capital_call', 'distribution'],
} as const

export type TransactionCategory = keyof typeof transactionTypesOf
export type TransactionType = (typeof transactionTypesOf)[TransactionCategory][number]

export const transactionCategories = [
  'trade',
  'income',
  'cash_flow',
  'corporate_action',
  'transfer',
  'valuation',
] as const satisfies readonly TransactionCategory[]

export const transactionTypes: readonly TransactionType[] = transactionCategories.flatMap(
  (category): readonly TransactionType[] => transactionTypesOf[category],
)
export const defaultTransactionType: TransactionType = 'trade'

const categoryByType = new Map<string, TransactionCategory>(
  transactionCategories.flatMap(category =>
    transactionTypesOf[category].map((type): [string, TransactionCategory] => [type, category]),
  ),
)

export function categoryOf(type: TransactionType): TransactionCategory {
  const category = categoryByType.get(type)
  if (category === undefined) throw new Error(`no category holds the transaction type ${type}`)
  return category
}

/** The types that make up the fee total: charged with a trade, charged to an account, and paid back. */
export const feeTransactionTypes = ['fees', 'fees_cash', 'trailer_fees'] as const satisfies TransactionType[]

/** The direction of a booking as its statement words it. */
export const transactionSides = ['buy', 'sell', 'in', 'out'] as const
export type TransactionSide = (typeof transactionSides)[number]

/** Where a booking came from. A derived row restates a part of another booking, such as a trade's fee. */
export const transactionSources = ['import', 'integration', 'manual', 'derived', 'system'] as const
export type TransactionSource = (typeof transactionSources)[number]

/**
 * The ledger only grows: a corrected booking is superseded by its correction and a withdrawn one is void.
 * A provisional booking is one the platform generated while it waits for the custodian's.
 */
export const transactionStatuses = ['booked', 'provisional', 'superseded', 'void'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]
