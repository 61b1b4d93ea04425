import type { ReactNode } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { ReportingCurrencyContext } from '../../lib/format/use-format.ts'
import { useSettingsData } from '../../lib/session/user-settings.ts'

/** Formats amounts with the decimals of the currency that the filter calculates in. */
export function ReportingCurrency({ children }: { children: ReactNode }) {
  const { filter } = useFilter()
  const { settings } = useSettingsData()
  return (
    <ReportingCurrencyContext value={filter.currency ?? settings.currency}>
      {children}
    </ReportingCurrencyContext>
  )
}
