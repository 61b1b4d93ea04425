import type { Position } from '@plumbline/contract'
import { TypeMark } from './cells.tsx'
import styles from './position-name.module.css'

type Named = Pick<Position, 'name' | 'symbol' | 'instrument_type'>

/** What a position is: the colour of its type, its name, and its symbol more quietly. */
export function PositionName({ name, symbol, instrument_type: type }: Named) {
  return (
    <span className={styles.name}>
      <TypeMark type={type} />
      <b className={styles.words} title={name}>
        {name}
      </b>
      {symbol !== null && symbol !== name && <span className={styles.symbol}>{symbol}</span>}
    </span>
  )
}
