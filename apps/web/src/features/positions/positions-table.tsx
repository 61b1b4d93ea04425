import type { Position, PositionType } from '@plumbline/contract'
import { useCallback, useMemo } from 'react'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { isPartialSum, Money, PartialMark, PnlAmount, PnlPercent, TypeMark } from '../../portfolio/cells.tsx'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { TableEmptyState } from '../../portfolio/first-steps.tsx'
import { Sparkline } from '../../ui/chart/sparkline.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ColumnChooser } from '../../ui/table/column-chooser.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column, PhoneRow, RowGroup } from '../../ui/table/table-props.ts'
import type { TableLayout } from '../../ui/table/use-table-layout.ts'
import { GroupReturn } from './group-return.tsx'
import { SumCell, sumFields } from './position-columns.tsx'
import { type PositionGroupKey, positionGroupKey, positionGroups } from './position-groups.ts'
import styles from './positions.module.css'
import type { PositionList, usePositions } from './use-positions.ts'
import type { PositionsView } from './use-positions-view.ts'

interface PositionsTableProps {
  type: PositionType
  view: PositionsView
  layout: TableLayout<Position>
  positions: PositionList | undefined
  query: ReturnType<typeof usePositions>['query']
  onOpen: ((position: Position) => void) | undefined
  onExplain: ((position: Position) => void) | undefined
  onTransactions: ((position: Position) => void) | undefined
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
}

export function PositionsTable(props: PositionsTableProps) {
  const { type, view, layout, positions, query, onOpen, onExplain, onTransactions } = props
  const { selected, onSelect } = props
  const text = useText()
  const isPhone = useIsPhone()
  const phoneRow = usePhoneRow(type)
  const { groupBy } = view
  const groups = useRowGroups(type, view, positions)
  const rowGroup = useMemo(
    () => (groupBy === null ? undefined : (position: Position) => positionGroupKey(position, groupBy)),
    [groupBy],
  )
  const columns = useTotals(layout.columns, positions)
  const isOpen = type === 'open'
  return (
    <>
      {isPhone && positions !== undefined && positions.count > 0 && (
        <Summary type={type} positions={positions} />
      )}
      {isPhone && positions === undefined && query.error === null && <div className={styles.summary} />}
      <Table<Position>
        label={text(isOpen ? 'positions_list_open' : 'positions_list_closed')}
        columns={columns}
        rows={positions?.rows}
        rowKey={rowId}
        phoneRow={phoneRow}
        density={layout.density}
        sort={view.sort ?? { id: isOpen ? 'value' : 'date_closed', isDescending: true }}
        onSort={view.setSort}
        onResize={layout.resize}
        hiddenAction={<ColumnChooser choice={layout.choice} isBelow />}
        isFilling={!isPhone}
        isSortedElsewhere
        {...(onOpen && { onOpen })}
        selected={selected}
        onSelect={onSelect}
        {...(onExplain && onTransactions && { rowKeys: { e: onExplain, t: onTransactions, r: openReceipt } })}
        {...(groups && rowGroup && { groups, rowGroup })}
        error={query.error}
        onRetry={() => void query.refetch()}
        empty={
          <TableEmptyState
            icon="list"
            title={text('first_positions')}
            note={text('first_positions_note')}
            steps={['import', 'asset']}
            otherwise={
              <EmptyState icon="list" title={text(isOpen ? 'positions_none_open' : 'positions_none_closed')}>
                {text(isOpen ? 'positions_none_open_note' : 'positions_none_closed_note')}
              </EmptyState>
            }
          />
        }
      />
    </>
  )
}

/** Opens the receipt of the key figure in the focused row. */
function openReceipt(): void {
  const row = document.activeElement
  const figures = ['value', 'pnl_abs_total'].map(figure =>
    row?.querySelector<HTMLElement>(`[data-figure=${figure}]`),
  )
  figures.find(Boolean)?.click()
}

function rowId({ id }: Position): string {
  return id
}

/** Adds the totals of the list to the column footers. */
function useTotals(columns: readonly Column<Position>[], positions: PositionList | undefined) {
  const text = useText()
  return useMemo(() => {
    if (positions === undefined) return columns
    const { total, count } = positions
    const sums: Record<string, React.ReactNode> = {
      name: (
        <span className={styles.total}>
          {text('table_total')} <span className={styles.countOf}>{text('positions_count', { count })}</span>{' '}
          {isPartialSum(total.flags, 'value') && <PartialMark />}
        </span>
      ),
      ...Object.fromEntries(
        sumFields.map(field => [
          field,
          <SumCell key={field} field={field} value={total[field]} flags={total.flags} />,
        ]),
      ),
      pnl_rel_total: <PnlPercent value={total.pnl_rel_total} />,
      pnl_rel_realized: <PnlPercent value={total.pnl_rel_realized} />,
      pnl_rel_unrealized: <PnlPercent value={total.pnl_rel_unrealized} />,
    }
    return columns.map(column => ({ ...column, total: sums[column.id] ?? null }))
  }, [columns, positions, text])
}

/** The groups of the list with their subtotals. Undefined without grouping. */
function useRowGroups(
  type: PositionType,
  { groupBy, sort }: PositionsView,
  positions: PositionList | undefined,
): RowGroup[] | undefined {
  const names = useDisplayNames()
  const openGroup = useOpenGroup()
  return useMemo(() => {
    if (groupBy === null || positions === undefined) return undefined
    const order = { field: sort?.id ?? 'value', isDescending: sort?.isDescending ?? true }
    return positionGroups(positions.rows, groupBy, names, order).map(
      ({ key, name, count, sums, flags }): RowGroup => ({
        key,
        label: (
          <>
            <span className={styles.groupName}>{name}</span> <span className={styles.countOf}>{count}</span>
            {isPartialSum(flags, 'value') && (
              <>
                {' '}
                <PartialMark />
              </>
            )}
          </>
        ),
        action: <OpenGroup name={name} onOpen={() => openGroup(groupBy, key, type)} />,
        cells: {
          ...Object.fromEntries(
            sumFields.map(field => [
              field,
              <SumCell key={field} field={field} value={sums[field]} flags={flags} />,
            ]),
          ),
          pnl_rel_total: <GroupReturn groupBy={groupBy} groupKey={key} type={type} />,
        },
        phoneCell: type === 'open' ? 'value' : 'pnl_abs_total',
      }),
    )
  }, [groupBy, sort, positions, names, openGroup, type])
}

function useOpenGroup() {
  const { open } = useModal()
  return useCallback(
    (groupBy: PositionGroupKey, key: string, type: PositionType) =>
      void open({ kind: 'group', by: groupBy, key, cash: 'no', ...(type === 'closed' && { type }) }),
    [open],
  )
}

function OpenGroup({ name, onOpen }: { name: string; onOpen: () => void }) {
  const text = useText()
  return (
    <span className={styles.openGroup}>
      <IconButton
        icon="external"
        size="small"
        label={text('positions_group_open', { group: name })}
        tabIndex={-1}
        onClick={onOpen}
      />
    </span>
  )
}

/** The totals above the list, on a phone. */
function Summary({ type, positions }: { type: PositionType; positions: PositionList }) {
  const text = useText()
  const { total, count } = positions
  return (
    <dl className={styles.summary}>
      <div>
        <dt>{text('positions_count', { count })}</dt>
        <dd>
          <Money value={type === 'open' ? total.value : total.proceeds} />{' '}
          {isPartialSum(total.flags, type === 'open' ? 'value' : 'proceeds') && <PartialMark />}
        </dd>
      </div>
      <div>
        <dt>{text('overview_pnl_short')}</dt>
        <dd className={styles.pair}>
          <PnlAmount value={total.pnl_abs_total} />
          <PnlPercent value={total.pnl_rel_total} />
        </dd>
      </div>
    </dl>
  )
}

/** The row on a phone: name with quantity and price, value with profit and loss. */
function usePhoneRow(type: PositionType): (position: Position) => PhoneRow {
  const text = useText()
  const format = useFormat()
  return useCallback(
    position => {
      const { price_trend: trend, date_closed: closed, flags } = position
      return {
        mark: <TypeMark type={position.instrument_type} />,
        title: position.name,
        note:
          closed === null ? (
            <>
              <span data-amount="">{format.quantity(position.quantity)}</span> ×{' '}
              {format.price(position.price_current)} {position.currency}
            </>
          ) : (
            text('date_range', { from: format.date(position.date_open), to: format.date(closed) })
          ),
        middle: trend !== null && trend.length > 1 && (
          <Sparkline values={trend} label={text('positions_trend')} />
        ),
        value:
          type === 'open' ? (
            <Money value={position.value} flags={flags} />
          ) : (
            <PnlAmount value={position.pnl_abs_total} flags={flags} />
          ),
        change: <PnlPercent value={position.pnl_rel_total} />,
      }
    },
    [type, text, format],
  )
}
