import type { AssetChangeBody, AssetTransaction, AssetValuation } from './use-assets.ts'

type TransactionBody = NonNullable<AssetChangeBody['transactions']>[number]
type ValuationBody = NonNullable<AssetChangeBody['valuations']>[number]

/** An entry as it is edited: what is booked, and what shall become of it when the asset is saved. */
export interface Draft<Body> {
  key: string
  /** Null for what is new. */
  rootId: string | null
  body: Body
  state: 'kept' | 'new' | 'changed' | 'voided'
}

export type TransactionDraft = Draft<TransactionBody> & { amountShown: number | null }
export type ValuationDraft = Draft<ValuationBody>

export function transactionDrafts(booked: readonly AssetTransaction[]): TransactionDraft[] {
  return booked.map(entry => {
    const { id, date, type, quantity, price, amount, ratio, fees, taxes, note } = entry
    return {
      key: id,
      rootId: id,
      state: 'kept',
      amountShown: amount,
      body: {
        id,
        date,
        type,
        quantity,
        price,
        ratio,
        fees,
        taxes,
        note,
        amount: amount === null ? null : Math.abs(amount),
      },
    }
  })
}

export function valuationDrafts(booked: readonly AssetValuation[]): ValuationDraft[] {
  return booked.map(({ id, date, value, source }) => ({
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
