import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money } from '../../portfolio/cells.tsx'
import { instrumentColour, rankColours } from '../../portfolio/instrument-colours.ts'
import { Points } from '../../portfolio/points.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Amount, Missing } from '../../ui/display/figure.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { BandBar, barScale } from './band-bar.tsx'
import { isWhole } from './round-buckets.ts'
import styles from './targets.module.css'
import { useBucketNames } from './use-bucket-names.ts'
import type { Drift, DriftBucket } from './use-targets.ts'

/** Every group against its target and band. */
export function DriftTable({ drift }: { drift: Drift }) {
  const text = useText()
  const format = useFormat()
  const nameOf = useBucketNames(drift.dimension)
  const { currency } = drift.basis
  const scale = barScale(drift.buckets)
  const percent = (share: number | null) =>
    share === null ? (
      <Missing />
    ) : (
      <span className={styles.number}>{format.percent(share, { sign: 'minus' })}</span>
    )
  const colour = (row: DriftBucket) =>
    drift.dimension === 'instrument_type'
      ? instrumentColour(row.key)
      : (rankColours[drift.buckets.indexOf(row) % rankColours.length] ?? '')
  const columns: Column<DriftBucket>[] = [
    {
      id: 'name',
      header: text('targets_group'),
      sticky: 'start',
      cell: row => (
        <span className={styles.name}>
          <span className={styles.swatch} style={{ background: colour(row) }} />
          {nameOf(row)}
        </span>
      ),
      total: text('proposal_total'),
    },
    {
      id: 'bar',
      header: text('targets_band_bar'),
      width: 260,
      priority: 3,
      cell: row => <BandBar bucket={row} scale={scale} />,
    },
    {
      id: 'value',
      header: text('targets_value_in', { currency }),
      align: 'end',
      cell: row => <Money value={row.value} />,
      total: <Money value={drift.base} />,
    },
    {
      id: 'weight',
      header: text('targets_weight'),
      align: 'end',
      cell: row => percent(row.weight),
      total: isWhole(drift.buckets) ? percent(1) : null,
    },
  ]
  // Without a target there is nothing to compare with.
  const compared: Column<DriftBucket>[] = [
    {
      id: 'target',
      header: text('targets_target'),
      align: 'end',
      cell: row => percent(row.target),
      total: percent(1),
    },
    {
      id: 'band',
      header: text('targets_band'),
      align: 'end',
      priority: 2,
      cell: row => <BandRange bucket={row} />,
    },
    { id: 'drift', header: text('targets_drift'), align: 'end', cell: row => <Points value={row.drift} /> },
    {
      id: 'drift_value',
      header: text('targets_drift_in', { currency }),
      align: 'end',
      priority: 1,
      cell: row =>
        row.drift_value === null ? <Missing /> : <Amount value={row.drift_value} sign="always" />,
    },
    { id: 'state', header: text('targets_state'), cell: row => <State bucket={row} /> },
  ]
  return (
    <Table<DriftBucket>
      label={text('targets_current')}
      columns={drift.target === null ? columns : [...columns, ...compared]}
      rows={drift.buckets}
      rowKey={row => row.key}
      phoneRow={row => ({
        title: nameOf(row),
        note: (
          <span className={styles.phoneBar}>
            <BandBar bucket={row} scale={scale} />
            {drift.target !== null && <State bucket={row} />}
          </span>
        ),
        value: percent(row.weight),
        ...(drift.target !== null && { change: <Points value={row.drift} /> }),
      })}
    />
  )
}

export function BandRange({ bucket: { min, max } }: { bucket: DriftBucket }) {
  const text = useText()
  const format = useFormat()
  if (min === null || max === null) return <Missing />
  const isWholePercent = [min, max].every(share => Math.abs(share * 100 - Math.round(share * 100)) < 1e-6)
  const percent = (share: number) =>
    format.percent(share, { decimals: isWholePercent ? 0 : 2, sign: 'minus' })
  return (
    <span className={styles.number}>
      {text('targets_band_range', { min: percent(min), max: percent(max) })}
    </span>
  )
}

export function State({ bucket: { state } }: { bucket: DriftBucket }) {
  const text = useText()
  const isOutside = state === 'below' || state === 'above'
  return (
    <span className={classNames(styles.state, isOutside && styles.outside)}>
      {text(`targets_state_${state}`)}
    </span>
  )
}
