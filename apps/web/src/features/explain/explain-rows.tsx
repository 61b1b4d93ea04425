import type { ExplanationSplit } from '@plumbline/contract'
import { useCallback, useMemo, useState } from 'react'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText, withinSentence } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { PnlAmount, PnlPercent } from '../../portfolio/cells.tsx'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './explain.module.css'
import {
  foldedKey,
  foldRows,
  isExact,
  type RoundedExplanation,
  type RoundedRow,
} from './round-explanation.ts'
import { type ExplainParams, type Explanation, type PartKey, partKeys, splits } from './use-explanation.ts'

interface ExplainRowsProps {
  explanation: Explanation
  rounded: RoundedExplanation
  params: ExplainParams
  onSplit: (split: ExplanationSplit) => void
}

/** The rows of the explanation, which add up to the explained figure. */
export function ExplainRows({ explanation, rounded, params, onSplit }: ExplainRowsProps) {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  const isDemo = useHasRole('demo')
  const isDay = params.from === params.to
  const [isAll, setIsAll] = useState(false)
  const { rows, folded } = useMemo(() => foldRows(rounded, isAll), [rounded, isAll])
  const rowName = useRowName(params.split, folded)
  const columns = useColumns(explanation, rounded, rowName, params.split)
  return (
    <section>
      <header className={styles.rowsHead}>
        <h3>{text(`explain_by_${params.split}`)}</h3>
        <Segmented
          size="small"
          label={text('explain_split')}
          segments={splits
            .filter(split => split !== 'week' || !isDay)
            .map(value => ({ value, label: text(`explain_split_${value}`) }))}
          value={params.split}
          onChange={onSplit}
        />
      </header>
      <div className={styles.frame}>
        <Table<RoundedRow>
          label={text('explain_rows')}
          density="compact"
          columns={columns}
          rows={rows}
          rowKey={({ row }) => row.key}
          phoneRow={({ row, total, parts }) => ({
            title: rowName(row),
            note: (
              <span data-amount="">
                {partKeys
                  .filter(key => Boolean(parts[key]))
                  .slice(0, 2)
                  .map(
                    key =>
                      `${withinSentence(text(`part_${key}`))} ${format.amount(parts[key], { decimals: 0, sign: 'always' })}`,
                  )
                  .join(' · ')}
              </span>
            ),
            value: <PnlAmount value={total} flags={row.flags} />,
            change: <PnlPercent value={row.move_rel} />,
          })}
          empty={<EmptyState icon="calculator" title={text('explain_none')} />}
          onOpen={({ row }) => {
            if (row.key === foldedKey) setIsAll(true)
            else if (row.position_id !== null && !row.is_cash && !isDemo)
              void open({ kind: 'position', id: row.position_id })
          }}
        />
      </div>
    </section>
  )
}

type RowName = (row: RoundedRow['row']) => string

function useRowName(split: ExplanationSplit, folded: number): RowName {
  const text = useText()
  const format = useFormat()
  const names = useDisplayNames()
  return useCallback(
    ({ key, name, is_cash: isCash }) => {
      if (key === foldedKey) return text('explain_more', { count: folded })
      if (split === 'instrument_type') return names.type(key, name)
      if (split === 'currency') return key
      if (split === 'week' && /^\d{4}-\d\d-\d\d$/.test(key)) return format.date(key)
      return isCash && name === '' ? text('overview_cash') : name
    },
    [split, folded, text, format, names],
  )
}

function useColumns(
  explanation: Explanation,
  rounded: RoundedExplanation,
  rowName: RowName,
  split: ExplanationSplit,
): Column<RoundedRow>[] {
  const text = useText()
  return useMemo(() => {
    const most = Math.max(...rounded.rows.map(({ total }) => Math.abs(total ?? 0)), 1e-9)
    const used = partKeys.filter(
      key => key !== 'taxes' || rounded.rows.some(({ parts }) => Boolean(parts.taxes)),
    )
    const hasMove = rounded.rows.some(({ row }) => row.move_rel !== null)
    const part = (key: PartKey): Column<RoundedRow> => ({
      id: key,
      header: text(`part_${key}`),
      align: 'end',
      sortValue: ({ parts }) => parts[key],
      cell: ({ parts }) => <PartAmount value={parts[key]} />,
      total: <PartAmount value={rounded.parts[key]} />,
    })
    return [
      {
        id: 'name',
        header: text(`explain_split_${split}`),
        sortValue: ({ row }) => row.name,
        cell: ({ row }) => (
          <b className={row.key === foldedKey ? styles.more : styles.name} title={rowName(row)}>
            {row.key === foldedKey && <Icon name="chevron-right" size={14} />}
            {rowName(row)}
          </b>
        ),
        total: text('table_total'),
      },
      ...(hasMove
        ? [
            {
              id: 'move',
              header: text('explain_move'),
              align: 'end' as const,
              sortValue: ({ row }: RoundedRow) => row.move_rel,
              cell: ({ row }: RoundedRow) => <PnlPercent value={row.move_rel} />,
              total: <PnlPercent value={explanation.pnl_rel_total} />,
            },
          ]
        : []),
      ...used.map(part),
      {
        id: 'pnl',
        header: text('position_pnl_abs_total_in', { currency: explanation.basis.currency }),
        align: 'end',
        sortValue: ({ total }) => total,
        cell: ({ row, total }) => (
          <b className={styles.strong}>
            <PnlAmount value={total} flags={row.flags} />
          </b>
        ),
        total: <PnlAmount value={rounded.total} />,
      },
      {
        id: 'share',
        header: text('overview_pnl'),
        isHeaderHidden: true,
        width: 112,
        cell: ({ total }) => <ShareBar value={total} most={most} />,
        total: isExact(rounded) && (
          <span className={styles.exact}>
            <Icon name="check" size={14} />
            {text('explain_exact')}
          </span>
        ),
      },
    ]
  }, [explanation, rounded, text, rowName, split])
}

/** Shows a dash for zero, to emphasize the other amounts. */
function PartAmount({ value }: { value: number | null }) {
  return <PnlAmount value={value === 0 ? null : value} />
}

/** A bar from the centre, scaled to the largest row. */
function ShareBar({ value, most }: { value: number | null; most: number }) {
  const share = ((value ?? 0) / most) * 50
  return (
    <span className={styles.share} aria-hidden="true">
      <span
        className={share < 0 ? styles.down : styles.up}
        style={{ width: `${Math.abs(share)}%`, ...(share < 0 ? { right: '50%' } : { left: '50%' }) }}
      />
    </span>
  )
}
