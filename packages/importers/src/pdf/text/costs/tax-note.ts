import type { Line } from '../document.ts'
import type { Facts, Item } from '../facts/facts.ts'
import {
  absolute,
  cents,
  divideFixed,
  type Fixed,
  multiplyFixed,
  sumFixed,
  toCents,
} from '../tokens/money.ts'

/** A tax that is charged or paid back: advance lump sum, tax settlement, balancing after a sale with a loss. */
export interface TaxSettlement {
  readonly kind: 'taxes' | 'taxRefund'
  readonly currency: string
  readonly amount: Fixed
  readonly netItem: Item
  readonly costs: readonly Item[]
}

const paidBack = /gunsten|gutschrift|gutgeschr|erstattung|credit|refund|abono|accredit|rembours/
const charged = /lasten|belast|debit|lastschrift|abzug|charged|einzug/
const withheld = /abgefuhrt|einbehalten|withheld|deducted|zu zahlende/
/** An advance lump sum is only ever charged. */
const lumpSum = /vorabpauschale|(?:advance|preliminary) lump sum/
const beforeTaxes = /(?:vor|nach) ?steuern/

/** The tax that a document about a tax alone settles, or null. */
export function solveTaxNote(facts: Facts, lines: readonly Line[]): TaxSettlement | null {
  const compared = compareBeforeAndAfter(facts, lines)
  if (compared) return compared
  // The tax withheld abroad is a part of it too, and was not found.
  if (facts.items.some(({ label }) => beforeTaxes.test(label)) && lines.some(isForeignCredit)) return null
  return findSettlement(facts, lines, -1) ?? findRefund(facts, lines)
}

/** 'Angerechnete ausländische Quellensteuer: EUR 0,81': tax that was withheld abroad before the amount was stated. */
const isForeignCredit = ({ norm, amounts }: Line): boolean =>
  /(?:angerechnete|anrechenbare|anzurechnende)ausl(?:andische)?quellensteuer/.test(norm.replace(/ /g, '')) &&
  amounts.some(({ value }) => value !== '0')

const refundTitle = /(?:erstattung|refund|reimbursement|remboursement|rimborso|reembolso)/

/** Tax paid back without tax lines: the amount credited is stated a second time. */
function findRefund({ items }: Facts, lines: readonly Line[]): TaxSettlement | null {
  if (!lines.some(({ norm }) => norm.length < 80 && refundTitle.test(norm))) return null
  const netItem = items.findLast(({ role, label }) => role === 'net' && paidBack.test(label))
  for (const [currency, amount] of netItem?.amounts ?? []) {
    const isStated = items.some(
      item => item !== netItem && item.role !== 'information' && item.amounts.get(currency) === amount,
    )
    if (netItem && currency !== '' && amount !== 0n && isStated)
      return { kind: 'taxRefund', currency, amount: toCents(amount), netItem, costs: [] }
  }
  return null
}

/** A tax above the amount that is neither part of it nor stated a second time. */
export function hasOtherTax(facts: Facts, { currency, amount, netItem, costs }: TaxSettlement): boolean {
  const valueIn = (item: Item) => item.amounts.get(currency) ?? 0n
  const used = new Set([amount, valueIn(netItem), ...costs.map(valueIn)])
  return facts.items.some(
    item =>
      item.role === 'tax' &&
      !item.isSum &&
      item !== netItem &&
      item.line < netItem.line &&
      valueIn(item) !== 0n &&
      !used.has(valueIn(item)),
  )
}

/** The tax settled in a part of its own below the amount of a trade, or null. */
export function findTaxBlock(facts: Facts, lines: readonly Line[], net: Item): TaxSettlement | null {
  return findSettlement(facts, lines, net.line)
}

/** An amount below `after` that the tax lines above it add up to. */
function findSettlement(facts: Facts, lines: readonly Line[], after: number): TaxSettlement | null {
  const taxes = facts.items.filter(item => item.role === 'tax' && item.line > after)
  const sums = taxes.filter(({ isSum }) => isSum)
  const nets = facts.items.filter(
    item =>
      (item.role === 'net' || item.role === 'total') && item.line > after && !beforeTaxes.test(item.label),
  )
  for (const netItem of [...nets, ...(after < 0 ? [...sums, ...taxes] : [])]) {
    for (const [currency, amount] of netItem.amounts) {
      if (currency === '' || amount === 0n) continue
      const parts = taxes.filter(item => item !== netItem && !item.isSum)
      const costs = explain(parts, netItem, { currency, amount })
      const kind = costs && findDirection(netItem, costs, lines)
      if (costs && kind) return { kind, currency, amount: toCents(absolute(amount)), netItem, costs }
    }
  }
  return null
}

/** The tax lines before the amount, or all, if their sum is the amount. */
function explain(
  taxes: readonly Item[],
  net: Item,
  paid: { readonly currency: string; readonly amount: Fixed },
): Item[] | null {
  const own = taxes.filter(item => (item.amounts.get(paid.currency) ?? 0n) !== 0n)
  const before = own.filter(item => item.line < net.line)
  const seen = new Set<string>()
  const once = own.filter(item => {
    const key = `${item.label} ${item.amounts.get(paid.currency)}`
    return seen.has(key) ? false : seen.add(key)
  })
  for (const set of [before, own, once]) {
    const sum = sumFixed(set.map(item => item.amounts.get(paid.currency) ?? 0n))
    if (set.length > 0 && sum === paid.amount) return [...set]
  }
  return null
}

/** Words beside, above or below the amount decide; else the sign of the amount or of the tax lines. */
function findDirection(
  net: Item,
  costs: readonly Item[],
  lines: readonly Line[],
): 'taxes' | 'taxRefund' | null {
  const at = lines.findIndex(({ index }) => index === net.line)
  // What is said of the tax line itself comes first: the line below may credit what is left of a payment.
  if (net.role === 'tax' && withheld.test(net.label)) return 'taxes'
  const texts = [net.label, ...[0, -1, 1].map(offset => lines[at + offset]?.norm ?? '')]
  for (const text of texts)
    if (paidBack.test(text) !== charged.test(text)) return paidBack.test(text) ? 'taxRefund' : 'taxes'
  if (net.isNegative || costs.every(({ isNegative }) => isNegative)) return 'taxes'
  return lines.some(({ norm }) => lumpSum.test(norm)) ? 'taxes' : null
}

/**
 * 'Zu Ihren Gunsten vor Steuern', 'nach Steuern': the difference is the tax, if tax lines explain it. Where a profile
 * takes the tax base for gross, what it is above the amount before taxes was withheld abroad.
 */
function compareBeforeAndAfter(facts: Facts, lines: readonly Line[]): TaxSettlement | null {
  const nets = facts.items.filter(item => item.role === 'net')
  const before = nets.find(item => /vor ?steuern/.test(item.label))
  const after = nets.find(item => /nach ?steuern/.test(item.label))
  if (!before || !after) return null
  const isIncome = lines.some(({ norm }) =>
    /^steuerliche behandlung .*(?:dividende|ausschuttung|zins)/.test(norm),
  )
  // What goes out of the account counts the other way: tax may turn nothing into a charge.
  const signed = ({ label }: Item, value: Fixed) => (/lasten/.test(label) ? -value : value)
  for (const [currency, amount] of before.amounts) {
    const stated = after.amounts.get(currency)
    if (stated === undefined) continue
    const tax = signed(before, amount) - signed(after, stated)
    const withheld = isIncome ? findWithheld(facts, currency, amount) : 0n
    if (withheld === null || (isIncome && withheld === 0n && lines.some(isForeignCredit))) continue
    const taxes = facts.items.filter(item => item.role === 'tax' && (item.amounts.get(currency) ?? 0n) !== 0n)
    const due = { currency, amount: absolute(tax) }
    const costs =
      tax === 0n ? [] : (explain(taxes, after, due) ?? explainForeign(facts, { before, after }, due))
    if (!costs || (tax === 0n && withheld === 0n) || (withheld > 0n && tax < 0n)) continue
    const kind = tax < 0n ? 'taxRefund' : 'taxes'
    return { kind, currency, amount: absolute(tax) + withheld, netItem: after, costs }
  }
  return null
}

/** Tax lines in another currency, at the rate that the amount before taxes implies by stating both. */
function explainForeign(
  facts: Facts,
  { before, after }: { readonly before: Item; readonly after: Item },
  due: { readonly currency: string; readonly amount: Fixed },
): Item[] | null {
  const isBetween = ({ line }: Item) => line > before.line && line < after.line
  const own = before.amounts.get(due.currency) ?? 0n
  for (const [code, foreign] of before.amounts) {
    if (code === due.currency || foreign === 0n) continue
    const taxes = facts.items.filter(
      item => item.role === 'tax' && isBetween(item) && (item.amounts.get(code) ?? 0n) !== 0n,
    )
    const sum = sumFixed(taxes.map(item => item.amounts.get(code) ?? 0n))
    const converted = multiplyFixed(sum, divideFixed(own, foreign))
    if (absolute(converted - due.amount) <= cents(2)) return taxes
  }
  return null
}

/** Tax on dividends is withheld at these rates, in per mille. */
const usualRates = [
  50, 70, 75, 100, 120, 125, 128, 150, 180, 190, 200, 210, 250, 260, 265, 270, 275, 280, 300, 350,
]

/** What the base is above the amount before taxes, or null if it is no tax at a usual rate: then it is something else. */
function findWithheld(facts: Facts, currency: string, before: Fixed): Fixed | null {
  // The base after losses are set off is lower than what was earned.
  const bases = facts.items.filter(
    ({ role, label, isNegative }) => role === 'gross' && !isNegative && /bemessungsgrundlage/.test(label),
  )
  const value = bases.reduce((most, { amounts }) => {
    const own = amounts.get(currency) ?? 0n
    return own > most ? own : most
  }, 0n)
  if (value <= before) return 0n
  const withheld = value - before
  const isUsual = usualRates.some(
    rate => absolute((value * BigInt(rate)) / 1000n - withheld) <= cents(1) + value / 10_000n,
  )
  return isUsual ? withheld : null
}
