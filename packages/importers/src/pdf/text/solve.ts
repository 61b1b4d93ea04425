import { checkPrice, type Gross, product } from './check-price.ts'
import { type Conversion, conversionsFor, convert, findConversions } from './conversions.ts'
import { namesTax } from './costs/cost-words.ts'
import { type Cost, type CostSet, costIn, costSets } from './costs/costs.ts'
import type { Facts, Item, Price, Quantity } from './facts/facts.ts'
import { absolute, cents, type Fixed, sumFixed, toCents } from './tokens/money.ts'

/** Amounts of a note that fulfil its arithmetic: gross plus or minus taxes and fees is the amount paid. */
export interface Solution {
  readonly currency: string
  readonly amount: Fixed
  readonly gross: Fixed
  readonly taxes: Fixed
  readonly fees: Fixed
  /** Tax paid back with the amount. It is no part of `amount`. */
  readonly refund: Fixed
  readonly grossForeign: Fixed | null
  readonly foreignCurrency: string | null
  readonly rate: Fixed | null
  readonly quantity: Quantity | null
  readonly price: Price | null
  readonly netItem: Item
  readonly grossItem: Item | null
  readonly costs: readonly Item[]
}

/** Whether taxes and fees are paid on top (purchase) or taken off (sale, income). */
export type Side = 'pays' | 'receives'

const maxCandidates = 12

/**
 * Finds amounts that agree, or null. Of several solutions, one whose price was checked, that explains taxes or fees, and
 * that is in the currency of the account.
 */
export function solveNote(facts: Facts, side: Side): Solution | null {
  const named = facts.items.filter(item => item.role === 'net' && hasValue(item)).slice(0, maxCandidates)
  const totals = facts.items.filter(item => item.role === 'total' && hasValue(item)).slice(-1)
  let best: { readonly solution: Solution; readonly score: number } | null = null
  for (const net of [...named, ...totals]) {
    // Which of two currencies the account has is not stated.
    if (net.amounts.size > 1) continue
    for (const [currency, amount] of net.amounts) {
      if (currency === '') continue
      const solution = solveNet(facts, side, net, { currency, amount: toCents(amount) })
      // A total that explains nothing may be the gross amount again.
      if (!solution || (net.role === 'total' && named.length > 0 && solution.costs.length === 0)) continue
      // Costs below a total are not part of it: what was paid has a label that is not known.
      if (net.role === 'total' && solution.costs.length === 0 && facts.items.some(isCostBelow(net))) continue
      // 'Gutschrift 9,69, Steuern -2,55, Gesamt 7,14': the amount found first was gross.
      const isLeft = best !== null && isLeftOf(solution, best.solution)
      if (isLeft) {
        best = { solution, score: rank(solution, net) }
        continue
      }
      // What the account was moved by says more than a total beside a rate.
      if (net.role === 'total' && best !== null && movesAccount.test(best.solution.netItem.label)) continue
      // Two trades in one note: neither is the note.
      if (best !== null && isOtherTrade(best.solution, solution)) return null
      const score = rank(solution, net)
      if (best === null || score > best.score) best = { solution, score }
    }
  }
  return best?.solution ?? solveGrossOnly(facts) ?? solveUnlabelled(facts, side)
}

/** An amount without a known label is what was paid if quantity times price, with the costs, makes exactly it. */
function solveUnlabelled(facts: Facts, side: Side): Solution | null {
  if (facts.items.some(item => item.role === 'net' && hasValue(item))) return null
  const others = facts.items.filter(item => item.role === 'unlabelled' && item.amounts.size === 1)
  const last = others.filter(net => !facts.items.some(isCostBelow(net)))
  const found = last.slice(-maxCandidates).flatMap(net =>
    [...net.amounts].flatMap(([currency, amount]) => {
      if (currency === '' || amount === 0n) return []
      const solution = solveNet(facts, side, net, { currency, amount: toCents(amount) })
      const isCertain =
        solution !== null &&
        solution.price !== null &&
        solution.grossItem !== null &&
        solution.costs.length > 0 &&
        solution.costs.every(item => item.role === 'tax' || item.role === 'fee')
      return isCertain ? [solution] : []
    }),
  )
  const amounts = new Set(found.map(({ amount }) => amount))
  return amounts.size === 1 ? (found[0] ?? null) : null
}

const isCostBelow =
  (total: Item) =>
  (item: Item): boolean =>
    (item.role === 'fee' || item.role === 'tax') && item.line > total.line && hasValue(item)

/** Words of a cost, also where the line may be mere information. */
const namesCost =
  /(?:^| )kest(?: |$)|[a-z]steuer(?: |$)|spesen|gebuhr|provision|entgelt|courtage|(?:^| )(?:tax|fee)s?(?: |$)/

/** A note without costs may state gross only. It is the amount if quantity times price confirms it. */
function solveGrossOnly(facts: Facts): Solution | null {
  const isCost = ({ role, label }: Item) =>
    role === 'tax' ||
    role === 'fee' ||
    role === 'unlabelled' ||
    role === 'accrued' ||
    (role === 'information' && namesCost.test(label))
  if (facts.items.some(({ role }) => role === 'net')) return null
  if (facts.items.some(item => isCost(item) && hasValue(item)) || facts.rates.length > 0) return null
  const wholes = facts.items.filter(item => item.role === 'gross' && hasValue(item))
  const totals = facts.items.filter(item => item.role === 'total' && hasValue(item))
  // A note of a fund may state the amount as nothing but 'Betrag'.
  const stated = wholes.length > 0 || new Set(totals.map(largest)).size > 1 ? wholes : totals
  const [item] = stated.toSorted((a, b) => Number(largest(b) - largest(a)))
  const [[currency, value] = ['', 0n]] = item?.amounts ?? []
  if (item?.amounts.size !== 1 || currency === '') return null
  const gross = { item, currency, value, own: value, line: item.line }
  const checked = checkPrice(facts, gross, null)
  if (!checked?.price || checked.quantity?.rank === 1) return null
  const none = { taxes: 0n, fees: 0n, refund: 0n, grossForeign: null, foreignCurrency: null, rate: null }
  const { quantity, price } = checked
  return {
    ...none,
    currency,
    amount: value,
    gross: value,
    quantity,
    price,
    netItem: item,
    grossItem: item,
    costs: [],
  }
}

/** Whether a solution begins with the amount of another one and takes costs off it below. */
const isLeftOf = (left: Solution, whole: Solution): boolean =>
  left.currency === whole.currency &&
  left.gross === whole.amount &&
  left.costs.length > 0 &&
  whole.costs.length === 0 &&
  left.netItem.line > whole.netItem.line

const largest = ({ amounts }: Item): Fixed => [...amounts.values()].reduce((a, b) => (a > b ? a : b), 0n)

function isOtherTrade(a: Solution, b: Solution): boolean {
  const isWhole = ({ price, netItem }: Solution) => price !== null && movesAccount.test(netItem.label)
  return (
    isWhole(a) &&
    isWhole(b) &&
    a.currency === b.currency &&
    a.amount !== b.amount &&
    a.grossItem !== b.grossItem &&
    a.gross !== b.gross
  )
}

/** Words of what the account was moved by. */
export const movesAccount =
  /gunsten|lasten|gutschr|gutgeschr|belast|lastschrift|credit|debit|debet|abono|cargo|addebit/

function rank(solution: Solution, net: Item): number {
  const isConverted = solution.foreignCurrency !== null || solution.rate !== null
  return (
    Number(solution.price !== null) * 8 +
    Number(isConverted) * 4 +
    Number(solution.costs.length > 0) * 2 +
    Number(net.role === 'net') +
    // Of a subtotal and the amount paid, the latter moves the account and explains more costs.
    Number(movesAccount.test(net.label)) * 0.5 +
    Math.min(solution.costs.length, 9) * 0.05
  )
}

const hasValue = (item: Item): boolean => [...item.amounts.values()].some(value => value !== 0n)

interface Paid {
  readonly currency: string
  readonly amount: Fixed
}

function solveNet(facts: Facts, side: Side, net: Item, paid: Paid): Solution | null {
  const conversions = findConversions(facts, paid.currency)
  let best: Solution | null = null
  for (const gross of grossCandidates(facts, net, paid.currency)) {
    for (const conversion of conversionsFor(gross.currency, paid.currency, conversions)) {
      const solution = balance(facts, side, { net, paid, gross, conversion })
      if (!solution) continue
      if (best === null || (best.price === null && solution.price !== null) || explainsMore(solution, best))
        best = solution
    }
  }
  return best
}

/** The same costs and a little more, in the currency of the trade: taken off before the amount was converted. */
const explainsMore = (solution: Solution, best: Solution): boolean =>
  solution.price !== null &&
  solution.foreignCurrency !== null &&
  best.foreignCurrency === null &&
  absolute(solution.gross - best.gross) * 200n <= best.gross &&
  solution.costs.length > best.costs.length &&
  best.costs.every(item => solution.costs.includes(item))

/** Stated gross amounts, then products of quantity and price where no gross is stated. */
function grossCandidates(facts: Facts, net: Item, currency: string): Gross[] {
  const stated = facts.items
    .filter(item => (item.role === 'gross' || item.role === 'total') && hasValue(item) && item !== net)
    .sort((a, b) => Number(a.role === 'total') - Number(b.role === 'total'))
    .slice(0, maxCandidates)
    .flatMap(item =>
      [...item.amounts].map(([code, value]) => ({
        item,
        currency: code === '' ? currency : code,
        value,
        own: item.amounts.get(currency) ?? null,
        line: item.line,
      })),
    )
    .sort((a, b) => Number(b.currency === currency) - Number(a.currency === currency))
  const products = facts.quantities.slice(0, 8).flatMap(quantity =>
    facts.prices.slice(0, 8).map(price => ({
      item: null,
      currency: price.currency ?? quantity.nominalCurrency ?? currency,
      value: toCents(product(quantity, price)),
      own: null,
      line: quantity.line,
    })),
  )
  const subtotals = facts.items
    .filter(item => item.role === 'net' && item !== net && item.line < net.line)
    .flatMap(item => {
      const value = item.amounts.get(currency)
      return value ? [{ item, currency, value, own: value, line: item.line }] : []
    })
  return [...stated, ...products.filter(({ value }) => value !== 0n), ...subtotals]
}

interface Attempt {
  readonly net: Item
  readonly paid: Paid
  readonly gross: Gross
  readonly conversion: Conversion | null
}

/** Tries the sets of cost lines that statements print, from the likeliest on. */
function balance(facts: Facts, side: Side, attempt: Attempt): Solution | null {
  const { net, paid, gross, conversion } = attempt
  const exact = gross.own ?? convert(gross.value, gross.currency, paid.currency, conversion)
  if (exact === null || exact === 0n) return null
  const inAccount = (role: Item['role']) =>
    facts.items.filter(item => item.role === role).flatMap(item => costIn(item, paid.currency, conversion))
  const costs = [...inAccount('tax'), ...inAccount('fee')].sort((a, b) => a.item.line - b.item.line)
  const accrued = inAccount('accrued').slice(0, 1)
  const others = { information: inAccount('information'), unlabelled: inAccount('unlabelled') }
  const sets = costSets(costs, others, gross.line, net.line)
  for (const extra of accrued.length > 0 ? [sumFixed(accrued.map(({ value }) => value)), 0n] : [0n]) {
    const grossOwn = toCents(exact) + extra
    const due = side === 'pays' ? paid.amount - grossOwn : grossOwn - paid.amount
    for (const set of sets) {
      if (absolute(set.sum - due) > tolerance(set, gross, paid) || guessesTooMuch(set, grossOwn)) continue
      const solution = settle(facts, side, attempt, set)
      if (solution) return solution
    }
  }
  return null
}

/** Lines without a known label are fees unless their words name a tax. */
const isTax = ({ role, label }: Item): boolean =>
  role === 'tax' || role === 'information' || (role === 'unlabelled' && namesTax.test(label))

/** A line without a known label that is more than a twentieth of gross is hardly a cost. */
const guessesTooMuch = (set: CostSet, gross: Fixed): boolean =>
  set.costs.some(({ item, value }) => item.role === 'unlabelled' && value * 20n > gross)

/** Each converted line may be rounded by a cent. */
function tolerance(set: CostSet, gross: Gross, paid: Paid): Fixed {
  const converted = set.costs.filter(({ isConverted }) => isConverted).length
  const isForeign = gross.currency !== paid.currency && gross.own === null
  return converted > 0 || isForeign ? cents(1 + converted) : 0n
}

/** Completes a balanced set: quantity and price must agree with gross where both are stated. */
function settle(facts: Facts, side: Side, attempt: Attempt, set: CostSet): Solution | null {
  const { net, paid, gross, conversion } = attempt
  const checked = checkPrice(facts, gross, conversion)
  if (!checked) return null
  // A subtotal is gross only where quantity times price says so.
  if (checked.price === null && gross.item?.role === 'net') return null
  if (checked.price === null && set.costs.some(({ item }) => item.role === 'unlabelled')) return null
  const sumOf = (isKind: (item: Item) => boolean) =>
    sumFixed(set.costs.filter(({ item }: Cost) => isKind(item)).map(({ value }) => value))
  const paidTaxes = sumOf(isTax)
  const taxes = set.isRefund ? 0n : paidTaxes
  const refund = set.isRefund ? paidTaxes : 0n
  // A discount without fees lowers gross.
  const charged = sumOf(item => !isTax(item))
  const fees = charged < 0n ? 0n : charged
  const amount = side === 'pays' ? paid.amount + refund : paid.amount - refund
  const isForeign = gross.currency !== paid.currency
  return {
    currency: paid.currency,
    amount,
    // Rounding of converted lines goes to gross, so that the sum is exact.
    gross: side === 'pays' ? amount - taxes - fees : amount + taxes + fees,
    taxes,
    fees,
    refund,
    grossForeign: isForeign ? gross.value : null,
    foreignCurrency: isForeign ? gross.currency : null,
    rate: conversion?.rate ?? null,
    quantity: checked.quantity,
    price: checked.price,
    netItem: net,
    grossItem: gross.item,
    costs: set.costs.map(({ item }) => item),
  }
}
