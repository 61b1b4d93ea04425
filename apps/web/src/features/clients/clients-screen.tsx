import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { toOrderBy } from '../../lib/api/order-by.ts'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { useDelayedUnmount } from '../../ui/overlay/use-delayed-unmount.ts'
import styles from './clients.module.css'
import { ClientsSummary } from './clients-summary.tsx'
import { ClientsTable } from './clients-table.tsx'
import { ClientsToolbar } from './clients-toolbar.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { clientsQuery, exportClients, type ListQuery } from './use-clients.ts'
import { useClientsView } from './use-clients-view.ts'

const ReportsDialog = lazyComponent(() => import('./reports-dialog.tsx').then(module => module.ReportsDialog))

/** All families that an adviser or administrator serves, those that need attention first. */
export function ClientsScreen() {
  const text = useText()
  const format = useFormat()
  const isPhone = useIsPhone()
  const { open } = useModal()
  const { body } = useFilter()
  const { page_size: limit } = useUserSettings()
  const view = useClientsView()
  const list = useMemo<ListQuery>(
    () => ({
      show: view.show,
      group_by: view.groupBy,
      // The URL may contain any order; the server validates it.
      order_by: toOrderBy(view.sort) as NonNullable<ListQuery['order_by']>,
      limit,
      offset: view.offset,
      ...(view.q !== '' && { q: view.q }),
    }),
    [view.show, view.groupBy, view.sort, view.q, view.offset, limit],
  )
  const query = useQuery(clientsQuery(body, list))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [ordered, setOrdered] = useState<readonly string[] | null>(null)
  const { shown, isOpen, onClosed } = useDelayedUnmount(ordered)
  const page = query.data
  return (
    <Page
      title={text('tab_clients')}
      note={
        page &&
        !isPhone &&
        text('clients_subtitle', { count: page.counts.all, date: format.date(page.basis.as_of) })
      }
      actions={
        <>
          <Button icon="layers" onClick={() => void open({ kind: 'statements' })}>
            {text('clients_import')}
          </Button>
          <CsvButton load={() => exportClients(body, list)} fileName="clients.csv" isIconOnly={isPhone} />
        </>
      }
    >
      <ClientsToolbar view={view} counts={page?.counts} />
      <QuerySection query={query} skeleton={<SkeletonRows rows={10} rowHeight={46} />}>
        {data => (
          <>
            <ClientsSummary list={data} />
            <div className={classNames(styles.card, selected.size > 0 && styles.aboveSelection)}>
              <ClientsTable
                list={data}
                view={view}
                limit={limit}
                selected={selected}
                onSelect={setSelected}
                empty={
                  <EmptyState icon="users" title={text('clients_empty')}>
                    {text('clients_empty_note')}
                  </EmptyState>
                }
              />
            </div>
          </>
        )}
      </QuerySection>
      {selected.size > 0 && (
        <SelectionBar
          selected={[...selected]}
          onClear={() => setSelected(new Set())}
          onReports={() => setOrdered([...selected])}
        />
      )}
      {shown !== null && (
        <ReportsDialog families={shown} frame={{ isOpen, onClose: () => setOrdered(null), onClosed }} />
      )}
    </Page>
  )
}
