import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef, useState } from 'react'
import { useFamilyId } from '../../filter/family/use-family.ts'
import { fromOrderBy, type Sort, toOrderBy } from '../../lib/api/order-by.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { useDelayedUnmount } from '../../ui/overlay/use-delayed-unmount.ts'
import { ReachedCard } from './reached-card.tsx'
import { TickerCard } from './ticker-card.tsx'
import { useRemoveTicker, type WatchedTicker, watchlistQuery } from './use-watchlist.ts'
import styles from './watchlist.module.css'
import { WatchlistCards } from './watchlist-cards.tsx'
import { WatchlistTable } from './watchlist-table.tsx'

type Search = Readonly<Record<string, unknown>>
type Layout = 'table' | 'cards'
const defaultOrder: Sort = { id: 'nearest_distance', isDescending: false }
const orders = ['name', 'price', 'day_change', 'nearest_distance', 'created_at']

/** The tickers a user follows, and the selected one with its chart and targets. */
export function WatchlistScreen() {
  const text = useText()
  const { open } = useModal()
  const isDemo = useHasRole('demo')
  const isPhone = useIsPhone()
  const view = useWatchlistView()
  const query = useQuery(watchlistQuery(useFamilyId(), toOrderBy(view.sort)))
  const rows = query.data?.data
  const chosen = rows?.find(({ id }) => id === view.chosenId) ?? rows?.[0]
  const [asked, setAsked] = useState<WatchedTicker | null>(null)
  const make = !isDemo && (
    <Button variant="primary" icon="plus" onClick={() => void open({ kind: 'ticker' })}>
      {text('watchlist_add')}
    </Button>
  )
  const targets = rows?.reduce((count, row) => count + row.price_targets.length, 0) ?? 0
  const detail = useRef<HTMLDivElement>(null)
  const actions = {
    onChoose: (ticker: WatchedTicker) => {
      view.choose(ticker)
      // On a phone the details are below the list, out of view.
      if (isPhone) detail.current?.scrollIntoView()
    },
    ...(!isDemo && {
      onEdit: ({ id }: WatchedTicker) => void open({ kind: 'ticker', id }),
      onRemove: setAsked,
    }),
  }
  return (
    <Page title={text('tab_watchlist')} isTitleHidden>
      <div className={styles.grid}>
        <Card
          className={styles.list}
          title={text('tab_watchlist')}
          note={
            rows &&
            text('watchlist_counts', {
              tickers: text('watchlist_tickers', { count: rows.length }),
              targets: text('watchlist_target_count', { count: targets }),
            })
          }
          actions={
            <>
              {!isPhone && (
                <Segmented
                  size="small"
                  label={text('watchlist_layout')}
                  segments={[
                    { value: 'table', label: text('watchlist_table') },
                    { value: 'cards', label: text('watchlist_cards') },
                  ]}
                  value={view.layout}
                  onChange={view.setLayout}
                />
              )}
              {make}
            </>
          }
        >
          <QuerySection query={query} skeleton={<SkeletonRows rows={8} rowHeight={44} />}>
            {page =>
              page.data.length === 0 ? (
                <EmptyState icon="star" title={text('watchlist_empty')} actions={make}>
                  {text('watchlist_empty_note')}
                </EmptyState>
              ) : view.layout === 'cards' && !isPhone ? (
                <WatchlistCards rows={page.data} chosenId={chosen?.id} {...actions} />
              ) : (
                <WatchlistTable
                  rows={page.data}
                  chosenId={chosen?.id}
                  sort={view.sort}
                  onSort={next => view.setSort(next ?? defaultOrder)}
                  {...actions}
                />
              )
            }
          </QuerySection>
        </Card>
        {chosen && (
          <div ref={detail} className={styles.detail}>
            <TickerCard watched={chosen} canChange={!isDemo} />
          </div>
        )}
        {rows && <ReachedCard className={styles.whole} rows={rows} />}
      </div>
      <RemoveDialog ticker={asked} onClose={() => setAsked(null)} />
    </Page>
  )
}

function RemoveDialog({ ticker, onClose }: { ticker: WatchedTicker | null; onClose: () => void }) {
  const text = useText()
  const remove = useRemoveTicker()
  const { shown, isOpen, onClosed } = useDelayedUnmount(ticker)
  const name = shown?.ticker.name ?? ''
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onClosed={onClosed}
      title={text('watchlist_remove_question', { name })}
      confirmLabel={text('remove')}
      isBusy={remove.isPending}
      onConfirm={() => shown && remove.mutate(shown, { onSettled: onClose })}
    >
      {text('watchlist_remove_note')}
    </ConfirmDialog>
  )
}

/** The selected ticker, sort order and layout, kept in the URL. */
function useWatchlistView() {
  const navigate = useNavigate()
  const search: Search = useSearch({ strict: false })
  const sort = useMemo(() => {
    const asked = fromOrderBy(search.order_by)
    return asked && orders.includes(asked.id) ? asked : defaultOrder
  }, [search.order_by])
  const go = (fields: Search) =>
    void navigate({
      to: '.',
      search: (previous: Search): Search => ({ ...previous, ...fields }),
      replace: true,
      resetScroll: false,
    })
  const layout: Layout = search.layout === 'cards' ? 'cards' : 'table'
  return {
    chosenId: typeof search.ticker === 'string' ? search.ticker : undefined,
    choose: ({ id }: WatchedTicker) => go({ ticker: id }),
    sort,
    setSort: (next: Sort) => go({ order_by: toOrderBy(next) }),
    layout,
    setLayout: (next: Layout) => go({ layout: next === 'table' ? undefined : next }),
  }
}
