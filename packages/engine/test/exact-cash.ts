import { Decimal } from 'decimal.js'
import type { Instrument, Ledger, Transaction } from '../src/index.ts'

const D = Decimal.clone({ precision: 60, toExpPos: 60, toExpNeg: -60 })

const isContract = (instrument: Instrument | undefined): boolean =>
  instrument?.type === 'future' || instrument?.type === 'fx_forward'

/** What a trade moved: quantity x price x contract size x pool factor, and accrued interest, at its rate, with costs. */
function traded(
  instrument: Instrument | undefined,
  transaction: Transaction,
): [currency: string, amount: InstanceType<typeof D>][] {
  const quantity = new D(transaction.quantity ?? 0)
  const factor = (instrument?.factors ?? []).filter(({ day }) => day <= transaction.day).at(-1)?.factor ?? 1
  const gross = quantity
    .abs()
    .mul(transaction.price ?? 0)
    .mul(instrument?.contractSize ?? 1)
    .mul(factor)
  const total = gross.add(transaction.accrued ?? 0).mul(transaction.rate ?? 1)
  const costs = new D(transaction.fees ?? 0).add(transaction.taxes ?? 0)
  const currency = transaction.currency ?? instrument?.currency ?? ''
  return [[currency, total.mul(quantity.isPos() ? -1 : 1).sub(costs)]]
}

/** Cash that contracts pay into without a transaction: what they pay follows from closes, which are no decimals. */
function measuredCash(ledger: Ledger): Set<string> {
  const contracts = new Map(ledger.instruments.filter(isContract).map(entry => [entry.id, entry]))
  const posted = new Set(
    ledger.transactions
      .filter(({ type, amount }) => type === 'variation_margin' && Number(amount) !== 0)
      .map(({ account, instrument }) => `${account}/${instrument}`),
  )
  const keys = new Set<string>()
  for (const { account, instrument = '', currency, quantity } of ledger.transactions) {
    const contract = contracts.get(instrument)
    if (!contract || quantity === undefined || posted.has(`${account}/${instrument}`)) continue
    for (const code of [contract.currency, currency ?? contract.currency]) keys.add(`cash:${account}:${code}`)
  }
  return keys
}

/** What a transaction moved on the cash accounts, in plain decimals, read from the ledger's own words. */
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
    case 'distribution':
    case 'redemption':
      if (transaction.quantity === undefined) return [[currency, amount.sub(costs)]]
      return traded(instrument, transaction)
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
    case 'capital_call':
      return transaction.quantity === undefined
        ? [[currency, amount.add(costs).neg()]]
        : traded(instrument, transaction)
    case 'exercise':
    case 'assignment':
    case 'rights':
    case 'expiry':
    case 'trade':
      return isContract(instrument) ? [[currency, costs.neg()]] : traded(instrument, transaction)
    case 'transfer_out':
      return transaction.link === undefined ? [] : [[currency, costs.neg()]]
    default:
      return []
  }
}

/** The exact balance of every cash position that transactions alone move, by its key, as decimal text; null for the others. */
export function cashSums(ledger: Ledger): Map<string, string | null> {
  const sums = new Map<string, InstanceType<typeof D>>()
  for (const transaction of ledger.transactions) {
    const account = ledger.accounts.find(entry => entry.id === transaction.account)
    if (account?.cash === 'none') continue
    for (const [currency, amount] of moved(ledger, transaction)) {
      const key = `cash:${transaction.account}:${currency}`
      sums.set(key, (sums.get(key) ?? new D(0)).add(amount))
    }
  }
  const measured = measuredCash(ledger)
  const exact = [...sums].map(([key, sum]): [string, string] => [key, sum.toString()])
  return new Map<string, string | null>([
    ...exact,
    ...[...measured].map((key): [string, null] => [key, null]),
  ])
}
