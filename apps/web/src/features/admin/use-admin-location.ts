import { useCallback, useMemo } from 'react'
import { fromOrderBy, type Sort, toOrderBy } from '../../lib/api/order-by.ts'
import { type AdminFields, useModal } from '../../lib/browser/modals.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'

type FieldChange = { [Field in keyof AdminFields]?: string | undefined }

/** The state of the admin panel, kept in the URL so that reload and Back restore it. */
export function useAdminLocation() {
  const { current, open, change } = useModal()
  const fields: AdminFields = current?.fields ?? noFields
  /** Changes search, order or filter, and returns to the first page. */
  const updateList = useCallback(
    (fieldChange: FieldChange) => void change({ offset: undefined, ...clearEmpty(fieldChange) }),
    [change],
  )
  const openForm = useCallback(
    (form: string, id?: string) =>
      void open({ kind: 'admin', ...fields, form, ...(id !== undefined && { id }) }),
    [open, fields],
  )
  /** Clears search, order and filter, which differ from tab to tab. */
  const goToTab = useCallback(
    (tab: string) => void change({ ...Object.fromEntries(allFields.map(name => [name, undefined])), tab }),
    [change],
  )
  const closeForm = useCallback(() => void change({ form: undefined, id: undefined }), [change])
  return { fields, updateList, goToTab, openForm, closeForm }
}

const noFields: AdminFields = {}

/** The fields that filter a list. */
export const filterFields = [
  'q',
  'offset',
  'family',
  'custodian',
  'type',
  'flagged',
  'user',
  'action',
  'days',
] as const satisfies (keyof AdminFields)[]
const allFields = [...filterFields, 'order_by', 'form', 'id'] as const

function clearEmpty(change: FieldChange): FieldChange {
  return Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value || undefined]))
}

/**
 * The query of a tab's list, and the sort and paging props of its table. `orders` are the fields the server
 * can order by; the URL is ignored where it names another.
 */
export function useAdminList<Order extends string>(orders: readonly Order[]) {
  const { fields, updateList } = useAdminLocation()
  const { page_size: limit } = useUserSettings()
  const { q, order_by: orderBy } = fields
  const offset = parseWholeNumber(fields.offset)
  const sort = useMemo(() => knownSort(orderBy, orders), [orderBy, orders])
  const query = useMemo(
    () => ({
      limit,
      offset,
      ...(q && { q }),
      // knownSort checked the field; the type of the concatenation is a plain string.
      ...(sort && { order_by: toOrderBy(sort) as Order | `-${Order}` }),
    }),
    [limit, offset, q, sort],
  )
  return {
    query,
    table: {
      sort,
      onSort: (next: Sort | null) => updateList({ order_by: toOrderBy(next) }),
    },
    pagingProps: (count: number | undefined) =>
      count === undefined
        ? {}
        : {
            paging: {
              limit,
              offset,
              count,
              onOffset: (next: number) => updateList({ offset: next === 0 ? undefined : String(next) }),
            },
          },
  }
}

function knownSort(orderBy: string | undefined, orders: readonly string[]): Sort | null {
  const sort = fromOrderBy(orderBy)
  return sort !== null && orders.includes(sort.id) ? sort : null
}

function parseWholeNumber(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0
}
