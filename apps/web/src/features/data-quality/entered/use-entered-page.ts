import { useState } from 'react'
import { type Sort, toOrderBy } from '../../../lib/api/order-by.ts'
import { useUserSettings } from '../../../lib/session/user-settings.ts'

/** The page and order of a list, and the props of its table. */
export function useEnteredPage<Order extends string>(orders: readonly Order[]) {
  const { page_size: limit } = useUserSettings()
  const [offset, setOffset] = useState(0)
  const [sort, setSort] = useState<Sort | null>(null)
  const field = orders.find(order => order === sort?.id)
  const order = field === undefined ? undefined : toOrderBy(sort)
  return {
    // The field is one of the orders; the type of the concatenation is a plain string.
    query: { limit, offset, ...(order !== undefined && { order_by: order as Order | `-${Order}` }) },
    table: {
      sort,
      onSort: (next: Sort | null) => {
        setSort(next)
        setOffset(0)
      },
    },
    pagingProps: (count: number | undefined) =>
      count === undefined ? {} : { paging: { limit, offset, count, onOffset: setOffset } },
  }
}
