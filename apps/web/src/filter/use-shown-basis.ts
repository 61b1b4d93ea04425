import type { Basis, Filter } from '@plumbline/contract'
import { hashKey, useQueryClient } from '@tanstack/react-query'

/** The basis of the figures on screen, from the replies that are shown; those for this filter first. */
export function useShownBasis(body: Filter): Basis | undefined {
  const shown = useQueryClient()
    .getQueryCache()
    .findAll({ type: 'active' })
    .flatMap(({ queryKey, state }) => {
      const basis = readBasis(state.data)
      return basis === undefined ? [] : [{ queryKey, basis }]
    })
  const wanted = hashKey([body])
  const ofFilter = shown.find(({ queryKey }) => queryKey.some(part => hashKey([part]) === wanted))
  return (ofFilter ?? shown[0])?.basis
}

function readBasis(data: unknown): Basis | undefined {
  if (typeof data !== 'object' || data === null || !('basis' in data)) return undefined
  // The contract has one shape for the basis of every reply.
  return data.basis as Basis
}
