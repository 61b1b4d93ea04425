import type { Conversion } from './conversions.ts'
import type { Facts, Item, Price, Quantity } from './facts/facts.ts'
import {
  absolute,
  cents,
  divideFixed,
  type Fixed,
  fixedToText,
  multiplyFixed,
  precision,
  toFixed,
} from './tokens/money.ts'

const maxCandidates = 12

/** A gross amount that may be the one of the note. */
export interface Gross {
  readonly item: Item | null
  readonly currency: string
  readonly value: Fixed
  /** Same value stated in the account's currency in the same line. */
  readonly own: Fixed | null
  readonly line: number
}

export function product(quantity: Quantity, price: Price): Fixed {
  const value = multiplyFixed(toFixed(quantity.value), toFixed(price.value))
  return price.isPercent || quantity.nominalCurrency !== null ? value / 100n : value
}

interface PriceCheck {
  readonly quantity: Quantity | null
  readonly price: Price | null
}

/** The quantity whose product with a price is gross. Null where a price is stated that agrees with no quantity. */
export function checkPrice(facts: Facts, gross: Gross, conversion: Conversion | null): PriceCheck | null {
  const quantities = [...facts.quantities].sort((a, b) => b.rank - a.rank).slice(0, 20)
  // A labelled price says more than an amount that may be one.
  for (const prices of [facts.prices.slice(0, maxCandidates), unitAmounts(facts, gross)])
    for (const quantity of quantities)
      for (const price of prices)
        if (!saysNothing(quantity) && agrees(quantity, price, gross, conversion)) return { quantity, price }
  const sure = quantities.filter(({ rank }) => rank > 1)
  if (facts.prices.length > 0 && sure.length > 0) return null
  return { quantity: sure[0] ?? null, price: null }
}

/** Amounts per piece that carry the label of the whole ('Dividende 4,13 USD'). */
function unitAmounts(facts: Facts, gross: Gross): Price[] {
  const rows = new Set(facts.quantities.filter(({ rank }) => rank > 1).map(({ line }) => line))
  const mayBePrice = ({ role, line }: Item) =>
    // What stands below gross is what costs leave of it.
    ((role === 'gross' || role === 'total') && line <= gross.line + 1) ||
    (role === 'unlabelled' && rows.has(line))
  return facts.items
    .filter(item => mayBePrice(item) && item !== gross.item)
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
  // A price may be rounded; a number without a label must fit closely.
  const ofPrice = quantity.rank === 1 ? 0n : roundingOf(price.value, quantity.value, 2)
  const rounding = ofPrice + roundingOf(quantity.value, price.value, 3)
  const limit = (value * 3n) / 100n
  const slack = (rounding < limit ? rounding : limit) + cents(1)
  const isSameCurrency = price.currency === null || price.currency === gross.currency
  if (isSameCurrency && absolute(value - gross.value) <= slack) return true
  const isOwn = price.currency === null || price.currency !== gross.currency
  if (gross.own !== null && gross.own !== gross.value && isOwn && absolute(value - gross.own) <= slack)
    return true
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
