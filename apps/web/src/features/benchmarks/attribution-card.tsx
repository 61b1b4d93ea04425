import type { AttributionKey } from '@plumbline/contract'
import { useFilter } from '../../filter/use-filter.ts'
import { usePointsText } from '../../lib/format/use-points-text.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { Points } from '../../portfolio/points.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './benchmarks.module.css'
import {
  type AttributionRow,
  attributionKeys,
  type Comparison,
  type ComparisonOptions,
  effects,
  loadComparisonCsv,
} from './use-benchmarks.ts'

interface AttributionCardProps {
  data: Comparison
  options: ComparisonOptions
  onDivide: (by: AttributionKey) => void
  className?: string | undefined
}

/** The difference of the chosen period by group and effect. */
export function AttributionCard({ data, options, onDivide, className }: AttributionCardProps) {
  const text = useText()
  const { body } = useFilter()
  const { attribution } = data
  return (
    <Card
      className={className}
      title={text('benchmark_attribution')}
      actions={
        <>
          <Segmented
            size="small"
            label={text('benchmark_by')}
            segments={attributionKeys.map(value => ({ value, label: text(`benchmark_by_${value}`) }))}
            value={options.by}
            onChange={onDivide}
          />
          {attribution !== null && (
            <CsvButton
              isIconOnly
              load={() => loadComparisonCsv(body, options, 'attribution')}
              fileName="attribution.csv"
            />
          )}
        </>
      }
    >
      {attribution === null ? (
        <EmptyState icon="calculator" title={text('benchmark_no_attribution')} />
      ) : (
        <>
          <Effects rows={attribution.rows} total={attribution.total} />
          <div className={styles.foot}>{text('benchmark_adds_up')}</div>
        </>
      )}
    </Card>
  )
}

type Totals = Omit<AttributionRow, 'key' | 'name'>

function Effects({ rows, total }: { rows: AttributionRow[]; total: Totals }) {
  const text = useText()
  const points = usePointsText()
  const columns: Column<AttributionRow>[] = [
    {
      id: 'name',
      header: text('benchmark_group'),
      sticky: 'start',
      cell: row => row.name,
      total: text('benchmark_difference'),
    },
    ...effects.map(
      (effect): Column<AttributionRow> => ({
        id: effect,
        header: text(`benchmark_${effect}`),
        align: 'end',
        cell: row => <Points value={row[effect]} />,
        total: <Points value={total[effect]} />,
      }),
    ),
    {
      id: 'total',
      header: text('benchmark_total'),
      align: 'end',
      cell: row => <Points value={row.total} />,
      total: <Points value={total.total} />,
    },
  ]
  const describeEffects = (row: Totals) =>
    text('benchmark_effects_note', {
      allocation: points(row.allocation),
      selection: points(row.selection),
      interaction: points(row.interaction),
      currency: points(row.currency),
    })
  return (
    <Table<AttributionRow>
      label={text('benchmark_attribution')}
      columns={columns}
      rows={rows.toSorted((a, b) => Math.abs(b.total) - Math.abs(a.total))}
      rowKey={row => row.key}
      phoneRow={row => ({ title: row.name, note: describeEffects(row), value: <Points value={row.total} /> })}
    />
  )
}
