import { namesFee, namesTax } from './costs/cost-words.ts'
import type { Line } from './document.ts'
import type { Facts, Item } from './facts/facts.ts'
import type { NoteKind } from './note-doubts.ts'
import { movesAccount, type Solution } from './solve.ts'
import { absolute, cents, divideFixed, type Fixed, multiplyFixed, sumFixed, toFixed } from './tokens/money.ts'
import type { PdfTransaction } from './transaction.ts'

/** A note that was solved, with what is known of it. */
interface SolvedNote {
  readonly kind: NoteKind
  readonly solution: Solution
  readonly facts: Facts
  readonly lines: readonly Line[]
  /** The kind is that of a profile, or a security is paid back: a trade with the words of income. */
  readonly isKindSure: boolean
}

/** What the note says beside the solution and what speaks against it, or null. */
export function findContradiction({ kind, solution, facts, lines, isKindSure }: SolvedNote): string | null {
  if (hasUnusedCost(solution, facts)) return 'A tax or fee below the amount is not part of it.'
  if (hasSkippedCost(solution, facts)) return 'A tax or fee before the amount is not part of it.'
  if (kind !== 'purchase' && solution.netItem.isNegative) return 'What should be received is negative.'
  if (isCounted(solution, lines)) return 'The note adds to the amount or takes something off it.'
  if (hasUnknownCost(solution))
    return 'Whether a line with an unknown label is a tax or a fee is not certain.'
  if (hasUnexplained(kind, solution, facts)) return 'The note states another gross amount.'
  if (isConvertedBelow(solution, facts, lines) || isPaidBelow(solution, facts))
    return 'The amount is stated in another currency below.'
  if (!isKindSure && isOtherKind(kind, lines))
    return `This is read as a ${kind}, but other words speak against it.`
  return isQuantitySure(kind, solution, lines) ? null : 'The quantity is not certain.'
}

const valueIn = (item: Item, currency: string): Fixed => item.amounts.get(currency) ?? 0n
const isCost = ({ role }: Item): boolean => role === 'tax' || role === 'fee'

/** Lines further below the amount are about something else. */
const maxLinesBelow = 8

/** Costs that the solution does not use, and that are not those used stated again. */
function unusedCosts({ costs, currency, taxes, fees }: Solution, { items }: Facts): Item[] {
  const used = costs.map(item => valueIn(item, currency))
  const stated = new Set([...used, taxes, fees, taxes + fees])
  return items.filter(item => {
    const value = valueIn(item, currency)
    return isCost(item) && !costs.includes(item) && value >= cents(1) && !stated.has(value)
  })
}

/** A cost below a total, or one taken off directly below the amount. */
function hasUnusedCost(solution: Solution, facts: Facts): boolean {
  const { netItem } = solution
  return unusedCosts(solution, facts).some(
    ({ line, isNegative }) =>
      line > netItem.line &&
      line <= netItem.line + (netItem.role === 'total' ? maxLinesBelow : 2) &&
      (netItem.role === 'total' || isNegative),
  )
}

/** A cost between gross and net. Parts whose sum is used are stated twice. */
function hasSkippedCost(solution: Solution, facts: Facts): boolean {
  const { netItem, grossItem, costs, currency } = solution
  if (costs.length === 0) return unusedCosts(solution, facts).some(({ line }) => line < netItem.line)
  const from = grossItem?.line ?? netItem.line
  const skipped = unusedCosts(solution, facts).filter(({ line }) => line > from && line < netItem.line)
  // What is used in another currency may be stated again in that of the account.
  const isForeign = costs.some(item => !item.amounts.has(currency))
  if (skipped.length === 0 || isForeign) return false
  const sum = sumFixed(skipped.map(item => valueIn(item, currency)))
  const used = costs.map(item => valueIn(item, currency))
  const isSumOfUsed = skipped.every(item => sums(used).has(valueIn(item, currency)))
  return !used.includes(sum) && !isSumOfUsed
}

/** All sums of neighbours. */
function sums(values: readonly Fixed[]): Set<Fixed> {
  const found = new Set<Fixed>()
  for (const [from] of values.slice(0, 12).entries()) {
    let sum = 0n
    for (const value of values.slice(from, 12)) {
      sum += value
      found.add(sum)
    }
  }
  return found
}

/** Whether amounts below make another one of the amount: something was added or taken off after it. */
function isCounted({ netItem, currency, amount, gross }: Solution, lines: readonly Line[]): boolean {
  const start = lines.findIndex(({ index }) => index === netItem.line)
  const below = lines
    .slice(start + 1, start + 1 + maxLinesBelow)
    .filter(({ labels }) => !labels.some(({ role }) => role === 'information'))
    .map(({ amounts }) =>
      amounts
        .filter(one => one.currency === currency && one.value !== '0')
        .map(({ value }) => absolute(toFixed(value)))
        .filter(value => value !== amount && value !== gross)
        .slice(-1),
    )
  const values = below.flat().slice(0, 12)
  return values.some((value, at) => {
    const before = sums(values.slice(0, at))
    return before.has(absolute(amount - value))
  })
}

/** A cost whose words do not say whether it is a tax or a fee. */
const hasUnknownCost = ({ costs }: Solution): boolean =>
  costs.some(({ role, label }) => role === 'unlabelled' && namesFee.test(label) === namesTax.test(label))

/** A gross amount that is not the one used, though neither price nor costs confirm the solution. */
function hasUnexplained(
  kind: NoteKind,
  { price, costs, amount, currency, gross, grossItem, netItem }: Solution,
  { items, rates }: Facts,
): boolean {
  // A total that is not what the stated gross amount leads to is about something else.
  if (netItem.role === 'total' && grossItem?.role !== 'gross') {
    const stated = items.filter(({ role }) => role === 'gross').map(item => valueIn(item, currency))
    if (stated.some(value => value > gross)) return true
  }
  if (price !== null || costs.length > 0) return false
  const isLikely = (value: Fixed) =>
    kind === 'purchase'
      ? value < amount - cents(2) && value * 2n > amount
      : value > amount + cents(2) && value < amount * 4n
  const inAccount = (value: Fixed, code: string): Fixed[] => {
    if (code === currency || code === '') return [value]
    const factors = rates.slice(0, 12).map(rate => toFixed(rate.value))
    return factors.flatMap(factor => [divideFixed(value, factor), multiplyFixed(value, factor)])
  }
  return items.some(({ role, amounts }) =>
    role === 'information'
      ? false
      : [...amounts].some(([code, value]) => {
          const values = inAccount(value, code)
          return values.some(isLikely) && !values.some(one => absolute(one - amount) <= cents(2))
        }),
  )
}

const tradeOnly =
  /^(?:handelszeit|handelsplatz|ausfuhrungsplatz|ausfuhrungskurs|ausfuhrungszeit|auftragseingang|kurswert|borsenplatz|execution|trade (?:date|time)|venue|limit)(?: |$)/
const incomeOnly =
  /^(?:ex (?:tag|date|day|datum|dividend)|extag|zahlbarkeitstag|dividende pro|dividend per|ertrag pro|ausschuttung pro|dividendensatz|zins dividendensatz)(?: |$)/

function isOtherKind(kind: NoteKind, lines: readonly Line[]): boolean {
  const words = kind === 'dividend' ? tradeOnly : incomeOnly
  return lines.some(({ norm }) => words.test(norm))
}

/** The amount in another currency at a stated rate, below: the account may be in that one. */
function isConvertedBelow(
  { amount, currency, rate, netItem }: Solution,
  { rates }: Facts,
  lines: readonly Line[],
): boolean {
  const row = lines.find(({ index }) => index === netItem.line)
  const isBooked = movesAccount.test(netItem.label) && row?.tokens.some(({ type }) => type === 'date')
  // A line with a rate tells what an amount is worth, not what was booked.
  const isWorth = rates.some(({ line }) => line === netItem.line)
  if ((rate !== null && !isWorth) || isBooked) return false
  return lines.some(
    line =>
      line.index > netItem.line &&
      line.index <= netItem.line + maxLinesBelow &&
      line.amounts.some(
        one =>
          one.currency !== null &&
          one.currency !== currency &&
          rates.some(stated => {
            if (stated.line === line.index || Number(stated.value) === 1) return false
            const factor = toFixed(stated.value)
            const value = absolute(toFixed(one.value))
            return [divideFixed(amount, factor), multiplyFixed(amount, factor)].some(
              converted => absolute(converted - value) <= cents(1),
            )
          }),
      ),
  )
}

/** Sentences are about limits and rules. */
const maxLabelChars = 60
const maxLinesToAccount = 20

/** What was paid in another currency, below: the amount used was converted, whether or not its rate was read. */
const isPaidBelow = ({ currency, netItem }: Solution, { items }: Facts): boolean =>
  items.some(
    ({ role, line, label, amounts }) =>
      role === 'net' &&
      line > netItem.line &&
      line <= netItem.line + maxLinesToAccount &&
      label.length <= maxLabelChars &&
      !amounts.has(currency) &&
      [...amounts].some(([code, value]) => code !== '' && value !== 0n),
  )

/**
 * Without a price that confirms it, the number of a trade must stand beside its unit; that of income must not be the
 * amount per piece: another number of the line makes the gross amount of it.
 */
function isQuantitySure(
  kind: NoteKind,
  { quantity, price, gross }: Solution,
  lines: readonly Line[],
): boolean {
  if (price !== null || quantity === null) return true
  if (/^\d{10,}/.test(quantity.value)) return false
  if (quantity.rank > 2) return true
  const own = toFixed(quantity.value)
  const others = lines.find(({ index }) => index === quantity.line)?.amounts ?? []
  const isFactor = others.some(
    ({ value }) =>
      absolute(multiplyFixed(own, absolute(toFixed(value))) - gross) <= cents(1) && toFixed(value) !== gross,
  )
  return kind === 'dividend' && !isFactor
}

/** An amount below that moved the account too, though no transaction has it. */
export function findOpenPosting({ items }: Facts, transactions: readonly PdfTransaction[]): Item | undefined {
  const [first] = transactions
  const line = first?.places.amount?.[0] ?? 0
  const booked = new Set(transactions.map(({ amount }) => toFixed(amount)))
  return items.find(item => {
    const value = valueIn(item, first?.currency ?? '')
    const isPosting = item.role === 'net' && movesAccount.test(item.label)
    return isPosting && item.line > line && value !== 0n && !booked.has(value)
  })
}
