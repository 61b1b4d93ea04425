import { useMemo, useState } from 'react'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { Money, TypeMark, Weight } from '../../portfolio/cells.tsx'
import { MasterLink } from '../../portfolio/master-link.tsx'
import { positionOrder } from '../../portfolio/positions/position-order.ts'
import { Button } from '../../ui/display/button.tsx'
import { Missing } from '../../ui/display/figure.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './income.module.css'
import { type Grouping, groupings, type IncomeRow, listRows } from './income-rows.ts'
import type { Income } from './use-income.ts'

interface IncomeTableProps {
  income: Income
  grouping: Grouping
  onGrouping: (grouping: Grouping) => void
  className?: string | undefined
}

/** Income by position, account or kind; those that were sold in one line. */
export function IncomeTable({ income, grouping, onGrouping, className }: IncomeTableProps) {
  const text = useText()
  const isPhone = useIsPhone()
  const isDemo = useHasRole('demo')
  const { open } = useModal()
  const [isExpanded, setIsExpanded] = useState(false)
  const phoneRow = usePhoneRow()
  const columns = useColumns(income, grouping)
  const all = useMemo(() => listRows(income, grouping), [income, grouping])
  const limit = isPhone ? 7 : 14
  const isCut = grouping === 'position' && !isExpanded && all.length > limit + 1
  const paying = new Set(income.positions.filter(row => !row.is_closed).map(row => row.position_id)).size
  return (
    <Card
      className={className}
      title={text(`income_title_${grouping}`)}
      note={isPhone ? undefined : text('income_paying', { count: paying })}
      actions={
        <Segmented
          size="small"
          label={text('income_by')}
          segments={groupings.map(value => ({ value, label: text(`income_by_${value}`) }))}
          value={grouping}
          onChange={onGrouping}
        />
      }
    >
      <Table<IncomeRow>
        label={`${text('income_by')} ${text(`income_by_${grouping}`)}, ${text('income_next_12')}`}
        columns={columns}
        rows={isCut ? all.slice(0, limit) : all}
        rowKey={({ key }) => key}
        density={grouping === 'position' ? 'regular' : 'compact'}
        phoneRow={phoneRow}
        {...(!isDemo &&
          grouping === 'position' && {
            onOpen: ({ position }: IncomeRow) => {
              if (position === null) return
              positionOrder.set([])
              void open({ kind: 'position', id: position.position_id })
            },
          })}
      />
      {isCut && (
        <div className={styles.more}>
          <Button variant="quiet" isWide onClick={() => setIsExpanded(true)}>
            {text('income_show_more', { count: all.length - limit })}
          </Button>
        </div>
      )}
    </Card>
  )
}

function useRowWords() {
  const text = useText()
  return useMemo(
    () => ({
      name: (row: IncomeRow) =>
        row.kind !== null ? text(`income_kind_${row.kind}`) : row.isSold ? text('income_sold') : row.name,
    }),
    [text],
  )
}

function usePhoneRow() {
  const text = useText()
  const format = useFormat()
  const words = useRowWords()
  return (row: IncomeRow) => {
    const { position } = row
    const next = position?.next_payment
    return {
      title: words.name(row),
      mark: position && <TypeMark type={position.instrument_type} />,
      note:
        position && next && position.certainty
          ? text('income_phone_note', {
              kind: text(`income_kind_${position.kind}`),
              date: format.day(next.date),
              certainty: text(`income_certainty_${position.certainty}`),
            })
          : position && text(`income_kind_${position.kind}`),
      value: <Money value={row.expected} flags={row.flags} />,
      change: text('income_phone_before', { amount: format.amount(row.received) }),
    }
  }
}

function useColumns(income: Income, grouping: Grouping): Column<IncomeRow>[] {
  const text = useText()
  const format = useFormat()
  const words = useRowWords()
  return useMemo(() => {
    const { total, basis } = income
    const { currency } = basis
    const bold = (value: number | null) => (
      <b>
        <Money value={value} flags={total.flags} />
      </b>
    )
    const name: Column<IncomeRow> = {
      id: 'name',
      header: text(`income_by_${grouping}`),
      shrinksTo: 200,
      growsTo: 330,
      cell: row => (
        <span className={styles.name} title={words.name(row)}>
          {row.position && <TypeMark type={row.position.instrument_type} />}
          <span className={styles.lines}>
            {row.isSold ? <span className={styles.quiet}>{words.name(row)}</span> : <b>{words.name(row)}</b>}
            {row.position && <small className={styles.quiet}>{row.position.account.name}</small>}
          </span>
          {row.position && <MasterLink instrument={row.position.instrument_id} name={row.position.name} />}
        </span>
      ),
      total: <b>{text('table_total')}</b>,
    }
    const sums: Column<IncomeRow>[] = (['expected', 'received'] as const).map(id => ({
      id,
      header: text(id === 'expected' ? 'income_next_12_in' : 'income_last_12_in', { currency }),
      align: 'end',
      cell: row =>
        row.isSold && id === 'expected' ? <Missing /> : <Money value={row[id]} flags={row.flags} />,
      total: bold(total[id]),
    }))
    if (grouping !== 'position') return [name, ...sums]
    return [
      name,
      {
        id: 'kind',
        header: text('income_by_kind'),
        priority: 1,
        cell: ({ position }) =>
          position && <span className={styles.quiet}>{text(`income_kind_${position.kind}`)}</span>,
        total: null,
      },
      {
        id: 'next',
        header: text('income_next_payment'),
        priority: 2,
        cell: ({ position }) =>
          position?.next_payment ? (
            <>
              {format.date(position.next_payment.date)}{' '}
              <span className={styles.quiet}>{position.next_payment.currency}</span>
            </>
          ) : (
            <Missing />
          ),
        total: null,
      },
      ...sums,
      {
        id: 'yield',
        header: text('income_yield'),
        align: 'end',
        priority: 4,
        cell: ({ position }) => (position ? <Weight value={position.yield} decimals={2} /> : null),
        total: <Weight value={total.yield} decimals={2} />,
      },
      {
        id: 'certainty',
        header: text('income_certainty'),
        align: 'end',
        priority: 3,
        cell: ({ position }) =>
          position?.certainty && <Tag tone="outline">{text(`income_certainty_${position.certainty}`)}</Tag>,
        total: null,
      },
    ]
  }, [income, grouping, text, format, words])
}
