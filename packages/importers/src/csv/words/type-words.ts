import { TRANSACTION_TYPE_RULES, TRANSACTION_TYPES, type TransactionType } from '@plumbline/engine'
import type { Side } from '../../draft.ts'
import { foldWord } from './side-words.ts'

export interface TypeWord {
  readonly type: TransactionType
  readonly side: Side | null
}

/** The words of all types by rank, so that a particular word is tried before a general one. */
const words = TRANSACTION_TYPES.flatMap(type =>
  TRANSACTION_TYPE_RULES[type].words.map(word => ({ ...word, type })),
).sort((a, b) => a.rank - b.rank)

/** General words such as credit or income; they count only where no other word is known. */
const generalRank = 200
/** Longer texts are descriptions, in which any word may occur. */
const maxWordChars = 48

/** Words that leave open what happened, whatever is beside them. */
const unclear =
  /profit|\bloss\b|p&l|reinvest(?!.*(share|stück))|position|swap|card(?! ?payment)| \/ |dienstleistung|^income$/

/** Trades whose direction another column or a sign tells. */
const openTrade =
  /^(orders?|trades?|open ?trade|close ?trade)$|compravendita|compra[ /-]*v(enta|endita|enda)\b|^(buy|purchase) ?[/&-] ?(sell|sale)|(an-|kauf) ?(und|u\.|\/|&) ?verkauf|achat ?[/-] ?vente|koop ?[/-] ?verkoop/

/** Types whose word says more than that of another: a tax on a dividend is a tax. */
const stronger: readonly (readonly [TransactionType, ReadonlySet<TransactionType>])[] = [
  ['tax', new Set(['dividend', 'coupon', 'interest', 'fees_cash'])],
  ['return_of_capital', new Set(['dividend', 'redemption'])],
  ['coupon', new Set(['interest'])],
  ['staking_reward', new Set(['other_income', 'dividend', 'interest'])],
  ['trailer_fees', new Set(['fees_cash'])],
]

/** The type that a word of an unknown statement stands for; null where none is known or several are. */
export function guessType(word: string): TypeWord | null {
  const name = word.trim().toLowerCase().replaceAll('_', ' ')
  const slug = name.replace(/[\s-]+/g, '_')
  const own = TRANSACTION_TYPES.find(type => type === slug)
  // What funds distribute is a dividend, unless they call capital as well.
  if (own && own !== 'distribution') return { type: own, side: null }
  if (name === '' || name.length > maxWordChars || unclear.test(name)) return null
  if (openTrade.test(foldWord(name))) return { type: 'trade', side: null }
  const folded = foldWord(name)
  const found = words.filter(({ pattern }) => pattern.test(name) || pattern.test(folded))
  const particular = found.filter(({ rank }) => rank < generalRank)
  const candidates = particular.length > 0 ? particular : found
  const types = new Set(candidates.map(({ type }) => type))
  const winner =
    types.size === 1
      ? candidates[0]?.type
      : stronger.find(
          ([type, weaker]) => types.has(type) && [...types].every(each => each === type || weaker.has(each)),
        )?.[0]
  const best = candidates.find(({ type }) => type === winner)
  const sides = new Set(candidates.filter(({ type }) => type === winner).map(({ side }) => side ?? null))
  return best && sides.size === 1 ? { type: best.type, side: best.side ?? null } : null
}
