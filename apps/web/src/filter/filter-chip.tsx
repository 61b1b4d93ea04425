import type { ComponentProps } from 'react'
import { classNames } from '../ui/class-names.ts'
import { Icon } from '../ui/display/icon.tsx'
import chip from './chip.module.css'

interface FilterChipProps extends ComponentProps<'button'> {
  label: string
  value: string
  isNarrowing: boolean
}

/** One list of the filter in the bar: what it is and what is chosen of it. */
export function FilterChip({ label, value, isNarrowing, className, ...rest }: FilterChipProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(chip.chip, isNarrowing && chip.on, className)}
      aria-label={`${label}: ${value}`}
    >
      {label} <b>{value}</b>
      <Icon name="chevron-down" size={12} />
    </button>
  )
}
