import { contract } from 'virtual:contract'
import type { Filter, TargetDimension } from '@plumbline/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, callForFile, type Reply } from '../../lib/api/api.ts'
import { keepPrevious } from '../../lib/api/keep-previous.ts'
import { roundBuckets } from './round-buckets.ts'

export type Drift = Reply<typeof contract.targets.drift>['data']
export type DriftBucket = Drift['buckets'][number]
export type Proposal = Reply<typeof contract.targets.propose>['data']
export type Order = Proposal['orders'][number]
export type Target = NonNullable<Drift['target']>

export const dimensions = [
  'instrument_type',
  'sector',
  'country',
  'currency',
  'custodian',
  'position',
] as const

/** What targets apply to: a division of the family, or of one of its strategies. */
export interface TargetSubject {
  dimension: TargetDimension
  strategy?: string | undefined
}

export interface Options {
  goal: 'bands' | 'target'
  min_cash: number
  flow: number
  min_order: number
  lot_size: number
  fee_rate: number
  fee_fixed: number
  tax_rate: number
  max_gain: number | null
}

/** No costs and no limits. */
export const standardOptions: Options = {
  goal: 'bands',
  min_cash: 0,
  flow: 0,
  min_order: 0,
  lot_size: 1,
  fee_rate: 0,
  fee_fixed: 0,
  tax_rate: 0,
  max_gain: null,
}

function query({ dimension, strategy }: TargetSubject) {
  return { dimension, ...(strategy !== undefined && { strategy }) }
}

export function driftQuery(body: Filter, subject: TargetSubject) {
  return queryOptions({
    queryKey: ['targets', 'drift', body, subject],
    queryFn: async ({ signal }) =>
      (await call(contract.targets.drift, { query: query(subject), body, signal })).data,
    select: (drift: Drift): Drift => ({ ...drift, buckets: roundBuckets(drift.buckets) }),
    ...keepPrevious,
  })
}

export function proposalQuery(body: Filter, subject: TargetSubject, options: Options) {
  return queryOptions({
    queryKey: ['targets', 'proposal', body, subject, options],
    queryFn: async ({ signal }) =>
      (await call(contract.targets.propose, { query: query(subject), body: { ...body, options }, signal }))
        .data,
    select: (proposal: Proposal): Proposal => ({
      ...proposal,
      before: roundBuckets(proposal.before),
      after: roundBuckets(proposal.after),
    }),
    ...keepPrevious,
  })
}

export function loadDriftCsv(body: Filter, subject: TargetSubject) {
  return callForFile(contract.targets.drift, { query: query(subject), body }, { accept: 'text/csv' })
}

export function loadOrdersCsv(body: Filter, subject: TargetSubject, options: Options) {
  return callForFile(
    contract.targets.propose,
    { query: query(subject), body: { ...body, options } },
    { accept: 'text/csv' },
  )
}

export function useTargetsChanged() {
  const queryClient = useQueryClient()
  return () => {
    for (const key of ['targets', 'families']) void queryClient.invalidateQueries({ queryKey: [key] })
  }
}

export interface TargetValues {
  name: string
  valid_from: string
  buckets: { key: string; weight: number; min: number; max: number }[]
  locked_positions: string[]
}

/** Adds a target, or changes the given version. */
export async function saveTarget(
  existing: Target | null,
  subject: TargetSubject,
  family: string | null | undefined,
  values: TargetValues,
) {
  if (existing !== null)
    return call(contract.targets.change, {
      params: { id: existing.id },
      body: { ...values, version: existing.version },
    })
  return call(contract.targets.create, {
    body: {
      ...values,
      dimension: subject.dimension,
      strategy: subject.strategy ?? null,
      ...(family != null && { family }),
    },
  })
}

export function removeTarget(id: string) {
  return call(contract.targets.remove, { params: { id } })
}

/** Refetches the drift alone: without a target there is no proposal to ask for. */
export function useTargetRemoved() {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: ['targets', 'drift'] })
}

/** Sets the positions of a target that no proposal touches. */
export function useLockPositions() {
  const changed = useTargetsChanged()
  return useMutation({
    mutationFn: ({ target, ids }: { target: Target; ids: string[] }) =>
      call(contract.targets.change, {
        params: { id: target.id },
        body: { locked_positions: ids, version: target.version },
      }),
    onSettled: changed,
  })
}
