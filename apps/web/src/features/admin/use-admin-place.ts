import { useCallback, useMemo } from 'react'
import { fromOrderBy, type Sort, toOrderBy } from '../../lib/api/order-by.ts'
import { type AdminFields, useModal } from '../../lib/browser/modals.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'

type FieldChange = { [Field in keyof AdminFields]?: string | undefined }

/** Where one is in the admin panel. It stands in the address: reload and Back show the same. */
export function useAdminPlace() {
  const { current, open, change } = useModal()
  const fields: AdminFields = current?.fields ?? nowhere
  /** Another search, order or filter begins with its first page. */
  const narrow = useCallback(
    (fieldChange: FieldChange) => void change({ offset: undefined, ...emptyAsAbsent(fieldChange) }),
    [change],
  )
  const openForm = useCallback(
    (form: string, id?: string) =>
      void open({ kind: 'admin', ...fields, form, ...(id !== undefined && { id }) }),
    [open, fields],
  )
  /** Another list has another search, order and filter. */
  const goToTab = useCallback(
    (tab: string) => void change({ ...Object.fromEntries(allFields.map(name => [name, undefined])), tab }),
    [change],
  )
  const closeForm = useCallback(() => void change({ form: undefined, id: undefined }), [change])
  return { fields, narrow, goToTab, openForm, closeForm }
}

const nowhere: AdminFields = {}

/** What narrows a list. */
export const narrowingFields = [
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
const allFields = [...narrowingFields, 'order_by', 'form', 'id'] as const

function emptyAsAbsent(change: FieldChange): FieldChange {
  return Object.fromEntries(Object.entries(change).map(([name, value]) => [name, value || undefined]))
}

/**
 * How the list of a tab is asked for, and what its table needs to ask otherwise. `orders` are the fields the
 * server can order by; what the address says beyond them is passed over.
 */
export function useAdminList<Order extends string>(orders: readonly Order[]) {
  const { fields, narrow } = useAdminPlace()
  const { page_size: limit } = useUserSettings()
  const { q, order_by: orderBy } = fields
  const offset = wholeNumber(fields.offset)
  const sort = useMemo(() => knownSort(orderBy, orders), [orderBy, orders])
  const query = useMemo(
    () => ({
      limit,
      offset,
      ...(q && { q }),
      // The order is one of those the server knows, which joining the sign to it cannot say.
      ...(sort && { order_by: toOrderBy(sort) as Order | `-${Order}` }),
    }),
    [limit, offset, q, sort],
  )
  return {
    query,
    table: {
      sort,
      onSort: (next: Sort | null) => narrow({ order_by: toOrderBy(next) }),
    },
    pagingOf: (count: number | undefined) =>
      count === undefined
        ? {}
        : {
            paging: {
              limit,
              offset,
              count,
              onOffset: (next: number) => narrow({ offset: next === 0 ? undefined : String(next) }),
            },
          },
  }
}

function knownSort(orderBy: string | undefined, orders: readonly string[]): Sort | null {
  const sort = fromOrderBy(orderBy)
  return sort !== null && orders.includes(sort.id) ? sort : null
}

function wholeNumber(text: string | undefined): number {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : 0
}
