import type { Flag } from '@plumbline/contract'
import { Money } from '../../portfolio/cells.tsx'
import { Amount } from '../../ui/display/figure.tsx'
import styles from './transactions.module.css'

interface SignedAmountProps {
  value: number | null
  unit?: string
  flags?: readonly Flag[]
  isStrong?: boolean
}

/** Money that came in or went out, signed and without colour: a deposit is no gain. */
export function SignedAmount({ value, unit, flags = [], isStrong = false }: SignedAmountProps) {
  if (value === null) return <Money value={null} flags={flags} />
  const amount = <Amount value={value} unit={unit} sign="always" />
  return isStrong ? <span className={styles.strong}>{amount}</span> : amount
}
