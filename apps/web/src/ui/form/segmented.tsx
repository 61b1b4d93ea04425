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
  /** What is being chosen, read aloud. */
  label: string
  segments: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
  size?: 'small' | 'medium'
  isWide?: boolean
}

/** One of a few, all of them in view. Arrows move between them. */
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
      // One is always chosen: pressing the chosen one again changes nothing.
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
