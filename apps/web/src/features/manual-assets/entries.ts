import type { AssetChangeBody, AssetTransaction, AssetValuation } from './asset-types.ts'

type TransactionBody = NonNullable<AssetChangeBody['transactions']>[number]
type ValuationBody = NonNullable<AssetChangeBody['valuations']>[number]

/** An entry in the editor, and how it changes when the asset is saved. */
export interface Draft<Body> {
  key: string
  /** Null for a new entry. */
  rootId: string | null
  body: Body
  state: 'kept' | 'new' | 'changed' | 'voided'
}

export type TransactionDraft = Draft<TransactionBody>
export type ValuationDraft = Draft<ValuationBody>

/** All entries of an asset. */
export interface AssetEntries {
  transactions: TransactionDraft[]
  valuations: ValuationDraft[]
}

export function transactionDrafts(posted: readonly AssetTransaction[]): TransactionDraft[] {
  return posted.map(entry => {
    const { id, date, type, quantity, price, amount, accrued, ratio, fees, taxes, note, paid_from } = entry
    return {
      key: id,
      rootId: id,
      state: 'kept',
      body: {
        id,
        date,
        type,
        quantity,
        price,
        accrued,
        ratio,
        fees,
        taxes,
        note,
        paid_from,
        amount: amount === null ? null : Math.abs(amount),
      },
    }
  })
}

/** The properties of an asset that its entries depend on. */
export interface EntryKind {
  /** The type of the asset. */
  type: string
  /** Only for loans. */
  side: string | null
}

/** Entry types that are always an outflow. */
const outflows: ReadonlySet<string> = new Set(['purchase', 'expense', 'capital_call'])

function isOutflow(slug: string, side: string | null): boolean {
  if (slug === 'drawdown') return side !== 'borrowed'
  if (slug === 'repayment' || slug === 'interest') return side === 'borrowed'
  return outflows.has(slug)
}

/**
 * The signed cash amount of an entry, with accrued interest and without costs. Null for splits and forwards,
 * which move no cash. Bonds are quoted in percent.
 */
export function entryAmount(
  { type: slug, quantity, price, amount, accrued }: TransactionBody,
  { type, side }: EntryKind,
): number | null {
  if (slug === 'split' || type === 'fx_forward') return null
  const size = type === 'bond' ? 0.01 : 1
  const gross = amount ?? (price == null ? null : (quantity ?? 1) * price * size)
  if (gross === null) return null
  const whole = Math.abs(gross) + (accrued ?? 0)
  return isOutflow(slug, side) ? -whole : whole
}

export function valuationDrafts(posted: readonly AssetValuation[]): ValuationDraft[] {
  return posted.map(({ id, date, value, source }) => ({
    key: id,
    rootId: id,
    state: 'kept',
    body: { id, date, value, source },
  }))
}

/** The request bodies of the new, changed and voided entries. */
export function toEntryBodies<Body extends object>(
  drafts: readonly Draft<Body>[],
): (Body & { is_void: boolean })[] {
  return drafts
    .filter(({ state }) => state !== 'kept')
    .map(({ body, state }) => ({ ...body, is_void: state === 'voided' }))
}

/** Adds a draft or replaces the one with its key. Newest date first. */
export function putDraft<Body extends { date: string }, One extends Draft<Body>>(
  drafts: readonly One[],
  draft: One,
): One[] {
  const others = drafts.filter(({ key }) => key !== draft.key)
  return [...others, draft].sort((a, b) =>
    a.body.date < b.body.date ? 1 : a.body.date > b.body.date ? -1 : 0,
  )
}
