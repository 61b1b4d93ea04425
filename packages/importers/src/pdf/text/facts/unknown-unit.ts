import type { Amount, Line } from '../document.ts'
import { findLabels, type Labels } from '../labels.ts'

/** Fewer amounts may stand beside the same word by chance. */
const minAmounts = 3

/** Words beside amounts that are no currencies. */
const noUnit =
  /^(?:stk|st|stuck|stucke|units?|shares?|anteile?|ant|titres?|parts?|pcs|pct|pa|mal|x|uhr|tage?|days?|monate?|h|s|cr|dr|am|vom|von|per|pro|zu|ab|auf|in|of|at|on|le|de|du|a|und|and|et|y|e|nr|no|summe|betrag|amount|total|value|wert)$/

const isPlain = (amount: Amount): boolean => amount.currency === null && /\d[.,]\d{2}$/.test(amount.text)

/**
 * A word that stands in the place of a currency: most of the amounts without a known currency have it directly before or
 * behind them ('12,00 Wst'). The only known currency of the document is not theirs then.
 */
export function findUnknownUnit(lines: readonly Line[], labels: Labels): string | null {
  const plain = lines.flatMap(line =>
    line.amounts.filter(isPlain).map(amount => ({
      value: amount.value,
      before: line.tokens[amount.at - 1]?.type === 'words' ? (amount.label.split(' ').at(-1) ?? '') : '',
      after: line.tokens[amount.at + 1]?.type === 'words' ? (amount.after.split(' ')[0] ?? '') : '',
    })),
  )
  for (const side of ['before', 'after'] as const) {
    for (const [word, amounts] of Map.groupBy(plain, beside => beside[side]))
      if (
        new Set(amounts.map(({ value }) => value)).size >=
          (amounts.length === plain.length ? 2 : minAmounts) &&
        amounts.length * 2 > plain.length &&
        /^[a-z]+$/.test(word) &&
        !noUnit.test(word) &&
        findLabels(word, labels).length === 0
      )
        return word
  }
  return null
}
