import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useRef } from 'react'
import { FilterBar } from '../../filter/filter-bar.tsx'
import { useFilter } from '../../filter/use-filter.ts'
import { fromOrderBy, type Sort, toOrderBy } from '../../lib/api/order-by.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { TableEmptyState } from '../../portfolio/first-steps.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import styles from './strategies.module.css'
import { StrategiesTable } from './strategies-table.tsx'
import { StrategyCard } from './strategy-card.tsx'
import { strategiesQuery } from './use-strategies.ts'

type Search = Readonly<Record<string, unknown>>
const defaultOrder: Sort = { id: 'total_pnl_abs', isDescending: true }
const orders = ['name', 'total_pnl_abs', 'total_exposure', 'total_value', 'pnl_rel_total', 'twr']

/** The list of strategies beside the selected one. */
export function StrategiesScreen() {
  const text = useText()
  const { open } = useModal()
  const { body } = useFilter()
  const isDemo = useHasRole('demo')
  const { chosenId, choose, sort, setSort } = useStrategiesView()
  const isPhone = useIsPhone()
  const detail = useRef<HTMLDivElement>(null)
  const query = useQuery(strategiesQuery(body, toOrderBy(sort)))
  const rows = query.data?.data
  const chosen = rows?.find(row => row.strategy_id === chosenId) ?? rows?.[0]
  const make = !isDemo && (
    <Button variant="primary" icon="plus" onClick={() => void open({ kind: 'strategy' })}>
      {text('strategy_new')}
    </Button>
  )
  return (
    <>
      <FilterBar />
      <Page title={text('tab_strategies')} isTitleHidden>
        <div className={styles.grid}>
          <Card
            className={styles.list}
            title={text('tab_strategies')}
            note={rows && String(rows.length)}
            actions={make}
          >
            <QuerySection query={query} skeleton={<SkeletonRows rows={6} rowHeight={60} />}>
              {page =>
                page.data.length === 0 ? (
                  <TableEmptyState
                    icon="layers"
                    title={text('first_strategies')}
                    note={text('first_strategies_note')}
                    steps={['import', 'asset']}
                    otherwise={
                      <EmptyState icon="layers" title={text('strategies_empty')} actions={make}>
                        {text('strategies_empty_note')}
                      </EmptyState>
                    }
                  />
                ) : (
                  <>
                    <StrategiesTable
                      page={page}
                      chosenId={chosen?.strategy_id}
                      onChoose={id => {
                        choose(id)
                        // On a phone the details are below the list, out of view.
                        if (isPhone) detail.current?.scrollIntoView()
                      }}
                      sort={sort}
                      onSort={next => setSort(next ?? defaultOrder)}
                    />
                    <p className={styles.foot}>{text('strategy_overlap_note')}</p>
                  </>
                )
              }
            </QuerySection>
          </Card>
          {chosen && (
            <div ref={detail} className={styles.detail}>
              <StrategyCard id={chosen.strategy_id} name={chosen.name} />
            </div>
          )}
        </div>
      </Page>
    </>
  )
}

/** The selected strategy and the sort order, kept in the URL. */
function useStrategiesView() {
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
  return {
    chosenId: typeof search.strategy === 'string' ? search.strategy : undefined,
    choose: (strategy: string) => go({ strategy }),
    sort,
    setSort: (next: Sort) => go({ order_by: toOrderBy(next) }),
  }
}
