import { Decimal } from 'decimal.js'
import type { Instrument, Ledger, Transaction } from '../src/index.ts'

const D = Decimal.clone({ precision: 60, toExpPos: 60, toExpNeg: -60 })

const isContract = (instrument: Instrument | undefined): boolean =>
  instrument?.type === 'future' || instrument?.type === 'fx_forward'

/** Cash effect of a trade: quantity x price x contract size x pool factor plus accrued interest, at its rate, with costs. */
function tradeCash(
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

/** Cash positions that receive margin without a transaction. That margin follows from float64 closes, so it is not exact. */
export function derivedCash(ledger: Ledger): Set<string> {
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

/** The cash effect of a transaction in exact decimals, computed from the ledger alone; contracts without their gains. */
export function cashMoves(
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
      return tradeCash(instrument, transaction)
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
        : tradeCash(instrument, transaction)
    case 'exercise':
    case 'assignment':
    case 'rights':
    case 'expiry':
    case 'trade':
      return isContract(instrument) ? [[currency, costs.neg()]] : tradeCash(instrument, transaction)
    case 'transfer_out':
      return transaction.link === undefined ? [] : [[currency, costs.neg()]]
    case 'staking_reward':
      return [[currency, costs.neg()]]
    case 'transfer_in':
    case 'split':
    case 'valuation':
      return []
  }
}

/** The exact balance of each cash position by key, as decimal text; null for balances that include derived margin. */
export function cashSums(ledger: Ledger): Map<string, string | null> {
  const sums = new Map<string, InstanceType<typeof D>>()
  for (const transaction of ledger.transactions) {
    const account = ledger.accounts.find(entry => entry.id === transaction.account)
    if (account?.cash === 'none') continue
    for (const [currency, amount] of cashMoves(ledger, transaction)) {
      const key = `cash:${transaction.account}:${currency}`
      sums.set(key, (sums.get(key) ?? new D(0)).add(amount))
    }
  }
  const derived = derivedCash(ledger)
  const exact = [...sums].map(([key, sum]): [string, string] => [key, sum.toString()])
  return new Map<string, string | null>([...exact, ...[...derived].map((key): [string, null] => [key, null])])
}
