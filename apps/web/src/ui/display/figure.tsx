import type { NumberStyle } from '../../lib/format/format.ts'
import { noFigure, toneOf } from '../../lib/format/format.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { classNames } from '../class-names.ts'
import styles from './figure.module.css'

interface AmountProps extends NumberStyle {
  value: number | null
  /** The code before a headline: small and quiet. */
  currency?: string
  /** Coloured by its sign, as changes are; a value that stands by itself is not. */
  isToned?: boolean
  isLarge?: boolean
}

/** An amount of money: decimals are quieter than the rest, and 'hide amounts' hides it. */
export function Amount({ value, currency, isToned = false, isLarge = false, ...style }: AmountProps) {
  const format = useFormat()
  if (value === null) return <Missing />
  const { whole, decimals } = format.amountParts(value, style)
  const tone = isToned ? toneOf(value, style.decimals) : 'none'
  return (
    <span className={classNames(styles.number, tone !== 'none' && styles[tone])}>
      {currency !== undefined && (
        <span className={styles.currency} data-currency="">
          {currency}
        </span>
      )}
      <span data-amount={isLarge ? 'large' : ''}>
        {whole}
        <span className={styles.decimals}>{decimals}</span>
      </span>
    </span>
  )
}

interface PercentProps extends NumberStyle {
  /** A fraction: 0.05 is 5 %. A change is coloured by its sign; a weight has none and is not. */
  value: number | null
  /** Direction is told by shape as well as by colour. */
  hasShape?: boolean
}

export function Percent({ value, hasShape = true, ...style }: PercentProps) {
  const format = useFormat()
  if (value === null) return <Missing />
  const isChange = style.sign !== 'minus'
  const tone = isChange ? toneOf(value * 100, style.decimals) : 'none'
  return (
    <span className={classNames(styles.number, tone !== 'none' && styles[tone])}>
      {isChange && hasShape && <span className={classNames(styles.shape, styles[`shape-${tone}`])} />}
      {format.percent(value, style)}
    </span>
  )
}

/** Where no figure applies. Where one could not be computed, say why beside it. */
export function Missing() {
  return <span className={styles.missing}>{noFigure}</span>
}
