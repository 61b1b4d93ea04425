import { type Conversion, convert } from '../conversions.ts'
import type { Item } from '../facts/facts.ts'
import { type Fixed, sumFixed, toCents } from '../tokens/money.ts'

/** A tax or fee in the currency of the account. */
export interface Cost {
  readonly item: Item
  readonly value: Fixed
  readonly isConverted: boolean
}

/** Lines that may be the costs of a note. */
export interface CostSet {
  readonly costs: readonly Cost[]
  readonly sum: Fixed
  /** The taxes are paid back: they count the other way. */
  readonly isRefund: boolean
}

/** Discounts lower the fees. */
const discount = /rabatt|zuwendung|nachlass|discount|rebate|trading credit/

export function costIn(item: Item, currency: string, conversion: Conversion | null): Cost[] {
  const stated = item.amounts.get(currency) ?? item.amounts.get('')
  const own = stated !== undefined && item.role === 'fee' && discount.test(item.label) ? -stated : stated
  if (own !== undefined)
    return own === 0n ? [] : [{ item, value: toCents(own), isConverted: own !== toCents(own) }]
  for (const [code, amount] of item.amounts) {
    const value = convert(amount, code, currency, conversion)
    if (value !== null && amount !== 0n) return [{ item, value, isConverted: true }]
  }
  return []
}

const creditable = /quellensteuer|withholding|retenue|qust/

/**
 * The sets of lines that statements print as costs, from the likeliest on: those between gross and net, those before
 * net, all; without sums, without repeated lines, or the sums only. Then the same with taxes paid back, and with a
 * withholding tax that is only mentioned as creditable.
 */
export function costSets(
  costs: readonly Cost[],
  others: { readonly information: readonly Cost[]; readonly unlabelled: readonly Cost[] },
  grossLine: number,
  netLine: number,
): CostSet[] {
  const [low, high] = grossLine < netLine ? [grossLine, netLine] : [netLine, grossLine]
  const between = costs.filter(({ item }) => item.line >= low && item.line <= high)
  const before = costs.filter(({ item }) => item.line <= netLine)
  const parts = [between, before, [...costs]]
  const plain = parts.map(part => part.filter(({ item }) => !item.isSum))
  const once = plain.map(withoutRepeats)
  const untotalled = parts.map(withoutTotals)
  const sums = parts.map(part => part.filter(({ item }) => item.isSum))
  const stated = [...parts, ...plain, ...once, ...sums, ...untotalled].filter(set => set.length > 0)
  const credits = others.information.filter(({ item }) => creditable.test(item.label)).slice(0, 3)
  const withCredit = credits.flatMap(credit => once.map(set => [...set, credit]))
  // 'Ausgekehrte Zuwendungen EUR -1,26': passed on to the client, where it is exactly what is missing.
  const passed = others.information
    .filter(({ item }) => item.isNegative && discount.test(item.label))
    .slice(0, 3)
  const withPassed = passed.flatMap(({ item, value }) =>
    once.map(set => [...set, { item: { ...item, role: 'fee' as const }, value: -value, isConverted: false }]),
  )
  const unknown = others.unlabelled.filter(({ item }) => item.line >= low && item.line <= high)
  const refunds = stated.filter(set => set.some(({ item }) => item.role === 'tax') && isPaidBack(set))
  return [
    ...stated.map(set => makeSet(set, false)),
    // Lines between gross and net always count.
    ...(once[0]?.length === 0 ? [makeSet([], false)] : []),
    ...refunds.map(set => makeSet(set, true)),
    // One line without a known label may be a cost if it is exactly what is missing.
    ...(unknown.length === 1 ? [makeSet([...(once[0] ?? []), ...unknown], false)] : []),
    ...withCredit.map(set => makeSet(set, false)),
    ...withPassed.map(set => makeSet(set, false)),
  ]
}

/** Whether the taxes of a set are paid back: the words say so, or their sign differs from that of the fees. */
function isPaidBack(costs: readonly Cost[]): boolean {
  const taxes = costs.filter(({ item }) => item.role === 'tax')
  const fees = costs.filter(({ item }) => item.role === 'fee')
  if (
    taxes.every(({ item }) =>
      /erstattung|optimierung|refund|ausgleich|zzgl (?!u|m)|zuzuglich (?!u|m)/.test(item.label),
    )
  )
    return true
  // Costs are written as positive numbers here, and the tax as a negative one.
  return (
    fees.length > 0 &&
    fees.every(({ item }) => !item.isNegative) &&
    taxes.every(({ item }) => item.isNegative)
  )
}

function makeSet(costs: readonly Cost[], isRefund: boolean): CostSet {
  const signed = costs.map(({ item, value }) => (isRefund && item.role === 'tax' ? -value : value))
  return { costs, sum: sumFixed(signed), isRefund }
}

/** Leaves out lines that state what the lines before them make, whatever their words. */
function withoutTotals(costs: readonly Cost[]): Cost[] {
  const kept: Cost[] = []
  for (const cost of costs) {
    let sum = 0n
    const isTotal = kept.toReversed().some(({ value, item }, back) => {
      sum += item.role === cost.item.role ? value : 0n
      return back > 0 && sum === cost.value
    })
    if (!isTotal) kept.push(cost)
  }
  return kept
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
