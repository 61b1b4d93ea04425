import {
  type Difference,
  type DifferenceLine,
  quantityDifference,
  roundCents,
  type UnknownHolding,
} from './difference.ts'
import { type Explanation, explain, reason } from './explanation.ts'

/** A payment is about the value of what was bought; fees, taxes and other payments may add to it. */
const leastPaid = 0.75
/** A value that is only possible has to be met more closely. */
const mostPaid = 1.25
/** Shares that are exchanged for others keep about their value. */
const exchanged = { least: 0.8, most: 1.25 }

/** Lines that wait until the securities of some holdings are known. */
export interface WaitingGroup {
  holdings: UnknownHolding[]
  lines: DifferenceLine[]
}

/**
 * Holdings whose security has to be added first, each with the groups of lines that its purchase or exchange may
 * explain. Without them any cause found for those lines would be another one.
 */
export function holdForUnknown(
  difference: Difference,
  groups: readonly DifferenceLine[][],
): { waiting: WaitingGroup[]; free: DifferenceLine[][] } {
  const free = new Set(groups)
  const waiting: WaitingGroup[] = []
  for (const holding of difference.unknown) {
    const touched = findTouched(difference, holding, groups.flat())
    const lines = groups.filter(group => group.some(line => touched.includes(line)))
    for (const group of lines) free.delete(group)
    const joined = waiting.filter(each => lines.flat().some(line => each.lines.includes(line)))
    for (const each of joined) waiting.splice(waiting.indexOf(each), 1)
    waiting.push({
      holdings: [...joined.flatMap(each => each.holdings), holding],
      lines: [...new Set([...joined.flatMap(each => each.lines), ...lines.flat()])],
    })
  }
  return { waiting, free: [...free] }
}

/** Cash of its own currency comes before that of others. */
function findTouched(
  difference: Difference,
  holding: UnknownHolding,
  lines: readonly DifferenceLine[],
): DifferenceLine[] {
  const paid = lines.filter(line => line.instrument === null && isPayment(difference, holding, line))
  const own = paid.filter(({ currency }) => currency === holding.currency)
  const gone = lines.filter(line => isExchange(difference, holding, line))
  return [...(own.length > 0 ? own : paid), ...gone]
}

/** Cash that moved the other way, of at least about the value of the holding. */
function isPayment(difference: Difference, holding: UnknownHolding, line: DifferenceLine): boolean {
  const moved = convert(difference, quantityDifference(line), line.currency, holding.currency)
  if (moved * holding.quantity >= 0) return false
  const { values } = holding
  const isNear = (value: number, place: number) => {
    const share = Math.abs(moved / value)
    return !(share < leastPaid) && (place === 0 || share <= mostPaid)
  }
  return values.length === 0 || values.some(isNear)
}

/** A holding that is gone, of about the same value. */
function isExchange(difference: Difference, holding: UnknownHolding, line: DifferenceLine): boolean {
  if (line.instrument === null || line.statedQuantity !== 0 || line.unitValue === null) return false
  const value = convert(difference, line.ledgerQuantity * line.unitValue, line.currency, holding.currency)
  return holding.values.some(each => value / each > exchanged.least && value / each < exchanged.most)
}

function convert({ rate }: Difference, amount: number, from: string, to: string): number {
  return from === to ? amount : amount * rate(from, to)
}

/** Asks for the securities; nothing is posted. */
export function askForSecurities({ holdings, lines }: WaitingGroup): Explanation {
  const cash = lines.filter(({ instrument }) => instrument === null)
  return explain('unknown_security', [...holdings.map(({ key }) => key), ...lines.map(({ key }) => key)], 0, {
    reasons: [
      ...holdings.map(({ name, quantity }) => reason('unknown_security', { name, quantity })),
      ...cash.map(line =>
        reason('unknown_paid', { amount: roundCents(quantityDifference(line)), currency: line.currency }),
      ),
    ],
  })
}
