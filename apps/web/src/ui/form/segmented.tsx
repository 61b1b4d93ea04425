import { Toggle } from '@base-ui/react/toggle'
import { ToggleGroup } from '@base-ui/react/toggle-group'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './segmented.module.css'

interface Segment<Value extends string> {
  value: Value
  label: ReactNode
}

interface SegmentedProps<Value extends string> {
  /** The accessible name. */
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  size?: 'small' | 'medium'
  isWide?: boolean
}

/** Selects one of a few visible options. Arrow keys move between them. */
export function Segmented<Value extends string>({
  label,
  segments,
  value,
  onChange,
  size = 'medium',
  isWide = false,
}: SegmentedProps<Value>) {
  return (
    <ToggleGroup
      aria-label={label}
      className={classNames(styles.group, size === 'small' && styles.small, isWide && styles.wide)}
      value={[value]}
      // One option is always selected: pressing it again changes nothing.
      onValueChange={([chosen]) => chosen !== undefined && onChange(chosen)}
    >
      {segments.map(segment => (
        <Toggle key={segment.value} value={segment.value} className={styles.segment}>
          {segment.label}
        </Toggle>
      ))}
    </ToggleGroup>
  )
}
