import type { Position } from '@plumbline/contract'
import { TypeMark } from '../cells.tsx'
import styles from './position-name.module.css'

type Named = Pick<Position, 'name' | 'symbol' | 'instrument_type'>

/** A position: type colour, name and symbol. */
export function PositionName({ name, symbol, instrument_type: type }: Named) {
  const hasSymbol = symbol !== null && symbol !== name
  return (
    <span className={styles.name} title={hasSymbol ? `${name} ${symbol}` : name}>
      <TypeMark type={type} />
      <span className={styles.line}>
        <b className={styles.words}>{name}</b>
        {hasSymbol && <span className={styles.symbol}>{symbol}</span>}
      </span>
    </span>
  )
}
