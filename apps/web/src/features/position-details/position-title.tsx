import { useText } from '../../lib/i18n/i18n.ts'
import { TypeMark } from '../../portfolio/cells.tsx'
import { accountWords, useDisplayNames } from '../../portfolio/display-names.ts'
import { Tag } from '../../ui/display/tag.tsx'
import styles from './position-modal.module.css'
import type { PositionView } from './use-position.ts'

/** Name, identifiers and account of the position. */
export function PositionTitle({ position }: { position: PositionView }) {
  const text = useText()
  const names = useDisplayNames()
  const { name, symbol, name_long: long, isin, date_closed: closed } = position
  const where = [long, isin, accountWords(position).join(' ')].filter(part => part !== null)
  return (
    <span className={styles.title}>
      <TypeMark type={position.instrument_type} />
      <span className={styles.titleWords}>
        <span className={styles.names}>
          <span className={styles.name} title={name}>
            {name}
          </span>
          {symbol !== null && <span className={styles.symbol}>{symbol}</span>}
          <span className={styles.wideOnly}>
            <Tag tone="outline">{names.type(position.instrument_type, position.instrument_type)}</Tag>
          </span>
          <span className={styles.wideOnly}>
            <Tag tone="outline">{text(`side_${position.side}`)}</Tag>
          </span>
          <Tag tone={closed === null ? 'gain' : 'plain'}>
            {text(closed === null ? 'position_type_open' : 'position_type_closed')}
          </Tag>
        </span>
        <span className={styles.where} title={where.join(' · ')}>
          {where.join(' · ')}
        </span>
      </span>
    </span>
  )
}
