import type { PdfKind, RejectReason } from '../transaction.ts'
import {
  feeEntry,
  incomingEntry,
  interestEntry,
  outgoingEntry,
  taxEntry,
  tradeEntry,
} from './statement-words.ts'

export type Direction = 'in' | 'out'

interface EntryKind {
  readonly kind: PdfKind
  readonly rejected: RejectReason | null
}

/** The kind of an entry by its words. Trades and income come with a note of their own. */
export function chooseEntryKind(text: string, direction: Direction): EntryKind {
  const isIn = direction === 'in'
  // The first words name the kind; those below are the payer's.
  const head = text.slice(0, 60)
  if (feeEntry.test(head) && !tradeEntry.test(head))
    return { kind: isIn ? 'feeRefund' : 'fee', rejected: null }
  if (interestEntry.test(head) && !/divid/.test(head))
    return { kind: isIn ? 'interest' : 'interestCharge', rejected: null }
  if (taxEntry.test(head)) return { kind: isIn ? 'taxRefund' : 'taxes', rejected: null }
  const kind = isIn ? 'deposit' : 'removal'
  return { kind, rejected: tradeEntry.test(head) ? 'other-document' : null }
}

/** The direction that the words of an entry name, or null if they name none or both. */
export function directionByWords(text: string): Direction | null {
  const head = text.slice(0, 60)
  const isIn = incomingEntry.test(head)
  const isOut = outgoingEntry.test(head) || feeEntry.test(head)
  return isIn === isOut ? null : isIn ? 'in' : 'out'
}
