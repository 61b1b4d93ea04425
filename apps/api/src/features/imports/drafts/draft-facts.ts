import { createHash } from 'node:crypto'
import type { Draft, InstrumentHint } from '@plumbline/importers'
import type { TransactionFacts } from '../../../ledger/ledger.store.ts'

/** Facts of a transaction, as compared with statement rows; absent values are omitted. */
export type StatementFacts = Partial<Record<FactName, string>>

const factNames = [
  'transaction_type',
  'date',
  'settle_date',
  'ex_date',
  'instrument_id',
  'currency',
  'quantity',
  'price',
  'amount',
  'net',
  'rate',
  'fees',
  'taxes',
  'accrued',
  'counter_currency',
  'counter_amount',
  'numerator',
  'denominator',
  'basis_share',
] as const satisfies (keyof TransactionFacts)[]
type FactName = (typeof factNames)[number]

/** `currency` is that of the account, for files without one. */
export function toStatementFacts(
  draft: Draft,
  currency: string,
  instrumentId: string | null,
): StatementFacts {
  const facts: Record<FactName, string | null> = {
    transaction_type: draft.type,
    date: draft.date,
    settle_date: draft.settleDate,
    ex_date: draft.exDate,
    instrument_id: instrumentId,
    currency: draft.currency ?? currency,
    quantity: draft.quantity,
    price: draft.price,
    amount: draft.amount,
    net: draft.net,
    rate: draft.rate,
    fees: draft.fees,
    taxes: draft.taxes,
    accrued: draft.accrued,
    counter_currency: draft.counterCurrency,
    counter_amount: draft.counterAmount,
    numerator: draft.numerator,
    denominator: draft.denominator,
    basis_share: draft.basisShare,
  }
  const stated: StatementFacts = {}
  for (const name of factNames) if (facts[name] !== null) stated[name] = facts[name]
  return stated
}

/** The complete transaction of a row; absent facts become null. */
export function transactionFrom(
  facts: StatementFacts,
  place: { accountId: string; link: string | null; time: string | null; note: string | null },
): TransactionFacts {
  const value = (name: FactName): string | null => facts[name] ?? null
  return {
    account_id: place.accountId,
    transaction_type: facts.transaction_type ?? '',
    date: facts.date ?? '',
    currency: facts.currency ?? '',
    time_of_day: place.time,
    sequence: 0,
    settle_date: value('settle_date'),
    ex_date: value('ex_date'),
    instrument_id: value('instrument_id'),
    quantity: value('quantity'),
    price: value('price'),
    amount: value('amount'),
    net: value('net'),
    rate: value('rate'),
    fees: facts.fees ?? '0',
    taxes: facts.taxes ?? '0',
    accrued: value('accrued'),
    counter_currency: value('counter_currency'),
    counter_amount: value('counter_amount'),
    link: place.link,
    numerator: value('numerator'),
    denominator: value('denominator'),
    basis_share: value('basis_share'),
    note: place.note === null ? null : place.note.slice(0, 5000),
  }
}

/** Derives link ids from the text, so that both sides match even across imports. */
export function linkId(familyId: string, link: string): string {
  const hex = createHash('sha256').update(`${familyId}\n${link}`).digest('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Fields that differ from the posted transaction. */
export function listChanges(
  before: StatementFacts,
  after: StatementFacts,
): { field: string; before: string | null; after: string | null }[] {
  return factNames
    .filter(name => before[name] !== after[name])
    .map(name => ({ field: name, before: before[name] ?? null, after: after[name] ?? null }))
}

/** Identifies a new instrument: rows with the same key share it. The listings of a security differ by their currency. */
export function newInstrumentKey(hint: InstrumentHint): string {
  const name = hint.isin ?? hint.symbol ?? hint.identifiers[0]?.value ?? hint.name ?? ''
  return `${name.slice(0, 190)}|${hint.currency ?? ''}`
}
