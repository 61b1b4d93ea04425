import { parseDay } from '@plumbline/charts'
import type { PriceUnits } from '@plumbline/contract'
import { useMemo } from 'react'
import { useFormat } from '../lib/format/use-format.ts'
import { useText } from '../lib/i18n/i18n.ts'
import type { ChartMarker } from '../ui/chart/chart-series.ts'
import { Segmented } from '../ui/form/segmented.tsx'

interface PriceUnitsSwitchProps {
  value: PriceUnits
  onChange: (units: PriceUnits) => void
}

/** Switches a price chart between split-adjusted prices and prices as traded. */
export function PriceUnitsSwitch({ value, onChange }: PriceUnitsSwitchProps) {
  const text = useText()
  return (
    <Segmented
      size="small"
      label={text('price_units')}
      segments={[
        { value: 'adjusted', label: text('price_units_adjusted') },
        { value: 'as_traded', label: text('price_units_as_traded') },
      ]}
      {...{ value, onChange }}
    />
  )
}

interface StockSplit {
  date: string
  numerator: number
  denominator: number
}

/** The splits of a price chart as dashed rules. */
export function useSplitMarkers(splits: readonly StockSplit[]): readonly ChartMarker[] {
  const text = useText()
  const format = useFormat()
  return useMemo(
    () =>
      splits.map(
        ({ date, numerator, denominator }): ChartMarker => ({
          key: `split ${date}`,
          day: parseDay(date),
          label: text('chart_split', {
            ratio: `${format.quantity(numerator)}:${format.quantity(denominator)}`,
          }),
          place: 'rule',
        }),
      ),
    [splits, text, format],
  )
}
