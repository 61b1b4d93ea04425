import type { NumberStyle } from '../../lib/format/format.ts'
import { currencyDecimals, figureTone, noFigure } from '../../lib/format/format.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { classNames } from '../class-names.ts'
import styles from './figure.module.css'

interface AmountProps extends Omit<NumberStyle, 'currency'> {
  value: number | null
  /** The currency of the amount, for its decimals, where it is not the reporting currency. */
  unit?: string | undefined
  /** The currency code before a headline figure, small and muted. */
  currency?: string
  /** Coloured by sign, for changes. */
  isToned?: boolean
  isLarge?: boolean
}

/** A monetary amount. Decimals are muted, and 'hide amounts' hides it. */
export function Amount({ value, unit, currency, isToned = false, isLarge = false, ...style }: AmountProps) {
  const format = useFormat()
  if (value === null) return <Missing />
  const code = unit ?? currency
  const { whole, decimals } = format.amountParts(value, {
    ...style,
    ...(code !== undefined && { currency: code }),
  })
  const shown = style.decimals ?? (code === undefined ? format.decimals : currencyDecimals(code))
  const tone = isToned ? figureTone(value, shown) : 'none'
  return (
    <span className={classNames(styles.number, tone !== 'none' && styles[tone])}>
      {currency !== undefined && !format.isPrivate && (
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
  /** A fraction: 0.05 is 5 %. Changes are coloured by sign, weights are not. */
  value: number | null
  /** Shows the direction by shape as well as colour. */
  hasShape?: boolean
}

export function Percent({ value, hasShape = true, ...style }: PercentProps) {
  const format = useFormat()
  if (value === null) return <Missing />
  const isChange = style.sign !== 'minus'
  const tone = isChange ? figureTone(value * 100, style.decimals) : 'none'
  return (
    <span className={classNames(styles.number, tone !== 'none' && styles[tone])}>
      {hasShape && isChange && tone !== 'none' && (
        <span className={classNames(styles.shape, styles[`shape-${tone}`])} />
      )}
      {format.percent(value, style)}
    </span>
  )
}

/** The placeholder of a figure that does not apply. Where one could not be computed, show the reason beside it. */
export function Missing() {
  return <span className={styles.missing}>{noFigure}</span>
}
