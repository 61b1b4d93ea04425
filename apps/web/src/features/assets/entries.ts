import type { AssetChangeBody, AssetTransaction, AssetValuation } from './use-assets.ts'

type TransactionBody = NonNullable<AssetChangeBody['transactions']>[number]
type ValuationBody = NonNullable<AssetChangeBody['valuations']>[number]

/** An entry as it is edited: what is posted, and what shall become of it when the asset is saved. */
export interface Draft<Body> {
  key: string
  /** Null for what is new. */
  rootId: string | null
  body: Body
  state: 'kept' | 'new' | 'changed' | 'voided'
}

export type TransactionDraft = Draft<TransactionBody>
export type ValuationDraft = Draft<ValuationBody>

export function transactionDrafts(posted: readonly AssetTransaction[]): TransactionDraft[] {
  return posted.map(entry => {
    const { id, date, type, quantity, price, amount, accrued, ratio, fees, taxes, note } = entry
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
        amount: amount === null ? null : Math.abs(amount),
      },
    }
  })
}

/** What an entry of an asset depends on. */
export interface EntryKind {
  /** The type of the asset. */
  type: string
  /** Of loans. */
  side: string | null
}

/** Money that leaves, by the word alone. */
const leaving: ReadonlySet<string> = new Set(['purchase', 'expense', 'capital_call'])

function isLeaving(slug: string, side: string | null): boolean {
  if (slug === 'drawdown') return side !== 'borrowed'
  if (slug === 'repayment' || slug === 'interest') return side === 'borrowed'
  return leaving.has(slug)
}

/**
 * The money of an entry as it moves, accrued interest included and costs not. Splits and forwards move none; a
 * commitment only promises it. Bonds are quoted in percent.
 */
export function amountShown(
  { type: slug, quantity, price, amount, accrued }: TransactionBody,
  { type, side }: EntryKind,
): number | null {
  if (slug === 'split' || type === 'fx_forward') return null
  const size = type === 'bond' ? 0.01 : 1
  const gross = amount ?? (price == null ? null : (quantity ?? 1) * price * size)
  if (gross === null) return null
  const whole = Math.abs(gross) + (accrued ?? 0)
  return isLeaving(slug, side) ? -whole : whole
}

export function valuationDrafts(posted: readonly AssetValuation[]): ValuationDraft[] {
  return posted.map(({ id, date, value, source }) => ({
    key: id,
    rootId: id,
    state: 'kept',
    body: { id, date, value, source },
  }))
}

/** What the server has to be told: entries that are kept stay as they are. */
export function bodiesOf<Body extends object>(
  drafts: readonly Draft<Body>[],
): (Body & { is_void: boolean })[] {
  return drafts
    .filter(({ state }) => state !== 'kept')
    .map(({ body, state }) => ({ ...body, is_void: state === 'voided' }))
}

/** A draft put in the place of the one with its key, or added. The newest day stands on top. */
export function withDraft<Body extends { date: string }, One extends Draft<Body>>(
  drafts: readonly One[],
  draft: One,
): One[] {
  const others = drafts.filter(({ key }) => key !== draft.key)
  return [...others, draft].sort((a, b) =>
    a.body.date < b.body.date ? 1 : a.body.date > b.body.date ? -1 : 0,
  )
}
