import { type MutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { settingsQuery } from '../../lib/session/user-settings.ts'

/** After a change every list of the panel is asked for again, and the lists that forms and filters offer. */
export function useAdminChanged() {
  const queryClient = useQueryClient()
  return async () => {
    void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
    // A list that is on its way for the first time would else be taken as it was before the change.
    await queryClient.cancelQueries({ queryKey: ['admin'] })
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
