import { contract } from 'virtual:contract'
import type { Template } from '@plumbline/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/api/api.ts'
import { settingsQuery, useSettingsData } from '../../lib/session/user-settings.ts'
import type { PortfolioFilter } from '../filter.ts'
import { templateFrom } from './templates.ts'

const none: readonly Template[] = []

export function useTemplates(): readonly Template[] {
  return useSettingsData().lists.templates ?? none
}

/** Refetches the settings, whose lists contain the templates. */
export function useTemplatesChanged() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey })
}

interface Saving {
  name: string
  filter: PortfolioFilter
}

export function useSaveTemplate() {
  const after = useTemplatesChanged()
  return useMutation({
    mutationFn: async ({ name, filter }: Saving) =>
      (await call(contract.templates.create, { body: { name, ...templateFrom(filter) } })).data,
    onSuccess: after,
    meta: { quiet: true },
  })
}

interface Change {
  id: string
  /** The version to change. */
  version: number
  name?: string
  filter?: PortfolioFilter
}

/** Renames a template, or replaces its lists with those of the current filter. */
export function useChangeTemplate() {
  const after = useTemplatesChanged()
  return useMutation({
    mutationFn: ({ id, version, name, filter }: Change) =>
      call(contract.templates.change, {
        params: { id },
        body: { version, ...(name !== undefined && { name }), ...(filter && templateFrom(filter)) },
      }),
    onSuccess: after,
    meta: { quiet: true },
  })
}

export function useRemoveTemplate() {
  const after = useTemplatesChanged()
  return useMutation({
    mutationFn: (id: string) => call(contract.templates.remove, { params: { id } }),
    onSuccess: after,
  })
}
