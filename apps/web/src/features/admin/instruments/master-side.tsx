import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { textIfAny, useText } from '../../../lib/i18n/i18n.ts'
import { Price, Quantity } from '../../../portfolio/cells.tsx'
import { useSplitMarkers } from '../../../portfolio/price-units.tsx'
import type { ChartSeries } from '../../../ui/chart/chart-series.ts'
import { dayStops } from '../../../ui/chart/chart-series.ts'
import { TimeChart } from '../../../ui/chart/time-chart.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { Amount } from '../../../ui/display/figure.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import styles from './master.module.css'
import {
  closesQuery,
  historyQuery,
  holdersQuery,
  type Instrument,
  splitInstrument,
} from './use-instruments.ts'

/** What is known about an instrument beside its fields: price, holders, duplicates and changes. */
export function MasterSide({ instrument }: { instrument: Instrument }) {
  return (
    <div className={styles.side}>
      <PriceSection instrument={instrument} />
      <Holders instrument={instrument} />
      {instrument.merged.length > 0 && <Duplicates instrument={instrument} />}
      <History instrument={instrument} />
    </div>
  )
}

function Section({
  title,
  note,
  end,
  children,
}: {
  title: string
  note?: string
  end?: ReactNode
  children: ReactNode
}) {
  return (
    <section className={styles.section}>
      <div className={styles.head}>
        <h3>{title}</h3>
        {note !== undefined && <span className={styles.quiet}>{note}</span>}
        {end}
      </div>
      {children}
    </section>
  )
}

function PriceSection({ instrument }: { instrument: Instrument }) {
  const text = useText()
  const format = useFormat()
  const { data } = useQuery(closesQuery(instrument.id))
  const { price, price_date: date, price_source: source, currency } = instrument
  const note =
    date === null
      ? text('master_price_none')
      : `${format.date(date)} · ${text('master_price_source', { source: source ?? '' })}`
  return (
    <Section
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
    </Section>
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

function Holders({ instrument }: { instrument: Instrument }) {
  const text = useText()
  const format = useFormat()
  const { data } = useQuery(holdersQuery(instrument.id))
  if (!data) return null
  const note =
    data.data.length === 0
      ? text('master_not_held')
      : text('master_close_of', { date: format.date(data.date) })
  return (
    <Section title={text('master_held_by')} note={note}>
      {data.data.length > 0 && (
        <div className={styles.frame}>
          <Table<(typeof data.data)[number]>
            label={text('master_held_by')}
            density="regular"
            rows={data.data}
            rowKey={({ position_id: id }) => id}
            columns={[
              {
                id: 'account',
                header: text('master_account'),
                cell: ({ family, account, custodian }) => (
                  <span className={styles.two}>
                    <b>{family?.name}</b>
                    <span className={styles.quiet}>
                      {custodian.name}, {account.name}
                    </span>
                  </span>
                ),
              },
              {
                id: 'quantity',
                header: text('master_quantity'),
                align: 'end',
                cell: ({ quantity }) => <Quantity value={quantity} />,
              },
              {
                id: 'value',
                header: text('master_value_in', { currency: data.currency }),
                align: 'end',
                cell: ({ value_calculated: value }) => <Amount value={value} />,
              },
            ]}
            phoneRow={({ family, account, quantity, value_calculated: value }) => ({
              title: family?.name ?? account.name,
              note: (
                <>
                  {account.name} · <Quantity value={quantity} />
                </>
              ),
              value: <Amount value={value} />,
            })}
          />
        </div>
      )}
    </Section>
  )
}

function Duplicates({ instrument }: { instrument: Instrument }) {
  const text = useText()
  const format = useFormat()
  const split = useAdminChange(splitInstrument, {
    onSuccess: ({ name }) => showToast(text('master_split_done', { name }), 'success'),
  })
  return (
    <Section title={text('master_duplicates')}>
      <ul className={styles.list}>
        {instrument.merged.map(({ id, name, isin, merged_at }) => (
          <li key={id}>
            <span className={styles.two}>
              {name}
              <span className={styles.quiet}>
                {[isin, format.date(merged_at.slice(0, 10))].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Button
              size="small"
              aria-label={text('master_split_named', { name })}
              isBusy={split.isPending}
              onClick={() => split.mutate(id)}
            >
              {text('master_split')}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}

const ownLabels: Readonly<Record<string, string>> = {
  name: 'name',
  country: 'country',
  currency: 'master_listing_currency',
  exchange: 'master_mic',
  contract_expiration: 'instrument_expiration',
  instrument_type: 'instrument_type',
  merged: 'master_field_merged',
  merged_into: 'master_field_merged_into',
}

/** Fields have their label; other kinds of identifiers are written as they are known. */
function fieldName(field: string): string {
  return textIfAny(ownLabels[field] ?? `instrument_${field}`) ?? field.toUpperCase()
}

function History({ instrument }: { instrument: Instrument }) {
  const text = useText()
  const format = useFormat()
  const { data } = useQuery(historyQuery(instrument.id))
  if (!data) return null
  return (
    <Section title={text('master_history')} {...(data.count === 0 && { note: text('master_no_history') })}>
      {data.count > 0 && (
        <ul className={styles.list}>
          {data.data.map(({ id, field, old, new: now, changed_at, changed_by }) => (
            <li key={id}>
              <span>
                {text('master_change', {
                  field: fieldName(field),
                  old: old ?? text('master_nothing'),
                  new: now ?? text('master_nothing'),
                })}
              </span>
              <span className={styles.quiet}>
                {text('master_by', {
                  date: format.date(changed_at.slice(0, 10)),
                  name: changed_by?.name ?? text('master_by_system'),
                })}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
