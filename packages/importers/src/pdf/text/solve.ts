import type { Facts, Item, Price, Quantity, Rate } from './facts.ts'
import {
  absolute,
  cents,
  divideFixed,
  type Fixed,
  fixedToText,
  multiplyFixed,
  precision,
  sumFixed,
  toCents,
  toFixed,
} from './money.ts'

/** Amounts of a note that fulfil its arithmetic: gross plus or minus taxes and fees is the amount paid. */
export interface Solution {
  readonly currency: string
  readonly amount: Fixed
  readonly gross: Fixed
  readonly taxes: Fixed
  readonly fees: Fixed
  readonly grossForeign: Fixed | null
  readonly foreignCurrency: string | null
  readonly rate: Fixed | null
  readonly quantity: Quantity | null
  readonly price: Price | null
  readonly netItem: Item
  readonly grossItem: Item | null
  readonly costs: readonly Item[]
  /** Quantity times price was compared with gross. */
  readonly isPriceChecked: boolean
}

/** Whether taxes and fees are paid on top (purchase) or taken off (sale, income). */
export type Side = 'pays' | 'receives'

interface Conversion {
  readonly from: string
  readonly to: string
  /** Units of `from` per unit of `to`. */
  readonly rate: Fixed
}

interface Gross {
  readonly item: Item | null
  readonly currency: string
  readonly value: Fixed
  /** Same value stated in the account's currency in the same line. */
  readonly own: Fixed | null
  readonly line: number
}

const maxCandidates = 12

/** Finds amounts that agree, or null. Of several solutions, the one that stands first and uses all lines. */
export function solveNote(facts: Facts, side: Side): Solution | null {
  const nets = byAccountCurrency(
    facts,
    facts.items.filter(item => item.role === 'net' && hasValue(item)),
  )
  const totals = facts.items
    .filter(item => item.role === 'total' && hasValue(item))
    .slice(-4)
    .reverse()
  let fallback: Solution | null = null
  for (const net of [...nets, ...totals]) {
    for (const [currency, amount] of net.amounts) {
      if (currency === '') continue
      const solution = solveNet(facts, side, net, { currency, amount: toCents(amount) })
      if (solution?.isPriceChecked) return solution
      fallback ??= solution
    }
  }
  return fallback
}

/** Where the document converts, the amount paid is the one that is not in the currency of the security. */
function byAccountCurrency(facts: Facts, nets: readonly Item[]): Item[] {
  const gross = facts.items.find(({ role }) => role === 'gross')
  const foreign =
    facts.prices.find(({ currency }) => currency !== null)?.currency ?? [...(gross?.amounts.keys() ?? [])][0]
  const isOwn = (item: Item) => Number(foreign !== undefined && !item.amounts.has(foreign))
  return [...nets].sort((a, b) => isOwn(b) - isOwn(a)).slice(0, maxCandidates)
}

const hasValue = (item: Item): boolean => [...item.amounts.values()].some(value => value !== 0n)

function solveNet(
  facts: Facts,
  side: Side,
  net: Item,
  paid: { readonly currency: string; readonly amount: Fixed },
): Solution | null {
  const conversions = findConversions(facts, paid.currency)
  let fallback: Solution | null = null
  for (const gross of grossCandidates(facts, net, paid.currency)) {
    for (const conversion of conversionsFor(gross, paid.currency, conversions)) {
      const solution = balance(facts, side, { net, paid, gross, conversion })
      if (!solution) continue
      if (solution.isPriceChecked) return solution
      fallback ??= solution
    }
  }
  return fallback
}

/** Stated gross amounts, then products of quantity and price where no gross is stated. */
function grossCandidates(facts: Facts, net: Item, currency: string): Gross[] {
  const stated = facts.items
    .filter(item => (item.role === 'gross' || item.role === 'total') && hasValue(item))
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
  return [...stated.filter(({ item }) => item !== net), ...products.filter(({ value }) => value !== 0n)]
}

function product(quantity: Quantity, price: Price): Fixed {
  const value = multiplyFixed(toFixed(quantity.value), toFixed(price.value))
  return price.isPercent || quantity.nominalCurrency !== null ? value / 100n : value
}

/** Rates of exchange from other currencies to that of the account: stated, or implied by a line that states both. */
function findConversions(facts: Facts, to: string): Conversion[] {
  const found: Conversion[] = []
  const others = new Set(
    facts.items.flatMap(item => [...item.amounts.keys()]).filter(code => code !== to && code !== ''),
  )
  for (const price of facts.prices) if (price.currency && price.currency !== to) others.add(price.currency)
  for (const from of others) {
    for (const rate of facts.rates.slice(0, maxCandidates)) found.push(...bothWays(rate, from, to))
    for (const item of facts.items) {
      const foreign = item.amounts.get(from)
      const own = item.amounts.get(to)
      if (foreign && own) found.push({ from, to, rate: divideFixed(foreign, own) })
    }
  }
  return found
}

/** A rate names its pair or not; banks write it either way. The arithmetic decides. */
function bothWays(rate: Rate, from: string, to: string): Conversion[] {
  const value = absolute(toFixed(rate.value))
  if (value === 0n) return []
  if (rate.pair && !(rate.pair.base === from || rate.pair.quote === from)) return []
  const inverse = divideFixed(toFixed('1'), value)
  return [
    { from, to, rate: value },
    { from, to, rate: inverse },
  ]
}

function conversionsFor(gross: Gross, to: string, conversions: readonly Conversion[]): (Conversion | null)[] {
  const own = gross.currency === to ? [null] : []
  const foreign = conversions.filter(({ from }) => gross.currency === to || from === gross.currency)
  return [...own, ...foreign]
}

interface Attempt {
  readonly net: Item
  readonly paid: { readonly currency: string; readonly amount: Fixed }
  readonly gross: Gross
  readonly conversion: Conversion | null
}

interface Cost {
  readonly item: Item
  readonly value: Fixed
  readonly isConverted: boolean
}

/** Tries the sets of cost lines that statements print, from the likeliest on. */
function balance(facts: Facts, side: Side, attempt: Attempt): Solution | null {
  const { net, paid, gross, conversion } = attempt
  const exact = gross.own ?? convert(gross.value, gross.currency, paid.currency, conversion)
  const grossOwn = exact === null ? null : toCents(exact)
  if (grossOwn === null || grossOwn === 0n) return null
  const costs = facts.items
    .filter(item => item.role === 'tax' || item.role === 'fee')
    .flatMap(item => costIn(item, paid.currency, conversion))
  const accrued = facts.items
    .filter(item => item.role === 'accrued')
    .flatMap(item => costIn(item, paid.currency, conversion))
    .slice(0, 1)
  for (const extra of accrued.length > 0 ? [sumFixed(accrued.map(({ value }) => value)), 0n] : [0n]) {
    const due = side === 'pays' ? paid.amount - grossOwn - extra : grossOwn + extra - paid.amount
    for (const set of costSets(costs, gross.line, net.line)) {
      const sum = sumFixed(set.map(({ value }) => value))
      const converted = set.filter(({ isConverted }) => isConverted).length
      const isForeign = gross.currency !== paid.currency && gross.own === null
      const tolerance = converted > 0 || isForeign ? cents(1 + converted) : 0n
      if (absolute(sum - due) > tolerance) continue
      const solution = settle(facts, side, attempt, set)
      if (solution) return solution
    }
  }
  return null
}

function convert(value: Fixed, from: string, to: string, conversion: Conversion | null): Fixed | null {
  if (from === to || from === '') return value
  if (!conversion || conversion.from !== from) return null
  return toCents(divideFixed(value, conversion.rate))
}

function costIn(item: Item, currency: string, conversion: Conversion | null): Cost[] {
  const own = item.amounts.get(currency) ?? item.amounts.get('')
  if (own !== undefined)
    return own === 0n ? [] : [{ item, value: toCents(own), isConverted: own !== toCents(own) }]
  for (const [code, amount] of item.amounts) {
    const value = convert(amount, code, currency, conversion)
    if (value !== null && amount !== 0n) return [{ item, value, isConverted: true }]
  }
  return []
}

function costSets(costs: readonly Cost[], grossLine: number, netLine: number): Cost[][] {
  const [low, high] = grossLine < netLine ? [grossLine, netLine] : [netLine, grossLine]
  const between = costs.filter(({ item }) => item.line >= low && item.line <= high)
  const before = costs.filter(({ item }) => item.line <= netLine)
  const parts = [between, before, [...costs]]
  const plain = parts.map(part => part.filter(({ item }) => !item.isSum))
  const once = plain.map(withoutRepeats)
  const sums = parts.map(part => part.filter(({ item }) => item.isSum))
  return [...parts, ...plain, ...once, ...sums, []]
}

function withoutRepeats(costs: readonly Cost[]): Cost[] {
  const seen = new Set<string>()
  return costs.filter(({ item, value }) => {
    const key = `${item.role} ${value}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Completes a balanced set: quantity and price must agree with gross where both are stated. */
function settle(facts: Facts, side: Side, attempt: Attempt, set: readonly Cost[]): Solution | null {
  const { net, paid, gross, conversion } = attempt
  const checked = checkPrice(facts, gross, conversion)
  if (!checked) return null
  const taxes = sumFixed(set.filter(({ item }) => item.role === 'tax').map(({ value }) => value))
  const fees = sumFixed(set.filter(({ item }) => item.role === 'fee').map(({ value }) => value))
  const isForeign = gross.currency !== paid.currency
  return {
    currency: paid.currency,
    amount: paid.amount,
    // Rounding of converted lines goes to gross, so that the sum is exact.
    gross: side === 'pays' ? paid.amount - taxes - fees : paid.amount + taxes + fees,
    taxes,
    fees,
    grossForeign: isForeign ? gross.value : null,
    foreignCurrency: isForeign ? gross.currency : null,
    rate: conversion?.rate ?? null,
    quantity: checked.quantity,
    price: checked.price,
    netItem: net,
    grossItem: gross.item,
    costs: set.map(({ item }) => item),
    isPriceChecked: checked.price !== null,
  }
}

interface PriceCheck {
  readonly quantity: Quantity | null
  readonly price: Price | null
}

/** The quantity whose product with a price is gross. Null where a price is stated that agrees with no quantity. */
function checkPrice(facts: Facts, gross: Gross, conversion: Conversion | null): PriceCheck | null {
  const quantities = [...facts.quantities].sort((a, b) => b.rank - a.rank).slice(0, 20)
  for (const quantity of quantities)
    for (const price of [...facts.prices.slice(0, maxCandidates), ...unitAmounts(facts, gross)])
      if (!saysNothing(quantity) && agrees(quantity, price, gross, conversion)) return { quantity, price }
  const sure = quantities.filter(({ rank }) => rank > 1)
  if (facts.prices.length > 0 && sure.length > 0) return null
  return { quantity: sure[0] ?? null, price: null }
}

/** Amounts per piece that carry the label of the whole ('Dividende 4,13 USD'). */
function unitAmounts(facts: Facts, gross: Gross): Price[] {
  return facts.items
    .filter(item => (item.role === 'gross' || item.role === 'total') && item !== gross.item)
    .slice(0, maxCandidates)
    .flatMap(item =>
      [...item.amounts].map(([currency, value]) => ({
        value: fixedToText(value),
        line: item.line,
        currency: currency || null,
        isPercent: false,
      })),
    )
}

/** One piece at the price of the whole confirms nothing unless the quantity is labelled. */
const saysNothing = (quantity: Quantity): boolean => quantity.rank === 1 && quantity.value === '1'

function agrees(quantity: Quantity, price: Price, gross: Gross, conversion: Conversion | null): boolean {
  // A nominal value has a price in per cent, which has no currency.
  if (quantity.nominalCurrency !== null && price.currency !== null && !price.isPercent) return false
  if (price.isPercent && quantity.nominalCurrency === null && quantity.rank === 1) return false
  const value = product(quantity, price)
  const rounding = roundingOf(price.value, quantity.value, 2) + roundingOf(quantity.value, price.value, 3)
  const limit = value / 100n
  const slack = (rounding < limit ? rounding : limit) + cents(1)
  if (absolute(value - gross.value) <= slack) return true
  if (gross.own !== null && absolute(value - gross.own) <= slack) return true
  if (!conversion) return false
  const converted = divideFixed(value, conversion.rate)
  const rateSlack = divideFixed(slack, conversion.rate) + converted / 10_000n
  return absolute(converted - gross.value) <= rateSlack
}

/** What rounding of a factor moves the product. A factor with fewer decimals than banks round to is exact. */
function roundingOf(factor: string, other: string, decimals: number): Fixed {
  const written = factor.split('.')[1]?.length ?? 0
  if (written < decimals && decimals > 2) return 0n
  return multiplyFixed(toFixed(other), written < decimals ? cents(1) / 2n : precision(factor))
}
