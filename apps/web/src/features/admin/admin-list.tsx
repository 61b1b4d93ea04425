import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import styles from './admin-list.module.css'
import { narrowingFields, useAdminPlace } from './use-admin-place.ts'

interface AdminListProps {
  /** What the search looks at, in its own words; absent, there is none. */
  search?: string
  /** Choices that narrow the list. */
  filters?: ReactNode
  actions?: ReactNode
  /** The table, which takes the rest of the height. */
  children: ReactNode
  /** Words under the table. */
  foot?: ReactNode
}

/** A tab of the panel: a line to narrow the list and to add to it, and the list. */
export function AdminList({ search, filters, actions, children, foot }: AdminListProps) {
  const { fields, narrow } = useAdminPlace()
  return (
    <>
      <div className={styles.bar}>
        {search !== undefined && (
          <SearchInput label={search} value={fields.q ?? ''} onChange={q => narrow({ q })} />
        )}
        {filters}
        <span className={styles.spacer} />
        {actions}
      </div>
      <div className={styles.content}>{children}</div>
      {foot !== undefined && <div className={styles.foot}>{foot}</div>}
    </>
  )
}

/** In the place of a list that the filter leaves empty, or that has nothing in it yet. */
export function NothingListed({ title, action }: { title?: string; action?: ReactNode }) {
  const text = useText()
  const { fields, narrow } = useAdminPlace()
  const isNarrowed = narrowingFields.some(field => fields[field] !== undefined)
  if (!isNarrowed) return <EmptyState icon="list" title={title ?? text('table_empty')} actions={action} />
  return (
    <EmptyState
      icon="search"
      title={text('admin_nothing')}
      actions={
        <Button onClick={() => narrow(Object.fromEntries(narrowingFields.map(field => [field, undefined])))}>
          {text('admin_clear_filter')}
        </Button>
      }
    >
      {text('admin_nothing_note')}
    </EmptyState>
  )
}
