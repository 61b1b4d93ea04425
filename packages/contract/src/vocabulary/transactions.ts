import {
  ENTRY_CHOICES,
  type EntryField,
  type EntryKind,
  TRANSACTION_TYPE_RULES,
  TRANSACTION_TYPES,
  type TransactionType,
} from '@plumbline/engine'

export {
  type EitherEntryKind,
  type EntryField,
  type EntryKind,
  FEE_TYPES as feeTransactionTypes,
  type FeeType,
  TRANSACTION_CATEGORIES as transactionCategories,
  TRANSACTION_TYPES as transactionTypes,
  TRANSACTION_TYPES_BY_CATEGORY as transactionTypesByCategory,
  type TransactionCategory,
  type TransactionType,
} from '@plumbline/engine'

export const defaultTransactionType: TransactionType = 'trade'

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

/** One choice of the entry form, and how its type is entered. */
export interface EntryChoice {
  kind: EntryKind
  type: TransactionType
  asks: readonly EntryField[]
  /** Whether it needs a position or an instrument; otherwise it may be about the account. */
  needsSubject: boolean
  /** Whether its money leaves the account. */
  isPaidOut: boolean
}

/** The choices of the entry form, in its order. */
export const entryChoices: readonly EntryChoice[] = ENTRY_CHOICES.map(({ kind, type, asks }) => ({
  kind,
  type,
  asks,
  needsSubject: TRANSACTION_TYPE_RULES[type].entry?.needsInstrument ?? false,
  isPaidOut: TRANSACTION_TYPE_RULES[type].cash === 'out',
}))

/** Types whose amount is itself the cost, so that they have no costs beside it. */
export const chargeTypes: readonly TransactionType[] = TRANSACTION_TYPES.filter(type => {
  const { statedAs, cash } = TRANSACTION_TYPE_RULES[type]
  return statedAs === 'charge' && cash === 'out'
})

/** The types, and for some the sides, that a person can map a word of a CSV file to. */
export const mappableTypes: readonly { type: TransactionType; side: 'buy' | 'sell' | null }[] =
  TRANSACTION_TYPES.flatMap(type => TRANSACTION_TYPE_RULES[type].mapsTo.map(side => ({ type, side })))
