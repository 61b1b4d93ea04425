import type { FeeGroupKey, Filter } from '@plumbline/contract'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Weight } from '../../portfolio/cells.tsx'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { nameCustodian, useDisplayNames } from '../../portfolio/display-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Missing } from '../../ui/display/figure.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { Bps, FeeAmount, FeePart } from './fee-cells.tsx'
import styles from './fees.module.css'
import { exportFees, type FeeGroup, feeGroupKeys, type GroupedFees } from './use-fees.ts'

interface FeesGroupsProps {
  query: UseQueryResult<GroupedFees>
  body: Filter
  groupBy: FeeGroupKey
  onGroupBy: (groupBy: FeeGroupKey) => void
  className?: string | undefined
}

/** Fees by group, with basis points that add up to the total. */
export function FeesGroups({ query, body, groupBy, onGroupBy, className }: FeesGroupsProps) {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  const groupName = useGroupName()
  const isPhone = useIsPhone()
  const fees = query.data
  const shown = fees?.groupBy ?? groupBy
  const columns = useColumns(fees, shown)
  const keys = (
    <Segmented
      size="small"
      label={text('fees_by')}
      segments={feeGroupKeys.map(value => ({ value, label: text(`fees_by_${value}`) }))}
      value={groupBy}
      onChange={onGroupBy}
    />
  )
  return (
    <Card
      className={className}
      title={
        <span className={styles.groupTitle}>
          {text('fees_by')}
          {!isPhone && keys}
        </span>
      }
      actions={
        <>
          <Button size="small" onClick={() => void open({ kind: 'fees' })}>
            {text('fees_all')}
          </Button>
          <CsvButton size="small" load={() => exportFees(body, groupBy)} fileName={`fees-${groupBy}.csv`} />
        </>
      }
    >
      {isPhone && <div className={styles.keys}>{keys}</div>}
      <div aria-busy={query.isPlaceholderData || undefined}>
        <Table<FeeGroup>
          label={`${text('fees_by')} ${text(`fees_by_${shown}`)}`}
          columns={columns}
          rows={fees?.group_by}
          rowKey={({ key }) => key}
          phoneRow={group => ({
            title: groupName(shown, group),
            note: `${text('fees_charges', { count: group.count })} · ${format.number(group.bps, { decimals: 2 })} ${text('fees_bps')}`,
            value: <FeeAmount value={group.sum} />,
            change: <Weight value={group.share} />,
          })}
          onOpen={group => void open({ kind: 'fees', by: shown, key: group.key })}
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      </div>
    </Card>
  )
}

/** Returns a function that names a group in the language of the page. */
export function useGroupName() {
  const names = useDisplayNames()
  const text = useText()
  return useMemo(() => {
    return (groupBy: FeeGroupKey, { key, name }: Pick<FeeGroup, 'key' | 'name'>) => {
      if (groupBy === 'instrument_type') return names.type(key, name)
      if (groupBy === 'custodian') return nameCustodian({ id: key, name })
      if (groupBy !== 'transaction_type') return name
      return key === 'fees' || key === 'fees_cash' || key === 'trailer_fees'
        ? text(`transaction_type_${key}`)
        : name
    }
  }, [names, text])
}

function useColumns(fees: GroupedFees | undefined, groupBy: FeeGroupKey): Column<FeeGroup>[] {
  const text = useText()
  const format = useFormat()
  const groupName = useGroupName()
  return useMemo(() => {
    const currency = fees?.basis.currency ?? ''
    const total = fees?.total
    const largest = Math.max(0, ...(fees?.group_by ?? []).map(({ share }) => share ?? 0))
    const part = (id: 'trade_fees' | 'account_fees' | 'trailer_fees', header: string): Column<FeeGroup> => ({
      id,
      header,
      align: 'end',
      sortValue: group => group[id],
      cell: group => <FeePart value={group[id]} />,
      total: <FeePart value={total?.[id] ?? null} />,
    })
    return [
      {
        id: 'name',
        header: text(`fees_by_${groupBy}`),
        sortValue: group => groupName(groupBy, group),
        cell: group => <span className={styles.name}>{groupName(groupBy, group)}</span>,
        total: <span className={styles.total}>{text('table_total')}</span>,
      },
      {
        id: 'count',
        header: text('fees_column_count'),
        align: 'end',
        sortValue: group => group.count,
        cell: group => format.count(group.count),
        total: format.count(total?.count ?? 0),
      },
      part('trade_fees', text('fees_trade')),
      part('account_fees', text('fees_account')),
      part('trailer_fees', text('fees_trailer')),
      {
        id: 'sum',
        header: text('fees_column_total', { currency }),
        align: 'end',
        sortValue: group => group.sum,
        cell: group => (
          <span className={styles.total}>
            <FeeAmount value={group.sum} />
          </span>
        ),
        total: (
          <span className={styles.total}>
            <FeeAmount value={total?.sum ?? null} />
          </span>
        ),
      },
      {
        id: 'share',
        header: text('fees_column_share'),
        sortValue: group => group.share,
        cell: group => <Share value={group.share} largest={largest} />,
        total: null,
      },
      {
        id: 'bps',
        header: text('fees_column_bps'),
        align: 'end',
        sortValue: group => group.bps,
        cell: group => <Bps value={group.bps} />,
        total: <Bps value={total?.bps ?? null} />,
      },
    ]
  }, [fees, groupBy, text, format, groupName])
}

/** The share as text, and as a bar scaled to the largest share. */
function Share({ value, largest }: { value: number | null; largest: number }) {
  if (value === null) return <Missing />
  const width = largest <= 0 ? 0 : Math.max(0, Math.min(1, value / largest)) * 100
  return (
    <span className={styles.share}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ width: `${width}%` }} />
      </span>
      <Weight value={value} />
    </span>
  )
}
