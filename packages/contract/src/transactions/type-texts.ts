import type { EntryKind, TransactionCategory, TransactionType } from '@plumbline/engine'
import type { Text } from '../texts/text.ts'

/** A label for every category, every type and every choice of the entry form: a missing one does not compile. */
export const transactionTypeTexts = {
  transaction_category_trade: { 'en-US': 'Trade', de: 'Handel' },
  transaction_category_income: { 'en-US': 'Income', de: 'Ertrag' },
  transaction_category_cash_flow: { 'en-US': 'Cash flow', de: 'Geldfluss' },
  transaction_category_corporate_action: { 'en-US': 'Corporate action', de: 'Kapitalmassnahme' },
  transaction_category_transfer: { 'en-US': 'Transfer', de: 'Übertrag' },
  transaction_category_valuation: { 'en-US': 'Valuation', de: 'Bewertung' },

  transaction_type_trade: { 'en-US': 'Trade', de: 'Handel' },
  transaction_type_redemption: { 'en-US': 'Redemption', de: 'Rückzahlung' },
  transaction_type_exercise: { 'en-US': 'Exercise', de: 'Ausübung' },
  transaction_type_assignment: { 'en-US': 'Assignment', de: 'Zuteilung' },
  transaction_type_expiry: { 'en-US': 'Expiry', de: 'Verfall' },
  transaction_type_variation_margin: { 'en-US': 'Variation margin', de: 'Variation Margin' },
  transaction_type_dividend: { 'en-US': 'Dividend', de: 'Dividende' },
  transaction_type_coupon: { 'en-US': 'Coupon', de: 'Coupon' },
  transaction_type_interest: { 'en-US': 'Interest', de: 'Zins' },
  transaction_type_staking_reward: { 'en-US': 'Staking reward', de: 'Staking-Ertrag' },
  transaction_type_other_income: { 'en-US': 'Other income', de: 'Übriger Ertrag' },
  transaction_type_deposit: { 'en-US': 'Deposit', de: 'Einzahlung' },
  transaction_type_withdrawal: { 'en-US': 'Withdrawal', de: 'Auszahlung' },
  transaction_type_fees: { 'en-US': 'Trading fees', de: 'Handelsgebühren' },
  transaction_type_fees_cash: { 'en-US': 'Account fees', de: 'Kontogebühren' },
  transaction_type_trailer_fees: { 'en-US': 'Trailer fees', de: 'Bestandesprovisionen' },
  transaction_type_tax: { 'en-US': 'Tax', de: 'Steuer' },
  transaction_type_fx: { 'en-US': 'Currency exchange', de: 'Devisenwechsel' },
  transaction_type_split: { 'en-US': 'Split', de: 'Split' },
  transaction_type_spin_off: { 'en-US': 'Spin-off', de: 'Abspaltung' },
  transaction_type_merger: { 'en-US': 'Merger', de: 'Fusion' },
  transaction_type_rights: { 'en-US': 'Rights', de: 'Bezugsrechte' },
  transaction_type_return_of_capital: { 'en-US': 'Return of capital', de: 'Kapitalrückzahlung' },
  transaction_type_transfer_in: { 'en-US': 'Transfer in', de: 'Eingangsübertrag' },
  transaction_type_transfer_out: { 'en-US': 'Transfer out', de: 'Ausgangsübertrag' },
  transaction_type_valuation: { 'en-US': 'Valuation', de: 'Bewertung' },
  transaction_type_capital_call: { 'en-US': 'Capital call', de: 'Kapitalabruf' },
  transaction_type_distribution: { 'en-US': 'Distribution', de: 'Ausschüttung' },

  entry_kind_deposit: { 'en-US': 'Deposit', de: 'Einzahlung' },
  entry_kind_withdrawal: { 'en-US': 'Withdrawal', de: 'Auszahlung' },
  entry_kind_buy: { 'en-US': 'Buy', de: 'Kauf' },
  entry_kind_sell: { 'en-US': 'Sell', de: 'Verkauf' },
  entry_kind_dividend: { 'en-US': 'Dividend', de: 'Dividende' },
  entry_kind_interest: { 'en-US': 'Interest', de: 'Zins' },
  entry_kind_staking_reward: { 'en-US': 'Staking reward', de: 'Staking-Ertrag' },
  entry_kind_redemption: { 'en-US': 'Redemption', de: 'Rückzahlung' },
  entry_kind_return_of_capital: { 'en-US': 'Return of capital', de: 'Kapitalrückzahlung' },
  entry_kind_split: { 'en-US': 'Split', de: 'Split' },
  entry_kind_other_income: { 'en-US': 'Other income', de: 'Übriger Ertrag' },
  entry_kind_fee: { 'en-US': 'Fee', de: 'Gebühr' },
  entry_kind_tax: { 'en-US': 'Tax', de: 'Steuer' },
  entry_kind_transfer: { 'en-US': 'Transfer', de: 'Übertrag' },
  entry_kind_conversion: { 'en-US': 'Currency exchange', de: 'Devisenwechsel' },
} as const satisfies Record<
  | `transaction_category_${TransactionCategory}`
  | `transaction_type_${TransactionType}`
  | `entry_kind_${EntryKind}`,
  Text
>
