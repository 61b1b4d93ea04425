import type { Position, PositionType } from '@plumbline/contract'
import { useMemo, useState } from 'react'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { usePnlHeader } from '../../filter/period/use-pnl-header.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { positionOrder } from '../../portfolio/positions/position-order.ts'
import { usePageTitle } from '../../ui/layout/page.tsx'
import { useTableLayout } from '../../ui/table/use-table-layout.ts'
import { ClosedSum } from './closed-sum.tsx'
import { positionColumns } from './position-columns.tsx'
import styles from './positions.module.css'
import { PositionsTable } from './positions-table.tsx'
import { PositionsToolbar } from './positions-toolbar.tsx'
import { roundList } from './round-list.ts'
import { usePositions } from './use-positions.ts'
import { usePositionsView, usePositionType } from './use-positions-view.ts'

/** The columns shown by default. */
const defaultColumns: Record<PositionType, readonly string[]> = {
  open: [
    'name',
    'custodian',
    'side',
    'quantity',
    'price_open',
    'price_current',
    'currency',
    'price_trend',
    'value',
    'weight',
    'exposure',
    'pnl_abs_unrealized',
    'pnl_abs_realized',
    'pnl_abs_total',
    'pnl_rel_total',
  ],
  closed: [
    'name',
    'instrument_type',
    'custodian',
    'date_open',
    'date_closed',
    'held',
    'cost',
    'proceeds',
    'dividends',
    'interest',
    'fees',
    'taxes',
    'pnl_abs_total',
    'pnl_rel_total',
  ],
}

/** All open or closed positions in a full-size table. The page itself does not scroll. */
export function PositionsScreen() {
  const text = useText()
  const format = useFormat()
  const names = useDisplayNames()
  const isPhone = useIsPhone()
  const modal = useModal()
  const isDemo = useHasRole('demo')
  const { body } = useFilter()
  const { type, setType } = usePositionType()
  const view = usePositionsView(type)
  const list = useMemo(() => ({ type, sort: view.sort }), [type, view.sort])
  const { query, positions: exact } = usePositions(body, list)
  const positions = useMemo(() => roundList(exact, type, view.groupBy), [exact, type, view.groupBy])
  usePageTitle(text('tab_positions'))

  const pnlHeader = usePnlHeader()
  const currency = positions?.basis.currency ?? body.settings.currency ?? ''
  const asOf = positions?.basis.end_date ?? positions?.basis.as_of ?? ''
  const columns = useMemo(
    () => positionColumns({ text, format, names, currency, pnlHeader: pnlHeader(currency), asOf }),
    [text, format, names, currency, pnlHeader, asOf],
  )
  const layout = useTableLayout({
    key: `positions_${type}`,
    columns,
    defaultColumns: defaultColumns[type],
    density: type === 'open' ? 'compact' : 'regular',
  })
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const open = (position: Position, tab?: 'transactions') => {
    positionOrder.set(positions?.rows.map(({ id }) => id) ?? [])
    void modal.open({ kind: 'position', id: position.id, ...(tab && { tab }) })
  }
  return (
    <>
      <FilterBar />
      <div className={styles.screen}>
        <h1 className="visually-hidden">{text('tab_positions')}</h1>
        <PositionsToolbar
          {...{ type, view, layout, list, positions, columns }}
          onType={next => {
            setSelected(new Set())
            setType(next)
          }}
          selected={selected}
          onSelect={setSelected}
        />
        <div
          className={isPhone ? styles.phone : styles.table}
          aria-busy={query.isPlaceholderData || undefined}
        >
          <PositionsTable
            {...{ type, view, layout, positions, query, selected }}
            onSelect={setSelected}
            onOpen={isDemo ? undefined : open}
            onExplain={
              isDemo ? undefined : position => void modal.open({ kind: 'explain', position: position.id })
            }
            onTransactions={isDemo ? undefined : position => open(position, 'transactions')}
          />
        </div>
        {type === 'closed' && positions !== undefined && <ClosedSum total={positions.total} />}
      </div>
    </>
  )
}
