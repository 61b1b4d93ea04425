import { TRANSACTION_TYPE_RULES, TRANSACTION_TYPES, type TransactionType } from '@plumbline/engine'
import type { Side } from '../draft.ts'

export interface TypeWord {
  readonly type: TransactionType
  readonly side: Side | null
}

/** The words of all types by rank, so that a particular word is tried before a general one. */
const words = TRANSACTION_TYPES.flatMap(type =>
  TRANSACTION_TYPE_RULES[type].words.map(word => ({ ...word, type })),
).sort((a, b) => a.rank - b.rank)

/** The type that a word of an unknown statement stands for; null where none is known. */
export function guessType(word: string): TypeWord | null {
  const name = word.trim().toLowerCase()
  const slug = name.replace(/[\s-]+/g, '_')
  const own = TRANSACTION_TYPES.find(type => type === slug)
  if (own) return { type: own, side: null }
  const found = words.find(({ pattern }) => pattern.test(name))
  return found ? { type: found.type, side: found.side ?? null } : null
}
