import { exact, toNumber } from '../money/exact.ts'
import type { Instrument, Ledger, Transaction } from './ledger.ts'

/** Units and their price, while the transactions of one fund in one account are read in order. */
interface Stake {
  units: number
  price: number
}

function isUnitless({ type, quantity, price }: Transaction): boolean {
  return (
    (type === 'capital_call' && quantity === undefined) ||
    (type === 'valuation' && quantity === undefined && price === undefined)
  )
}

const toFloat = (value: Transaction['amount']): number => (value === undefined ? 0 : toNumber(exact(value)))

/** A call buys units at the last price, initially 1; a valuation of the whole sets the price of one. */
function withUnits(transaction: Transaction, stake: Stake, size: number): Transaction {
  const { type, amount, net, quantity, price } = transaction
  const money = Math.abs(toFloat(amount ?? net))
  if (isUnitless(transaction) && type === 'capital_call') {
    const units = money / (stake.price * size)
    stake.units += units
    return { ...transaction, quantity: units }
  }
  if (isUnitless(transaction)) {
    if (stake.units > 0) stake.price = money / (stake.units * size)
    return stake.units > 0 ? { ...transaction, price: stake.price } : transaction
  }
  const units = toFloat(quantity)
  if (type === 'valuation') {
    const stated = price === undefined ? money / (units * size) : toFloat(price)
    if (Number.isFinite(stated) && stated > 0) stake.price = stated
  } else stake.units += units
  return transaction
}

/** By day, then as recorded; valuations of a day come before its calls. */
function compareTransactions(a: Transaction, b: Transaction): number {
  const rank = ({ type }: Transaction): number => (type === 'valuation' ? 0 : 1)
  return (
    a.day - b.day ||
    (a.timeMs ?? 0) - (b.timeMs ?? 0) ||
    (a.sequence ?? 0) - (b.sequence ?? 0) ||
    rank(a) - rank(b) ||
    (a.id < b.id ? -1 : 1)
  )
}

/**
 * Gives units to private equity funds that state money only. A call then earns nothing by itself, and between two
 * valuations the value is the last one plus calls less distributions. Ledgers without such transactions are returned
 * unchanged.
 */
export function unitize(ledger: Ledger): Ledger {
  const funds = new Map<string, Instrument>()
  for (const instrument of ledger.instruments)
    if (instrument.type === 'private_equity') funds.set(instrument.id, instrument)
  if (funds.size === 0) return ledger
  const ofFund = ({ instrument }: Transaction): Instrument | undefined => funds.get(instrument ?? '')
  if (!ledger.transactions.some(transaction => ofFund(transaction) && isUnitless(transaction))) return ledger
  const stakes = new Map<string, Stake>()
  const changed = new Map<Transaction, Transaction>()
  for (const transaction of ledger.transactions.filter(ofFund).sort(compareTransactions)) {
    const key = `${transaction.account}/${transaction.instrument}`
    const stake = stakes.get(key) ?? { units: 0, price: 1 }
    stakes.set(key, stake)
    changed.set(transaction, withUnits(transaction, stake, ofFund(transaction)?.contractSize ?? 1))
  }
  return { ...ledger, transactions: ledger.transactions.map(entry => changed.get(entry) ?? entry) }
}
