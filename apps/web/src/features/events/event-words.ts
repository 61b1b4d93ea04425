import type { EventType } from '@plumbline/contract'
import { useMemo } from 'react'
import { useMonthNames } from '../../lib/format/use-month-names.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { PortfolioEvent } from './use-events.ts'

/** Labels and descriptions of events. */
export function useEventWords() {
  const text = useText()
  const months = useMonthNames()
  return useMemo(() => {
    return {
      type: (type: EventType) => text(`event_type_${type}`),
      what: ({ description, is_estimated: isEstimated, event_type: type }: PortfolioEvent) => {
        const isPerUnit = type === 'dividend' || type === 'coupon'
        const words =
          description === null || !isPerUnit ? description : text('events_a_unit', { amount: description })
        return [words, isEstimated ? text('events_estimated') : null].filter(Boolean).join(', ')
      },
      /** Formats `2026-11` as Nov 2026. */
      month: months.long,
      monthShort: months.short,
    }
  }, [text, months])
}
