import { CONTRACT_TYPES } from '@plumbline/engine'
import type { Draft } from './draft.ts'
import { wholeCurrency } from './text/currency.ts'
import { magnitude, minus, plus, times } from './text/decimal.ts'

/** What quantity, price and costs of a draft give, and the amount that its row states. */
export interface Difference {
  readonly computed: string
  readonly stated: string
}

/** Decimals of the prices and quantities of a security in a file: those that are printed are rounded to them. */
interface Precision {
  price: number
  quantity: number
}

const decimals = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0)
const unit = (digits: number): number => 10 ** -digits
/** Trailing zeros of a price are not kept: 12.5 may be 12.50. Prices have at least cents. */
const leastPriceDecimals = 2
/** Fractions of shares have at least three decimals where a row shows fewer. */
const leastFractionDecimals = 3
/** Currencies without a minor unit are printed without decimals. */
const wholeMoney = new Set(['JPY', 'KRW', 'HUF', 'CLP', 'ISK', 'VND', 'IDR'])

const securityKey = ({ instrument }: Draft): string =>
  instrument?.isin ?? instrument?.identifiers[0]?.value ?? instrument?.symbol ?? instrument?.name ?? ''

/**
 * Finds drafts whose quantity times price and costs do not give their amount, within the rounding of the printed
 * digits. Where they differ something was misread or the row leaves something out.
 */
export function findDifferences(drafts: readonly Draft[]): Map<Draft, Difference> {
  const precisions = new Map<string, Precision>()
  for (const draft of drafts) {
    if (draft.quantity === null || draft.price === null) continue
    const key = securityKey(draft)
    const known = precisions.get(key) ?? { price: leastPriceDecimals, quantity: 0 }
    known.price = Math.max(known.price, decimals(draft.price))
    const digits = decimals(draft.quantity)
    known.quantity = Math.max(known.quantity, digits === 0 ? 0 : Math.max(digits, leastFractionDecimals))
    precisions.set(key, known)
  }
  const found = new Map<Draft, Difference>()
  for (const draft of drafts) {
    const precision = precisions.get(securityKey(draft))
    const difference = precision ? findDifference(draft, precision) : null
    if (difference) found.set(draft, difference)
  }
  return found
}

function findDifference(draft: Draft, precision: Precision): Difference | null {
  const { instrument, quantity, price, net, amount } = draft
  if (!instrument || quantity === null || price === null || CONTRACT_TYPES.has(instrument.type ?? ''))
    return null
  // The currency of the account is not known here: it may be that of the price or not.
  if (draft.currency === null && instrument.currency !== null) return null
  const isSameMoney =
    instrument.currency === null ||
    draft.currency === null ||
    wholeCurrency(instrument.currency) === draft.currency
  // Without a rate the amount in another currency says nothing about the price.
  const stated = isSameMoney ? net : amount
  if (stated === null) return null
  const sizes = contractSizes(draft)
  const agrees = sizes.some(size => {
    const gross = Math.abs(Number(quantity) * Number(price)) * Number(size)
    const computed = isSameMoney ? gross + addedToGross(draft) : gross
    return Math.abs(Math.abs(Number(stated)) - computed) <= tolerance(draft, precision, Number(size))
  })
  if (agrees) return null
  const gross = times(times(magnitude(quantity), magnitude(price)), sizes[0] ?? '1')
  return { computed: isSameMoney ? withCosts(draft, gross) : gross, stated: magnitude(stated) }
}

/** Accrued interest and costs, as numbers: most drafts agree, and exact sums would cost more than reading them. */
function addedToGross({ side, fees, taxes, accrued }: Draft): number {
  const costs = Number(fees) + Number(taxes)
  return Number(accrued ?? '0') + (side === 'buy' || side === 'in' ? costs : -costs)
}

/** Prices of bonds are percentages and prices in pence hundredths. Files seldom state the size of an option. */
function contractSizes({ instrument }: Draft): string[] {
  const isMinor = instrument?.currency != null && wholeCurrency(instrument.currency) !== instrument.currency
  const stated = instrument?.contractSize ?? (instrument?.type === 'bond' ? '0.01' : null)
  const sizes = stated === null && instrument?.type === 'option' ? ['100', '1'] : [stated ?? '1']
  return isMinor ? sizes.map(size => times(size, '0.01')) : sizes
}

function withCosts({ side, fees, taxes, accrued }: Draft, gross: string): string {
  const costs = plus(fees, taxes)
  const whole = plus(gross, accrued ?? '0')
  return side === 'buy' || side === 'in' ? plus(whole, costs) : minus(whole, costs)
}

/** One unit of the last digit for each number, because some statements cut off instead of rounding. */
function tolerance(draft: Draft, precision: Precision, size: number): number {
  const quantity = Math.abs(Number(draft.quantity))
  const price = Math.abs(Number(draft.price))
  const money = wholeMoney.has(draft.currency ?? '') ? 1 : 0.01
  const costs = (draft.fees === '0' ? 0 : money) + (draft.taxes === '0' ? 0 : money)
  const shares = precision.quantity === 0 ? 0 : unit(precision.quantity)
  const rounding = (quantity * unit(precision.price) + price * shares) * size
  // The sum is of float64: a part in 10^12 of the amount is noise.
  return rounding + money + costs + quantity * price * size * 1e-12
}
