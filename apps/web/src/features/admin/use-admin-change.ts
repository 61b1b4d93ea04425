import { type MutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { settingsQuery } from '../../lib/session/user-settings.ts'

/** Refetches the lists of the panel, and the settings that forms and filters take their options from. */
export function useAdminChanged() {
  const queryClient = useQueryClient()
  return async () => {
    void queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
    // A first request still in flight would deliver the state before the change.
    await queryClient.cancelQueries({ queryKey: ['admin'] })
    return queryClient.invalidateQueries({ queryKey: ['admin'] })
  }
}

/** A change made by one button. Errors show as a toast. */
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
