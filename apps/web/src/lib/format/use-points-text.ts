import { useMemo } from 'react'
import { useText } from '../i18n/i18n.ts'
import { useFormat } from './use-format.ts'

/** Formats a difference of fractions in percentage points. */
export function usePointsText(): (value: number, decimals?: number) => string {
  const text = useText()
  const format = useFormat()
  return useMemo(
    () =>
      (value, decimals = 2) =>
        text('targets_points', { points: format.number(value * 100, { sign: 'always', decimals }) }),
    [text, format],
  )
}
