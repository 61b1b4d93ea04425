import type { Transaction } from '@plumbline/contract'
import type { TextKey } from '@plumbline/contract/texts'
import type { ReactNode } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { textIfAny, useText } from '../../lib/i18n/i18n.ts'
import { RichText } from '../../lib/i18n/rich-text.tsx'
import styles from './transactions.module.css'

interface SentenceProps {
  row: Transaction
  /** Opens the position from its name. */
  onPosition?: ((id: string) => void) | undefined
}

/** What happened, in a sentence: 'Sold 3,837 Trivet Silver at 36.56', then the note. */
export function TransactionSentence({ row, onPosition }: SentenceProps) {
  useText()
  const format = useFormat()
  const { name, position_id: position, quantity, price, note } = row
  const key = sentenceKey(row)
  const linked =
    onPosition && position !== null ? (
      <button type="button" className={styles.position} onClick={() => onPosition(position)}>
        {name}
      </button>
    ) : (
      <b className={styles.name}>{name}</b>
    )
  const values: Record<string, ReactNode> = {
    name: linked,
    quantity: <span data-amount="">{format.quantity(Math.abs(quantity ?? 0))}</span>,
    price: <span data-amount="">{format.price(price)}</span>,
  }
  return (
    <>
      {key === null ? nameType(row) : <RichText text={key} values={values} />}
      {note !== null && note !== '' && <span className={styles.note}> · {note}</span>}
    </>
  )
}

/** The sentence as plain text, for tooltips. */
export function describeTransaction(row: Transaction): string {
  const words = row.name === null ? nameType(row) : `${nameType(row)}: ${row.name}`
  return row.note ? `${words} · ${row.note}` : words
}

/** A commitment to a fund is posted as a valuation of no units. */
export function isCommitment({ transaction_type, quantity }: Transaction): boolean {
  return transaction_type === 'valuation' && quantity === 0
}

export function nameType(row: Transaction): string {
  const { transaction_type: type } = row
  const key = isCommitment(row) ? 'manual_transaction_commitment' : `transaction_type_${type}`
  return textIfAny(key) ?? type
}

/** Null where the type alone says it. */
function sentenceKey(row: Transaction): TextKey | null {
  const { transaction_type: type, name, quantity, price, side } = row
  if (name === null || isCommitment(row)) return null
  const isPriced = price !== null
  if (type === 'trade' && quantity !== null && isPriced && (side === 'buy' || side === 'sell'))
    return side === 'buy' ? 'transactions_did_buy' : 'transactions_did_sell'
  if (type === 'valuation') return isPriced ? 'transactions_did_valuation' : 'transactions_did_other'
  return known.has(type) ? (`transactions_did_${type}` as TextKey) : 'transactions_did_other'
}

/** Types with a sentence of their own. */
const known: ReadonlySet<string> = new Set([
  ...['redemption', 'exercise', 'assignment', 'expiry', 'variation_margin', 'dividend', 'coupon', 'interest'],
  ...['staking_reward', 'other_income', 'fees', 'tax', 'split', 'spin_off', 'merger', 'return_of_capital'],
  ...['transfer_in', 'transfer_out', 'capital_call', 'distribution', 'fx', 'trailer_fees', 'rights'],
])
