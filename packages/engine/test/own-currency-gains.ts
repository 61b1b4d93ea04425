import type { Ledger, Transaction } from '../src/index.ts'

/**
 * The ledger with the gains of contracts paid in their own currency and into the ledger: which lots are closed decides
 * how much is paid when, so that elsewhere the exchange rate of the payment decides the total.
 */
export function withoutConvertedGains({
  transactions,
  accounts,
  instruments,
}: Ledger): readonly Transaction[] {
  const contracts = new Set(
    instruments.filter(({ type }) => type === 'future' || type === 'fx_forward').map(({ id }) => id),
  )
  const outside = new Set(accounts.filter(({ cash }) => cash === 'none').map(({ id }) => id))
  return transactions.flatMap((transaction): Transaction[] => {
    const { currency: _currency, rate: _rate, ...rest } = transaction
    if (!contracts.has(transaction.instrument ?? '')) return [transaction]
    if (outside.has(transaction.account)) return []
    return [transaction.type === 'fx' ? transaction : rest]
  })
}
