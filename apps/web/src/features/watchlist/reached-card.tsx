import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Price } from '../../portfolio/cells.tsx'
import { Percent } from '../../ui/display/figure.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Table } from '../../ui/table/table.tsx'
import { formatTarget } from './target-label.ts'
import type { PriceTarget, WatchedTicker } from './use-watchlist.ts'

const shownDays = 90
const dayMs = 86_400_000

interface Reached {
  watched: WatchedTicker
  target: PriceTarget
  at: Date
}

/** Recently reached targets, newest first. */
export function ReachedCard({
  rows,
  className,
}: {
  rows: readonly WatchedTicker[]
  className: string | undefined
}) {
  const text = useText()
  const format = useFormat()
  const since = Date.now() - shownDays * dayMs
  const reached = rows
    .flatMap(watched =>
      watched.price_targets.flatMap((target): Reached[] =>
        target.reached_at === null ? [] : [{ watched, target, at: new Date(target.reached_at) }],
      ),
    )
    .filter(({ at }) => at.getTime() >= since)
    .sort((a, b) => b.at.getTime() - a.at.getTime())
  if (reached.length === 0) return null
  const targetLabel = ({ target }: Reached) => formatTarget(target, text)
  return (
    <Card className={className} title={text('watchlist_reached_title')} note={text('watchlist_reached_note')}>
      <Table<Reached>
        label={text('watchlist_reached_title')}
        density="regular"
        rows={reached}
        rowKey={({ target }) => target.id}
        columns={[
          { id: 'at', header: text('watchlist_target_reached'), cell: ({ at }) => format.localDate(at) },
          { id: 'ticker', header: text('watchlist_ticker'), cell: row => <b>{row.watched.ticker.name}</b> },
          { id: 'target', header: text('watchlist_target'), cell: targetLabel },
          {
            id: 'price',
            header: text('watchlist_reached_price'),
            align: 'end',
            cell: ({ target, watched }) => <Price value={target.price} currency={watched.ticker.currency} />,
          },
          {
            id: 'now',
            header: text('watchlist_reached_now'),
            align: 'end',
            cell: ({ watched }) => <Price value={watched.price} currency={watched.ticker.currency} />,
          },
          {
            id: 'since',
            header: text('watchlist_reached_since'),
            align: 'end',
            cell: ({ target }) => <Percent value={target.change_since} />,
          },
        ]}
        phoneRow={row => ({
          title: row.watched.ticker.name,
          note: `${targetLabel(row)}, ${format.localDate(row.at)}`,
          value: <Price value={row.target.price} currency={row.watched.ticker.currency} />,
          change: <Percent value={row.target.change_since} />,
        })}
      />
    </Card>
  )
}
