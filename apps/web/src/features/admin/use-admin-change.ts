import { type MutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { settingsQuery } from '../../lib/user-settings.ts'

/** After a change every list of the panel is asked for again, and the lists that forms and filters offer. */
export function useAdminChanged() {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
    return queryClient.invalidateQueries({ queryKey: ['admin'] })
  }
}

/** A change that is one press: a failure is told by a toast. */
export function useAdminChange<Input, Result>(
  send: (input: Input) => Promise<Result>,
  options: Pick<MutationOptions<Result, Error, Input>, 'onSuccess' | 'meta'> = {},
) {
  const changed = useAdminChanged()
  return useMutation({
    mutationFn: send,
    ...options,
    onSettled: changed,
  })
}
