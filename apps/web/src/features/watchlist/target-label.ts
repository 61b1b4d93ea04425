import type { Translate } from '../../lib/i18n/i18n.ts'
import type { PriceTarget } from './use-watchlist.ts'

/** Names a target as its form does, then by its note: 'Below · Buy'. */
export function formatTarget({ direction, note }: Pick<PriceTarget, 'direction' | 'note'>, text: Translate) {
  const name = text(`watchlist_${direction}`)
  return note ? `${name} · ${note}` : name
}
