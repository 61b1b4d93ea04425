import { describeAmounts, type Line } from '../document.ts'
import { findLabels, type Labels } from '../labels.ts'
import { moneyRoles } from './columns.ts'

/** Longer lines are sentences. */
const maxLabelWords = 6

/** More amounts than this without a label are a table. */
const maxWaiting = 4

/**
 * Lines in the order of some extractors: amounts first, their labels below, one by one ('EUR 10,47-', 'Orderentgelt').
 * Each label alone in its line gets the first amount above that has none.
 */
export function joinLabelsBelow(lines: readonly Line[], labels: Labels): Line[] {
  const waiting: { readonly line: Line; readonly place: number }[] = []
  const joined: (Line | null)[] = [...lines]
  lines.forEach((line, at) => {
    if (hasOneAmount(line, labels)) {
      waiting.push({ line, place: at })
      if (waiting.length > maxWaiting) waiting.shift()
      return
    }
    const isLabel = line.amounts.length === 0 && namesAmount(line)
    const first = isLabel ? waiting.shift() : undefined
    if (!first) return
    joined[first.place] = null
    joined[at] = join(line, first.line)
  })
  return joined.filter(line => line !== null)
}

/** A line that ends with its only amount, which no label names. */
function hasOneAmount({ amounts, tokens, isSqueezed }: Line, labels: Labels): boolean {
  const [amount, ...others] = amounts
  if (!amount || others.length > 0 || amount.currency === null || amount.at < tokens.length - 2) return false
  return !findLabels(amount.before, labels, isSqueezed).some(({ role }) => moneyRoles.has(role))
}

function namesAmount({ labels, tokens }: Line): boolean {
  const words = tokens.flatMap(token => (token.type === 'words' ? token.text.split(' ') : []))
  const isShort = words.length > 0 && words.length <= maxLabelWords
  const isPlain = tokens.every(({ type }) => type === 'words' || type === 'currency' || type === 'account')
  return isShort && isPlain && labels.some(({ role }) => moneyRoles.has(role))
}

/** The amount behind its label; a currency of the label ('Netto in USD') is that of the amount. */
function join(label: Line, value: Line): Line {
  const words = label.tokens.filter(({ type }) => type === 'words')
  const amount = value.tokens.filter(({ type }) => type === 'number' || type === 'currency')
  const tokens = [...words, ...amount]
  return { ...label, index: value.index, tokens, amounts: describeAmounts(tokens) }
}
