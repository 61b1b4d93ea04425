import { type MutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** Refetches everything: a price, a name or a classification shows on every screen. */
export function useAdminChanged() {
  const queryClient = useQueryClient()
  return async () => {
    // A first request still in flight would deliver the state before the change.
    await queryClient.cancelQueries({ queryKey: ['admin'] })
    return queryClient.invalidateQueries()
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
