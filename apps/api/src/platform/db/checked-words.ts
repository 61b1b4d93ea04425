import {
  instrumentTypes,
  lotMethods,
  notificationKinds,
  sectors,
  transactionTypes,
} from '@plumbline/contract'

/**
 * Narrows the words of one column to their vocabulary. The schema checks the same list, so an unknown word means
 * that the two have drifted apart.
 */
export function wordParser<Word extends string>(
  column: string,
  words: readonly Word[],
): (value: string) => Word {
  const known = new Map<string, Word>(words.map(word => [word, word]))
  return value => {
    const word = known.get(value)
    if (word !== undefined) return word
    // Ledgers are parsed row by row: the message is only built when it is needed.
    throw new Error(`Broken invariant: ${column} holds an unknown word: '${value}'`)
  }
}

export const parseInstrumentType = wordParser('instrument.instrument_type', instrumentTypes)
export const parseSector = wordParser('instrument.sector', sectors)
export const parseTransactionType = wordParser('transaction.transaction_type', transactionTypes)
export const parseNotificationKind = wordParser('notification.kind', notificationKinds)
export const parseLotMethod = wordParser('account.lot_method', lotMethods)
