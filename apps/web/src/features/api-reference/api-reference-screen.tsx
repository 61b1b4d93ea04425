import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { type ApiCall, documentPath, documentQuery, searchCalls } from './api-document.ts'
import styles from './api-reference.module.css'
import { CallDetails } from './call-details.tsx'

/** The calls of the API, with a search and a form that sends each of them. */
export function ApiReferenceScreen() {
  const text = useText()
  const query = useQuery(documentQuery)
  const [search, setSearch] = useState('')
  return (
    <Page title={text('reference_title')}>
      <Card className={styles.card}>
        <div className={styles.bar}>
          <SearchInput label={text('reference_search')} value={search} onChange={setSearch} />
          <span className={styles.note}>{text('reference_note')}</span>
          <span className={styles.links}>
            <a href="/api/docs">{text('reference_page')}</a>
            <a href={documentPath}>{text('reference_document')}</a>
          </span>
        </div>
        <QuerySection query={query} skeleton={<SkeletonRows rows={12} />}>
          {calls => <Calls calls={calls} search={search} />}
        </QuerySection>
      </Card>
    </Page>
  )
}

function Calls({ calls, search }: { calls: readonly ApiCall[]; search: string }) {
  const text = useText()
  const format = useFormat()
  const wanted = useDeferredValue(search)
  const found = useMemo(() => searchCalls(calls, wanted), [calls, wanted])
  const groups = useMemo(() => [...Map.groupBy(found, ({ group }) => group)], [found])
  return (
    <>
      <p role="status" className={styles.count}>
        {text(found.length === 1 ? 'reference_count_one' : 'reference_count_other', {
          count: format.count(found.length),
        })}
      </p>
      {found.length === 0 && (
        <EmptyState icon="search" title={text('reference_none')}>
          {text('reference_none_note')}
        </EmptyState>
      )}
      {groups.map(([group, members]) => (
        <section key={group}>
          <h2 className={styles.group}>{group}</h2>
          {members.map(call => (
            <CallDetails key={call.id} call={call} />
          ))}
        </section>
      ))}
    </>
  )
}
