import type { ComponentProps } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/display/icon.tsx'
import chip from './chip.module.css'

interface FilterChipProps extends ComponentProps<'button'> {
  label: string
  value: string
  /** Shown instead of the value where there is little room. */
  shortValue?: string | undefined
  isNarrowing: boolean
}

/** One filter list in the bar, with its selection. */
export function FilterChip({ label, value, shortValue, isNarrowing, className, ...rest }: FilterChipProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(chip.chip, isNarrowing && chip.on, className)}
      aria-label={`${label}: ${value}`}
      title={isNarrowing ? `${label}: ${value}` : undefined}
    >
      {label} <b>{shortValue ?? value}</b>
      <Icon name="chevron-down" size={12} />
    </button>
  )
}
