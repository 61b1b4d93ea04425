import { contract } from 'virtual:contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api/api.ts'

export type CalendarSubscription = NonNullable<Reply<typeof contract.income.readCalendar>['data']>
export type CalendarOption = 'payments' | 'ex_dates' | 'maturities' | 'amounts'

export const calendarQuery = queryOptions({
  queryKey: ['income-calendar'],
  queryFn: async ({ signal }) => (await call(contract.income.readCalendar, { signal })).data,
})

/** Creates, changes, replaces and ends the subscription. The link is known only after it was created. */
export function useCalendarChanges() {
  const client = useQueryClient()
  const show = (subscription: CalendarSubscription | null) =>
    client.setQueryData(calendarQuery.queryKey, subscription)
  return {
    create: useMutation({
      mutationFn: (options: Partial<CalendarSubscription>) =>
        call(contract.income.createCalendar, { body: options }),
      onSuccess: ({ data: { url, ...subscription } }) => show(subscription),
    }),
    change: useMutation({
      mutationFn: (options: Partial<CalendarSubscription>) =>
        call(contract.income.changeCalendar, { body: options }),
      onSuccess: ({ data }) => show(data),
    }),
    revoke: useMutation({
      mutationFn: () => call(contract.income.revokeCalendar, {}),
      onSuccess: () => show(null),
    }),
  }
}
