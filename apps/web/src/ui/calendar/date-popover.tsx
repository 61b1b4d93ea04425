import type { ReactElement } from 'react'
import { lazyChunk } from '../../lib/browser/lazy-chunk.ts'
import { plainTrigger, useLazyTrigger } from '../overlay/popup/use-lazy-trigger.ts'

/** Most dates are typed, so the calendar is loaded when first opened. */
const dateCalendar = lazyChunk(() => import('./date-calendar.tsx'))

interface DatePopoverProps {
  /** The button that opens the calendar. */
  trigger: ReactElement
  /** The accessible name of the calendar. */
  label: string
  /** The chosen date as 2026-11-13. */
  value: string | null
  onPick: (date: string) => void
}

/** A calendar that opens from a button. */
export function DatePopover({ trigger, ...calendar }: DatePopoverProps) {
  const { module: loaded, isInitiallyOpen, handlers } = useLazyTrigger(dateCalendar)
  if (loaded === null)
    return plainTrigger(trigger, handlers, { 'aria-haspopup': 'dialog', 'aria-expanded': false })
  return <loaded.DateCalendar {...{ trigger, isInitiallyOpen }} {...calendar} />
}
