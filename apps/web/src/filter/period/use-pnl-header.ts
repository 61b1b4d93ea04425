import { useCallback } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { useFilter } from '../use-filter.ts'
import { usePeriodLabels } from './period-labels.ts'

/** The header of a column with the P/L of the period, such as 'P&L YTD, CHF'. */
export function usePnlHeader(): (currency: string) => string {
  const text = useText()
  const labels = usePeriodLabels()
  const { filter } = useFilter()
  const period = labels.name(filter.period)
  return useCallback((currency: string) => text('pnl_of_period_in', { period, currency }), [text, period])
}
