import { Decimal } from 'decimal.js'
import type { Ledger, Transaction } from '../src/index.ts'

const D = Decimal.clone({ precision: 60, toExpPos: 60, toExpNeg: -60 })

/** What a booking moved on the cash accounts, in plain decimals, read from the ledger's own words. */
function moved(
  ledger: Ledger,
  transaction: Transaction,
): [currency: string, amount: InstanceType<typeof D>][] {
  const instrument = ledger.instruments.find(entry => entry.id === transaction.instrument)
  const currency = transaction.currency ?? instrument?.currency ?? ''
  const amount = new D(transaction.amount ?? 0)
  const costs = new D(transaction.fees ?? 0).add(transaction.taxes ?? 0)
  switch (transaction.type) {
    case 'deposit':
    case 'interest':
    case 'dividend':
    case 'coupon':
    case 'other_income':
    case 'return_of_capital':
    case 'variation_margin':
    case 'trailer_fees':
      return [[currency, amount.sub(costs)]]
    case 'withdrawal':
    case 'fees':
    case 'fees_cash':
    case 'tax':
      return [[currency, amount.add(costs).neg()]]
    case 'fx':
      return [
        [currency, new D(transaction.net ?? 0).neg()],
        [transaction.counterCurrency ?? '', new D(transaction.counterAmount ?? 0)],
      ]
    case 'spin_off':
    case 'merger':
      return [[currency, new D(transaction.net ?? 0)]]
    case 'exercise':
    case 'rights':
    case 'trade': {
      if (instrument?.type === 'future') return [[currency, costs.neg()]]
      const quantity = new D(transaction.quantity ?? 0)
      const gross = quantity
        .abs()
        .mul(transaction.price ?? 0)
        .mul(instrument?.contractSize ?? 1)
      const total = gross.add(transaction.accrued ?? 0).mul(transaction.rate ?? 1)
      return [[currency, total.mul(quantity.isPos() ? -1 : 1).sub(costs)]]
    }
    case 'transfer_out':
      return transaction.link === undefined ? [] : [[currency, costs.neg()]]
    default:
      return []
  }
}

/** The exact balance of every cash position, by its key, as decimal text. */
export function cashSums(ledger: Ledger): Map<string, string> {
  const sums = new Map<string, InstanceType<typeof D>>()
  for (const transaction of ledger.transactions) {
    const account = ledger.accounts.find(entry => entry.id === transaction.account)
    if (account?.cash === 'none') continue
    for (const [currency, amount] of moved(ledger, transaction)) {
      const key = `cash:${transaction.account}:${currency}`
      sums.set(key, (sums.get(key) ?? new D(0)).add(amount))
    }
  }
  return new Map([...sums].map(([key, sum]) => [key, sum.toString()]))
}
