import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './segmented.module.css'
import { ToggleRow } from './toggle-row.tsx'

interface SegmentedProps<Value extends string> {
  /** The accessible name. */
  label: string
  segments: readonly { value: Value; label: ReactNode }[]
  value: Value
  onChange: (value: Value) => void
  size?: 'small' | 'medium'
  isWide?: boolean
}

/** Selects one of a few visible options. */
export function Segmented<Value extends string>({
  label,
  segments,
  value,
  onChange,
  size = 'medium',
  isWide = false,
}: SegmentedProps<Value>) {
  return (
    <ToggleRow
      label={label}
      options={segments}
      className={classNames(styles.group, size === 'small' && styles.small, isWide && styles.wide)}
      optionClassName={styles.segment}
      {...{ value, onChange }}
    />
  )
}
