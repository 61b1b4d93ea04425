import { hash } from 'node:crypto'
import type { Draft, InstrumentHint } from '../draft.ts'

/** What tells rows apart: the custodian's own id, else everything the row says that is not wording. */
export type Identity =
  | { readonly kind: 'id'; readonly id: string }
  /** A key that was given before, in a file of our own. */
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'parts'; readonly parts: readonly (string | null)[] }

export type Keyless = Omit<Draft, 'key'>

/** Of an instrument the name that lasts longest: an ISIN stays, symbols move, names are shortened. */
function instrumentName(hint: InstrumentHint | null): string | null {
  return hint && (hint.isin ?? hint.symbol ?? hint.identifiers[0]?.value ?? hint.name)
}

/**
 * Notes and times are left out: banks shorten the one and round the other from export to export, and what would
 * make two rows of a day equal is told apart by counting them.
 */
export function contentOf(draft: Keyless, account: string | null): Identity {
  const parts = [
    account,
    draft.type,
    draft.date,
    instrumentName(draft.instrument),
    draft.quantity,
    draft.price,
    draft.amount,
    draft.net,
    draft.currency,
    draft.fees,
    draft.taxes,
    draft.accrued,
    draft.counterCurrency,
    draft.counterAmount,
    draft.numerator,
    draft.denominator,
    draft.reference,
  ]
  return { kind: 'parts', parts }
}

const longestId = 120

/**
 * Gives out keys. Equal rows are counted within their day, so the second of two equal rows has the same key in
 * every file that has that day whole, whatever the file is called and wherever it begins.
 */
export function keyCounter(): (identity: Identity) => string {
  const seen = new Map<string, number>()
  return identity => {
    const base = baseOf(identity)
    const count = (seen.get(base) ?? 0) + 1
    seen.set(base, count)
    return count === 1 ? base : `${base}#${count}`
  }
}

function baseOf(identity: Identity): string {
  if (identity.kind === 'parts') return `row:${hashOf(identity.parts)}`
  if (identity.kind === 'key')
    return identity.key.length <= longestId * 2 ? identity.key : `row:${hashOf([identity.key])}`
  return identity.id.length <= longestId ? `id:${identity.id}` : `row:${hashOf([identity.id])}`
}

function hashOf(parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32)
}
