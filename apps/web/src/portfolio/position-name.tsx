import type { Position } from '@plumbline/contract'
import { TypeMark } from './cells.tsx'
import styles from './position-name.module.css'

type Named = Pick<Position, 'name' | 'symbol' | 'instrument_type'>

/** A position: type colour, name and symbol. */
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
