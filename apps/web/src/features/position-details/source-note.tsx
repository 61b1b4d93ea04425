import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import styles from './position-modal.module.css'
import type { PositionDetail } from './use-position.ts'

/** Source and date of the price and the exchange rate. */
export function SourceNote({ detail }: { detail: PositionDetail }) {
  const text = useText()
  const format = useFormat()
  const { price, rate, original_pos: original, calculated_pos: calculated } = detail
  const from = (source: string | null) => (source === null ? '' : `, ${source}`)
  const isConverted = original.view_currency !== calculated.view_currency
  return (
    <p className={styles.source}>
      {price.date !== null &&
        text('details_price_source', { date: format.date(price.date), source: from(price.source) })}{' '}
      {isConverted &&
        rate.value !== null &&
        rate.date !== null &&
        text('details_rate_source', {
          pair: `${original.view_currency}/${calculated.view_currency}`,
          rate: format.quote(rate.value),
          date: format.date(rate.date),
          source: from(rate.source),
        })}
    </p>
  )
}
