import type { Asset } from '@plumbline/contract'
import { useMemo } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import type { ChartSeries } from '../../ui/chart/chart-series.ts'
import { dayStops } from '../../ui/chart/chart-series.ts'
import { TimeChart } from '../../ui/chart/time-chart.tsx'
import { Amount, Percent } from '../../ui/display/figure.tsx'
import styles from './asset-figures.module.css'
import { Figure, FigureList, Reason } from './figure-list.tsx'

type Fund = NonNullable<Asset['fund']>

/** Commitment, calls, distributions, multiples, rate of return and J-curve of a private equity fund. */
export function FundSection({ fund, currency }: { fund: Fund; currency: string }) {
  const text = useText()
  const format = useFormat()
  const multiple = (value: number | null) =>
    value === null ? (
      <Reason>{text('assets_reason_no_calls')}</Reason>
    ) : (
      `${format.number(value, { decimals: 2 })}×`
    )
  return (
    <section className={styles.section}>
      <FigureList label={`${text('assets_fund')}, ${currency}`}>
        {(['committed', 'called', 'uncalled', 'distributed'] as const).map(field => (
          <Figure key={field} name={text(`assets_fund_${field}`)}>
            <Amount value={fund[field]} />
          </Figure>
        ))}
        {(['dpi', 'tvpi'] as const).map(field => (
          <Figure key={field} name={text(`assets_fund_${field}`)} title={text(`assets_fund_${field}_note`)}>
            {multiple(fund[field])}
          </Figure>
        ))}
        <Figure name={text('assets_fund_irr')} title={text('assets_fund_irr_note')}>
          {fund.irr_reason === null ? (
            <Percent value={fund.irr} />
          ) : (
            <Reason>{text(`assets_reason_${fund.irr_reason}`)}</Reason>
          )}
        </Figure>
      </FigureList>
      {fund.curve.length > 1 && <JCurve curve={fund.curve} currency={currency} />}
    </section>
  )
}

function JCurve({ curve, currency }: { curve: Fund['curve']; currency: string }) {
  const text = useText()
  const stops = useMemo(() => dayStops(curve), [curve])
  const series = useMemo(
    (): ChartSeries[] => [
      {
        key: 'net',
        label: text('assets_curve_net'),
        values: curve.map(({ net_cash }) => net_cash),
        colour: 'var(--series)',
        isStepped: true,
      },
      {
        key: 'gain',
        label: text('assets_curve_gain'),
        values: curve.map(({ gain }) => gain),
        colour: 'var(--c2)',
        isDashed: true,
      },
    ],
    [curve, text],
  )
  return (
    <div className={styles.chart}>
      <div className={styles.head}>
        <h3>{text('assets_curve')}</h3>
        <span className={styles.quiet}>{text('assets_curve_note', { currency })}</span>
      </div>
      <TimeChart
        kind="lines"
        unit="amount"
        label={text('assets_curve')}
        height={180}
        {...{ stops, series }}
      />
    </div>
  )
}
