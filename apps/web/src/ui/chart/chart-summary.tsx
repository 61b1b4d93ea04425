import { summarize } from '@plumbline/charts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { ChartFormat } from './chart-format.ts'
import type { ChartSeries, Stop } from './chart-series.ts'

interface ChartSummaryProps {
  label: string
  series: readonly ChartSeries[]
  stops: readonly Stop[]
  format: ChartFormat
}

/** Describes the series for screen readers: first, last, lowest and highest values. */
export function ChartSummary({ label, series, stops, format }: ChartSummaryProps) {
  const text = useText()
  const days = stops.map(stop => stop.to)
  return (
    <table className="visually-hidden">
      <caption>{label}</caption>
      <thead>
        <tr>
          <th scope="col">{text('chart_series')}</th>
          <th scope="col">{text('chart_first')}</th>
          <th scope="col">{text('chart_last')}</th>
          <th scope="col">{text('chart_lowest')}</th>
          <th scope="col">{text('chart_highest')}</th>
        </tr>
      </thead>
      <tbody>
        {series.map(({ key, label: name, values }) => {
          const summary = summarize(days, values)
          return (
            <tr key={key}>
              <th scope="row">{name}</th>
              {(['first', 'last', 'lowest', 'highest'] as const).map(part => (
                <td key={part}>
                  {summary === null
                    ? format.value(null)
                    : text('chart_value_on', {
                        value: format.value(summary[part].value),
                        date: format.day(summary[part].day),
                      })}
                </td>
              ))}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
