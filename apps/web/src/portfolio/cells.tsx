import type { Flag } from '@plumbline/contract'
import { useFormat } from '../lib/format/use-format.ts'
import { useText } from '../lib/i18n/i18n.ts'
import { Amount, Missing, Percent } from '../ui/display/figure.tsx'
import { Icon } from '../ui/display/icon.tsx'
import { Tag } from '../ui/display/tag.tsx'
import styles from './cells.module.css'
import { instrumentColour } from './instrument-colours.ts'

interface MoneyProps {
  value: number | null
  decimals?: number | undefined
  /** The currency of the value, where it is not the reporting currency. */
  unit?: string | undefined
  /** Why the value is missing; without flags the figure does not apply. */
  flags?: readonly Flag[]
}

/** A value. Only negative ones have a sign. */
export function Money({
  value,
  decimals,
  unit,
  flags,
  sign = 'minus',
}: MoneyProps & { sign?: 'minus' | 'always' }) {
  if (value === null) return <NoFigure flags={flags} />
  return <Amount value={value} decimals={decimals} unit={unit} sign={sign} />
}

/** A profit or loss, signed and coloured. */
export function PnlAmount({ value, decimals, unit, flags }: MoneyProps) {
  if (value === null) return <NoFigure flags={flags} />
  return <Amount value={value} decimals={decimals} unit={unit} sign="always" isToned />
}

export function PnlPercent({ value, decimals = 2 }: { value: number | null; decimals?: number }) {
  return <Percent value={value} decimals={decimals} />
}

interface WeightProps {
  value: number | null
  decimals?: number
  /** Why the share is missing. */
  flags?: readonly Flag[]
  field?: string
}

/** A share of the total, unsigned and without colour. Of a total of 0 or below there are no shares. */
export function Weight({ value, decimals = 1, flags = [], field = 'weight' }: WeightProps) {
  const text = useText()
  const format = useFormat()
  if (value === null) {
    const isWithoutBase = flags.some(({ code, fields }) => code === 'no_base' && fields.includes(field))
    if (!isWithoutBase) return <NoFigure flags={flags} />
    return (
      <span title={text('positions_no_weight')}>
        <Missing />
        <span className="visually-hidden">{text('positions_no_weight')}</span>
      </span>
    )
  }
  return <span className={styles.weight}>{format.percent(value, { decimals, sign: 'minus' })}</span>
}

/** A price in its own precision and currency. It is hidden with the amounts: the price of a single unit is one. */
export function Price({ value, currency }: { value: number | null; currency: string }) {
  const format = useFormat()
  if (value === null) return <Missing />
  return (
    <span className={styles.price}>
      {format.price(value)}
      <span className={styles.unit}>{currency}</span>
    </span>
  )
}

/** A quantity. It is hidden with the amounts, since price times quantity is an amount. */
export function Quantity({ value }: { value: number | null }) {
  const format = useFormat()
  if (value === null) return <Missing />
  return (
    <span className={styles.number} data-amount="">
      {format.quantity(value)}
    </span>
  )
}

/** The colour of an instrument type, before a name. */
export function TypeMark({ type }: { type: string }) {
  return <span className={styles.mark} style={{ background: instrumentColour(type) }} />
}

/** A missing figure: a dash, never zero, with an icon and the reason when a price or rate is missing. */
function NoFigure({ flags = [] }: { flags?: readonly Flag[] | undefined }) {
  const text = useText()
  const has = (wanted: Flag['code']) => flags.some(({ code }) => code === wanted)
  if (!has('no_price') && !has('no_rate')) return <Missing />
  const reason = text(has('no_price') ? 'positions_no_price' : 'positions_no_rate')
  return (
    <span className={styles.unpriced} title={reason}>
      <Icon name="alert" size={12} />
      <Missing />
      <span className="visually-hidden">{reason}</span>
    </span>
  )
}

/** Whether a figure is missing because a price or rate is. */
export function lacksPrices(flags: readonly Flag[]): boolean {
  return flags.some(({ code }) => code === 'no_price' || code === 'no_rate')
}

/** Whether a sum leaves out positions without a price or rate. */
export function isPartialSum(flags: readonly Flag[], field?: string): boolean {
  return flags.some(
    ({ code, fields }) =>
      code === 'partial' && (field === undefined || fields.length === 0 || fields.includes(field)),
  )
}

/** Marks a sum that leaves out positions without a price or rate. */
export function PartialMark() {
  const text = useText()
  return (
    <Tag tone="warn">
      <span title={text('positions_partial_note')}>{text('positions_partial')}</span>
    </Tag>
  )
}
