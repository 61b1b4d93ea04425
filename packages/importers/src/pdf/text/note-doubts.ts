import type { Facts, Item } from './facts/facts.ts'
import type { Solution } from './solve.ts'
import { absolute, cents, divideFixed, multiplyFixed, toFixed } from './tokens/money.ts'

export type NoteKind = 'purchase' | 'sale' | 'dividend'

const hasValue = ({ amounts }: Item): boolean => [...amounts.values()].some(value => value !== 0n)

const creditWords = /gunsten|gutschrift|gutgeschr|credit|abono|accredit/
const debitWords = /lasten|belast|debit|debet|lastschrift|cargo|addebit/

/** Signs that the note was misread although its amounts add up. A profile knows its bank; the generic reader does not. */
export function findDoubt(kind: NoteKind, solution: Solution, facts: Facts): string | null {
  const { label } = solution.netItem
  const [isCredit, isDebit] = [creditWords.test(label), debitWords.test(label)]
  if (isCredit !== isDebit && isCredit === (kind === 'purchase'))
    return `This is read as a ${kind}, but the amount is ${isCredit ? 'credited' : 'debited'}.`
  const isConverted = facts.rates.some(({ value }) => Number(value) !== 1 && Number(value) !== 0)
  const isOther = (item: Item) =>
    item.role !== 'information' &&
    !item.amounts.has(solution.currency) &&
    !item.amounts.has('') &&
    // 'Wechselkurs EUR/USD 1,2010 781,71 EUR' only tells what the amount is worth.
    !facts.rates.some(rate => rate.line === item.line) &&
    !isEcho(item, solution, facts)
  if (
    isConverted &&
    solution.rate === null &&
    facts.items.some(isOther) &&
    (facts.items.some(item => item.role === 'net' && isOther(item) && hasValue(item)) ||
      !facts.items.some(item => isWhole(item) && isGrossAtRate(item, solution, facts)))
  )
    return 'A rate of exchange is stated, and the amounts do without it.'
  return null
}

/** A cost that is stated a second time in another currency. What the account was moved by is no echo. */
function isEcho({ role, amounts }: Item, { amount, currency }: Solution, { items, rates }: Facts): boolean {
  const own = items.flatMap(item => item.amounts.get(currency) ?? []).filter(value => value < amount)
  return (
    role !== 'net' &&
    [...amounts.values()].every(value =>
      rates
        .slice(0, 12)
        .some(rate =>
          own.some(
            one =>
              absolute(multiplyFixed(one, toFixed(rate.value)) - value) <= cents(1) ||
              absolute(divideFixed(one, toFixed(rate.value)) - value) <= cents(1),
          ),
        ),
    )
  )
}

const isWhole = ({ role }: Item): boolean => role === 'gross' || role === 'total' || role === 'unlabelled'

/** Whether an amount in another currency is gross at a stated rate: then the note converts before it begins to count. */
function isGrossAtRate({ amounts }: Item, { gross, currency }: Solution, { rates }: Facts): boolean {
  return [...amounts].some(
    ([code, value]) =>
      code !== currency &&
      rates.some(rate => {
        const factor = toFixed(rate.value)
        const either = [divideFixed(value, factor), multiplyFixed(value, factor)]
        return either.some(converted => absolute(converted - gross) <= cents(2))
      }),
  )
}
