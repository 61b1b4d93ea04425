import { usePrivacy } from '../../lib/browser/privacy.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { Explanation, ExplanationRow } from './use-explanation.ts'

/** So small a share of the move is not worth a word. */
const leastShare = 0.05

/** What gave and what cost most, in words. It says only what the rows say. */
export function useSentence({ rows, parts, pnl_abs_total: total }: Explanation): string {
  const text = useText()
  const format = useFormat()
  const isPrivate = usePrivacy()
  const size = rows.reduce((sum, row) => sum + Math.abs(row.pnl_abs_total ?? 0), 0)
  if (size === 0) return text('explain_quiet')
  const leading = (sign: 1 | -1): string | null => {
    const names = rows
      .filter(row => isWorth(row, sign, size))
      .toSorted((one, other) => sign * ((other.pnl_abs_total ?? 0) - (one.pnl_abs_total ?? 0)))
      .slice(0, 2)
      .map(({ name }) => name)
    const [one, other] = names
    if (one === undefined) return null
    const words = other === undefined ? one : text('explain_and', { one, other })
    return `${text(sign > 0 ? 'explain_gave' : 'explain_took', { names: words })}.`
  }
  const ups = leading(1)
  const downs = leading(-1)
  const currency = parts.currency ?? 0
  const hasCurrency = !isPrivate && Math.abs(currency) >= leastShare * size
  const sentences = [
    ...((total ?? 0) >= 0 ? [ups, downs] : [downs, ups]),
    hasCurrency ? text('explain_currencies', { amount: format.compact(currency, { sign: 'always' }) }) : null,
  ]
  return sentences.filter(sentence => sentence !== null).join(' ')
}

function isWorth({ pnl_abs_total: pnl }: ExplanationRow, sign: 1 | -1, size: number): boolean {
  return pnl !== null && Math.sign(pnl) === sign && Math.abs(pnl) >= leastShare * size
}
