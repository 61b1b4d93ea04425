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

/** An entry of these words is a payment, whatever the payer or the shop is called. */
const payment =
  /^(?:sepa )?(?:basis)? ?(?:lastschrift (?!.*(?:zins|entgelt|gebuhr))|kartenzahlung|kartenumsatz|lohn|gehalt|dauerauftrag|geldautomat|bargeld|sepa uberweisung|uberweisung (?:an|von)(?: |$)|card payment|kauf dienstleistung|google pay|apple pay|twint|carte|paiement par carte|betaalautomaat|pago con tarjeta)/

/** The kind of an entry by its words. Trades and income come with a note of their own. */
export function chooseEntryKind(text: string, direction: Direction): EntryKind {
  const isIn = direction === 'in'
  // The first words name the kind; those below are the payer's. The closing of an account is explained below.
  const head = text.slice(0, /abrechnung|abschluss/.test(text) ? 160 : 60)
  if (payment.test(head)) return { kind: isIn ? 'deposit' : 'removal', rejected: null }
  const at = (words: RegExp) => words.exec(head)?.index ?? Number.POSITIVE_INFINITY
  const [fee, interest, tax, trade] = [at(feeEntry), at(interestEntry), at(taxEntry), at(tradeEntry)]
  if (tax < fee && tax < interest && tax < trade)
    return { kind: isIn ? 'taxRefund' : 'taxes', rejected: null }
  if (Number.isFinite(fee) && !tradeEntry.test(head))
    return { kind: isIn ? 'feeRefund' : 'fee', rejected: null }
  if (Number.isFinite(interest) && !/divid/.test(head))
    return { kind: isIn ? 'interest' : 'interestCharge', rejected: null }
  if (Number.isFinite(tax) && tax < trade) return { kind: isIn ? 'taxRefund' : 'taxes', rejected: null }
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
