import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole } from '../../../lib/session/user-settings.ts'
import { Price } from '../../../portfolio/cells.tsx'
import { SymbolSearch } from '../../../portfolio/price-source/symbol-search.tsx'
import { choosePriceProvider, providersQuery } from '../../../portfolio/price-source/use-price-source.ts'
import { useSplitMarkers } from '../../../portfolio/price-units.tsx'
import type { ChartSeries } from '../../../ui/chart/chart-series.ts'
import { dayStops } from '../../../ui/chart/chart-series.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { Button } from '../../../ui/display/button.tsx'
import type { InstrumentValues } from './instrument-values.ts'
import styles from './master.module.css'
import { MasterSection } from './master-section.tsx'
import { closesQuery, type Instrument } from './use-instruments.ts'

/** The last price, past closes, and the provider and symbol that prices come from. */
export function MasterPrice({ instrument }: { instrument: Instrument }) {
  const text = useText()
  const format = useFormat()
  const isAdmin = useHasRole('admin')
  const { data } = useQuery(closesQuery(instrument.id))
  const { price, price_date: date, price_source: source, currency } = instrument
  const note =
    date === null
      ? text('master_price_none')
      : `${format.date(date)} · ${text('master_price_source', { source: source ?? '' })}`
  return (
    <MasterSection
      title={text('master_price')}
      note={note}
      end={
        price !== null && (
          <span className={styles.last}>
            <Price value={price} currency={currency} />
          </span>
        )
      }
    >
      {data && data.prices.length > 1 && <Closes history={data} />}
      {isAdmin && <PriceSource instrument={instrument} />}
    </MasterSection>
  )
}

type ClosesReply = Awaited<ReturnType<NonNullable<ReturnType<typeof closesQuery>['queryFn']>>>

function Closes({ history }: { history: ClosesReply }) {
  const text = useText()
  const { prices, splits } = history
  const stops = useMemo(() => dayStops(prices), [prices])
  const series = useMemo(
    (): ChartSeries[] => [
      {
        key: 'price',
        label: text('master_price'),
        values: prices.map(({ price }) => price),
        colour: 'var(--series)',
      },
    ],
    [prices, text],
  )
  const markers = useSplitMarkers(splits)
  return (
    <div className={`${styles.frame} ${styles.chart}`}>
      <TimeChart
        kind="lines"
        unit="quote"
        hasZero={false}
        label={text('master_price')}
        height={170}
        {...{ stops, series, markers }}
      />
    </div>
  )
}

/** Which provider and symbol prices are fetched from, and a search for another one. */
function PriceSource({ instrument }: { instrument: Instrument }) {
  const text = useText()
  const [isSearching, setIsSearching] = useState(false)
  const { getValues, setValue } = useFormContext<InstrumentValues>()
  const { data } = useQuery(providersQuery)
  const providers = data?.data.filter(({ kind }) => kind === 'prices') ?? []
  const wanted = choosePriceProvider(instrument.instrument_type, providers)
  const used = instrument.identifiers.flatMap(({ kind, value: symbol }) => {
    const provider = providers.find(({ id }) => id === kind)
    return provider ? [text('master_symbol_at', { provider: provider.name, symbol })] : []
  })
  if (!wanted && used.length === 0) return null
  /** The server has stored it, so saving the form must not remove it. */
  const keepInForm = (kind: string, value: string) => {
    const others = getValues('identifiers').filter(identifier => identifier.kind !== kind)
    setValue('identifiers', [...others, { kind, value }])
  }
  return (
    <div className={styles.priceSource}>
      <span className={styles.quiet}>{used.length > 0 ? used.join(', ') : text('master_no_symbol')}</span>
      {wanted && (
        <Button size="small" onClick={() => setIsSearching(!isSearching)}>
          {text(used.length > 0 ? 'master_change_symbol' : 'coverage_find_symbol')}
        </Button>
      )}
      {isSearching && wanted && (
        <SymbolSearch
          instrument={instrument}
          provider={wanted}
          onUsed={symbol => {
            keepInForm(wanted.id, symbol)
            setIsSearching(false)
          }}
        />
      )}
    </div>
  )
}
