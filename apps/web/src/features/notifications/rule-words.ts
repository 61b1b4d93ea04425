import type { Task } from '@plumbline/contract'
import { useCallback } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { textIfAny, useText } from '../../lib/i18n/i18n.ts'

/** Returns a function that summarizes a rule. */
export function useDescribeRule(): (rule: Task) => string {
  const text = useText()
  const format = useFormat()
  return useCallback(
    ({ task_type: type, task_data: data, event_types: events, lookahead_date_offset: days }) => {
      const kind = text(`task_type_${type}`)
      switch (type) {
        case 'event_reminder': {
          const names = events.map(event => textIfAny(`event_type_${event}`) ?? event).join(', ')
          return [names || kind, days !== null && text('rules_days_before', { count: days })]
            .filter(Boolean)
            .join(' · ')
        }
        case 'pnl_move': {
          const threshold = typeof data.threshold === 'number' ? data.threshold : null
          const size =
            data.relativity === 'rel'
              ? format.percent(threshold, { sign: 'minus' })
              : format.amount(threshold)
          return `${kind} · ${size}`
        }
        case 'report_schedule':
          return [kind, textIfAny(`cadence_${data.cadence}`)].filter(Boolean).join(' · ')
        default:
          return kind
      }
    },
    [text, format],
  )
}
