import type { TransactionCategory } from './transaction-type-rules.ts'
import { TRANSACTION_TYPE_TABLE, type TransactionType } from './transaction-types.ts'

// Object.keys loses the literal types, which the table fixes.
export const TRANSACTION_TYPES = Object.keys(TRANSACTION_TYPE_TABLE) as TransactionType[]

/** Every transaction type under its category, in the order of lists. */
export const TRANSACTION_TYPES_BY_CATEGORY: Readonly<
  Record<TransactionCategory, readonly TransactionType[]>
> = {
  trade: typesIn('trade'),
  income: typesIn('income'),
  cash_flow: typesIn('cash_flow'),
  corporate_action: typesIn('corporate_action'),
  transfer: typesIn('transfer'),
  valuation: typesIn('valuation'),
}
// Object.keys loses the literal types, which the object above fixes.
export const TRANSACTION_CATEGORIES = Object.keys(TRANSACTION_TYPES_BY_CATEGORY) as TransactionCategory[]

function typesIn(category: TransactionCategory): readonly TransactionType[] {
  return TRANSACTION_TYPES.filter(type => TRANSACTION_TYPE_TABLE[type].category === category)
}

type TypesWith<Rules> = {
  [Type in TransactionType]: (typeof TRANSACTION_TYPE_TABLE)[Type] extends Rules ? Type : never
}[TransactionType]

/** The fee rows of the fees screen: what a trade was charged, what an account was charged, what came back. */
export type FeeType = TypesWith<{ charge: 'fees' }>
export const FEE_TYPES = TRANSACTION_TYPES.filter(
  (type): type is FeeType => TRANSACTION_TYPE_TABLE[type].charge === 'fees',
)

/** Types that people may enter themselves. All others have two sides that only an import can bring together. */
export type EnterableType = TypesWith<{ entry: object }>
export const ENTERABLE_TYPES = TRANSACTION_TYPES.filter(
  (type): type is EnterableType => TRANSACTION_TYPE_TABLE[type].entry !== null,
)

type Choice = (typeof TRANSACTION_TYPE_TABLE)[EnterableType]['entry']['choices'][number]
/** What the entry form offers: buy and sell are two choices of one type. */
export type EntryKind = Choice['kind']
/** Choices that are about a position, or about the account where none is chosen. */
export type EitherEntryKind = Extract<
  (typeof TRANSACTION_TYPE_TABLE)[TypesWith<{
    entry: { needsInstrument: false }
  }>]['entry']['choices'][number],
  { asks: readonly ['subject', ...unknown[]] | readonly [unknown, 'subject', ...unknown[]] }
>['kind']

/** The choices of the entry form with the type that each is posted as, in the order of the form. */
export const ENTRY_CHOICES = ENTERABLE_TYPES.flatMap(type =>
  (TRANSACTION_TYPE_TABLE[type].entry.choices as readonly Choice[]).map(choice => ({ ...choice, type })),
).sort((a, b) => a.place - b.place)
