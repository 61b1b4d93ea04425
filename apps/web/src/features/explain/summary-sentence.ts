import { usePrivacy } from '../../lib/browser/privacy.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { Explanation, ExplanationRow } from './use-explanation.ts'

/** Smaller shares of the move are not mentioned. */
const minShare = 0.05

/** Names the largest contributions and detractions of the rows. */
export function useSummarySentence({ rows, parts, pnl_abs_total: total }: Explanation): string {
  const text = useText()
  const format = useFormat()
  const isPrivate = usePrivacy()
  const size = rows.reduce((sum, row) => sum + Math.abs(row.pnl_abs_total ?? 0), 0)
  if (size === 0) return text('explain_quiet')
  const leading = (sign: 1 | -1): string | null => {
    const names = rows
      .filter(row => isMentioned(row, sign, size))
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
  const hasCurrency = !isPrivate && Math.abs(currency) >= minShare * size
  const sentences = [
    ...((total ?? 0) >= 0 ? [ups, downs] : [downs, ups]),
    hasCurrency ? text('explain_currencies', { amount: format.compact(currency, { sign: 'always' }) }) : null,
  ]
  // A shortened amount may end with a full stop: Mio.
  return sentences.flatMap(sentence => sentence?.replace(/\.\.$/, '.') ?? []).join(' ')
}

function isMentioned({ pnl_abs_total: pnl }: ExplanationRow, sign: 1 | -1, size: number): boolean {
  return pnl !== null && Math.sign(pnl) === sign && Math.abs(pnl) >= minShare * size
}
