import type { ReactNode } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { SearchInput } from '../../ui/form/search-input.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import styles from './admin-list.module.css'
import { filterFields, useAdminLocation } from './use-admin-location.ts'

interface AdminListProps {
  /** The label of the search field. No search field without it. */
  search?: string
  /** Controls that filter the list. */
  filters?: ReactNode
  actions?: ReactNode
  /** The table. It fills the remaining height. */
  children: ReactNode
  /** Text under the table. */
  foot?: ReactNode
}

/** The layout of a tab: a toolbar with search, filters and actions above a list. */
export function AdminList({ search, filters, actions, children, foot }: AdminListProps) {
  const { fields, updateList } = useAdminLocation()
  return (
    <>
      <div className={styles.bar}>
        {search !== undefined && (
          <SearchInput label={search} value={fields.q ?? ''} onChange={q => updateList({ q })} />
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

/** Empty state of a list: filtered to nothing, or still without entries. */
export function NothingListed({ title, action }: { title?: string; action?: ReactNode }) {
  const text = useText()
  const { fields, updateList } = useAdminLocation()
  const isFiltered = filterFields.some(field => fields[field] !== undefined)
  if (!isFiltered) return <EmptyState icon="list" title={title ?? text('table_empty')} actions={action} />
  return (
    <EmptyState
      icon="search"
      title={text('admin_nothing')}
      actions={
        <Button onClick={() => updateList(Object.fromEntries(filterFields.map(field => [field, undefined])))}>
          {text('admin_clear_filter')}
        </Button>
      }
    >
      {text('admin_nothing_note')}
    </EmptyState>
  )
}
