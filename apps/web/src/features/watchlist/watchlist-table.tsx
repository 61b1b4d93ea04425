import type { Sort } from '../../lib/api/order-by.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Price } from '../../portfolio/cells.tsx'
import { Percent } from '../../ui/display/figure.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { NearestTarget } from './nearest-target.tsx'
import { TargetTrack } from './target-track.tsx'
import { TickerMenu } from './ticker-menu.tsx'
import type { WatchedTicker } from './use-watchlist.ts'
import styles from './watchlist.module.css'
import type { WatchlistActions } from './watchlist-actions.ts'

interface WatchlistTableProps extends WatchlistActions {
  rows: readonly WatchedTicker[]
  chosenId: string | undefined
  sort: Sort
  onSort: (sort: Sort | null) => void
}

export function WatchlistTable({ rows, chosenId, sort, onSort, ...actions }: WatchlistTableProps) {
  const text = useText()
  const columns: Column<WatchedTicker>[] = [
    { id: 'name', header: text('watchlist_ticker'), isSortable: true, cell: TickerName },
    {
      id: 'price',
      header: text('watchlist_price'),
      align: 'end',
      isSortable: true,
      cell: row => <Price value={row.price} currency={row.ticker.currency} />,
    },
    {
      id: 'day_change',
      header: text('watchlist_day'),
      align: 'end',
      isSortable: true,
      cell: row => <Percent value={row.day_change} />,
    },
    { id: 'track', header: text('watchlist_track'), cell: row => <TargetTrack watched={row} /> },
    {
      id: 'nearest_distance',
      header: text('watchlist_nearest'),
      align: 'end',
      isSortable: true,
      cell: row => <NearestTarget watched={row} />,
    },
    ...(actions.onEdit
      ? [
          {
            id: 'menu',
            header: text('actions'),
            isHeaderHidden: true,
            align: 'end',
            cell: (row: WatchedTicker) => <TickerMenu watched={row} {...actions} />,
          } satisfies Column<WatchedTicker>,
        ]
      : []),
  ]
  return (
    <Table<WatchedTicker>
      label={text('tab_watchlist')}
      density="roomy"
      columns={columns}
      rows={rows}
      rowKey={row => row.id}
      selected={new Set(chosenId === undefined ? [] : [chosenId])}
      onOpen={actions.onChoose}
      onSelect={keys => rows.filter(({ id }) => id !== chosenId && keys.has(id)).forEach(actions.onChoose)}
      sort={sort}
      onSort={onSort}
      phoneRow={row => ({
        title: row.ticker.name,
        note: <NearestTarget watched={row} />,
        value: <Price value={row.price} currency={row.ticker.currency} />,
        change: <Percent value={row.day_change} />,
      })}
    />
  )
}

function TickerName({ ticker }: WatchedTicker) {
  return (
    <span className={styles.two}>
      <span>
        <b>{ticker.name}</b> {ticker.symbol !== null && <span className={styles.quiet}>{ticker.symbol}</span>}
      </span>
      <small className={styles.quiet} title={ticker.long_name ?? undefined}>
        {ticker.long_name}
      </small>
    </span>
  )
}
