import type { Ledger, Transaction } from '../src/index.ts'

/** The holdings, as account and instrument, with trades in both directions. */
function findClosedByTrade(transactions: readonly Transaction[]): ReadonlySet<string> {
  const trades = transactions.filter(({ type, quantity }) => type === 'trade' && quantity !== undefined)
  const bought = new Set(trades.filter(({ quantity }) => Number(quantity) > 0).map(holdingKey))
  return new Set(
    trades
      .filter(({ quantity }) => Number(quantity) < 0)
      .map(holdingKey)
      .filter(key => bought.has(key)),
  )
}

const holdingKey = ({ account, instrument }: Transaction): string => `${account}/${instrument}`

/**
 * The ledger with the gains of contracts paid in their own currency and into the ledger: which lots are closed decides
 * how much is paid when, so that elsewhere the exchange rate of the payment decides the total. A forward of which some
 * lots are closed by a trade is not exchanged: the bank exchanges at the prices of the other lots, a generated exchange
 * at any.
 */
export function withoutConvertedGains({
  transactions,
  accounts,
  instruments,
}: Ledger): readonly Transaction[] {
  const contracts = new Set(
    instruments.filter(({ type }) => type === 'future' || type === 'fx_forward').map(({ id }) => id),
  )
  const closedByTrade = findClosedByTrade(transactions)
  const outside = new Set(accounts.filter(({ cash }) => cash === 'none').map(({ id }) => id))
  return transactions.flatMap((transaction): Transaction[] => {
    const { currency: _currency, rate: _rate, ...rest } = transaction
    if (!contracts.has(transaction.instrument ?? '')) return [transaction]
    if (outside.has(transaction.account)) return []
    if (transaction.type !== 'fx') return [rest]
    return closedByTrade.has(holdingKey(transaction)) ? [] : [transaction]
  })
}
