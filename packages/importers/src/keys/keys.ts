import { hash } from 'node:crypto'
import type { Draft, InstrumentHint } from '../draft.ts'

/** What identifies a row: the custodian's own id, else its content without wording. */
export type Identity =
  | { readonly kind: 'id'; readonly id: string }
  /** An existing key, from a Plumbline CSV. */
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'parts'; readonly parts: readonly (string | null)[] }

export type Keyless = Omit<Draft, 'key'>

/** The most stable name of an instrument: an ISIN stays, symbols move, names are abbreviated. */
function instrumentName(hint: InstrumentHint | null): string | null {
  return hint && (hint.isin ?? hint.symbol ?? hint.identifiers[0]?.value ?? hint.name)
}

/**
 * Notes and times are excluded: banks shorten the former and round the latter from export to export. Rows of a day
 * that become equal are numbered.
 */
export function contentIdentity(draft: Keyless, account: string | null): Identity {
  // The value of new shares is no part of a merger's key: keys of earlier imports do not have it.
  const { price, amount } = draft.type === 'merger' ? { price: null, amount: null } : draft
  const parts = [
    account,
    draft.type,
    draft.date,
    instrumentName(draft.instrument),
    draft.quantity,
    price,
    amount,
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

const maxIdChars = 120

/**
 * Assigns keys. Equal rows are numbered within their day, so the second of two equal rows has the same key in every
 * file that contains the whole day.
 */
export function keyCounter(): (identity: Identity) => string {
  const seen = new Map<string, number>()
  return identity => {
    const base = baseKey(identity)
    const count = (seen.get(base) ?? 0) + 1
    seen.set(base, count)
    return count === 1 ? base : `${base}#${count}`
  }
}

function baseKey(identity: Identity): string {
  if (identity.kind === 'parts') return `row:${hashParts(identity.parts)}`
  if (identity.kind === 'key')
    return identity.key.length <= maxIdChars * 2 ? identity.key : `row:${hashParts([identity.key])}`
  return identity.id.length <= maxIdChars ? `id:${identity.id}` : `row:${hashParts([identity.id])}`
}

function hashParts(parts: readonly (string | null)[]): string {
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32)
}
