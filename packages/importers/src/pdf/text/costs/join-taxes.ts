import { absolute, fixedToText, toFixed } from '../tokens/money.ts'
import type { PdfTransaction } from '../transaction.ts'

/**
 * A trade before taxes and the note about its taxes in one file: taxes are taken off the trade, a refund is dated like
 * the trade. Only where the file has two notes with one of each, about the same security.
 */
export function joinTaxes(notes: readonly (readonly PdfTransaction[])[]): PdfTransaction[] {
  const transactions = notes.flat()
  const [trade, tax, ...others] = transactions
  const isPair =
    notes.every(note => note.length < 2) &&
    trade?.kind === 'sale' &&
    (tax?.kind === 'taxes' || tax?.kind === 'taxRefund') &&
    others.length === 0 &&
    trade.isin !== null &&
    trade.isin === tax.isin &&
    trade.currency === tax.currency &&
    toFixed(trade.taxes) === 0n
  if (!isPair) return transactions
  if (tax.kind === 'taxRefund') return [trade, { ...tax, date: trade.date, time: trade.time }]
  const amount = toFixed(trade.amount) - absolute(toFixed(tax.amount))
  if (amount < 0n) return transactions
  const places = { ...trade.places, taxes: tax.places.amount ?? [] }
  return [{ ...trade, amount: fixedToText(amount), taxes: tax.amount, places }]
}
