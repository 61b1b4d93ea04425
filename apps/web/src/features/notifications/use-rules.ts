import { contract } from 'virtual:contract'
import type { NewTask, Task } from '@plumbline/contract'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call, type Reply } from '../../lib/api/api.ts'
import { showToast } from '../../lib/browser/toasts.ts'
import { useText } from '../../lib/i18n/i18n.ts'

export type RuleForm = Reply<typeof contract.userTasks.formFields>['data'][number]

const rulesKey = ['user-tasks']
/** Above the maximum number of rules per user. */
const maxRows = 1000

/** The rules of one family and the watchlist, or all rules if undefined. */
export function rulesQuery(family: string | undefined) {
  const query = { limit: maxRows, ...(family !== undefined && { family }) }
  return queryOptions({
    queryKey: [...rulesKey, 'list', query],
    queryFn: ({ signal }) => call(contract.userTasks.list, { query, signal }),
  })
}

/** The form fields of each rule type, with the accounts and reports of one family as options. */
export function ruleFormsQuery(family: string | undefined) {
  const query = family === undefined ? {} : { family }
  return queryOptions({
    queryKey: [...rulesKey, 'forms', query],
    queryFn: async ({ signal }) => (await call(contract.userTasks.formFields, { query, signal })).data,
  })
}

export function useRulesChanged() {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: rulesKey })
}

/** Creates a rule, or updates the given version. The type of a rule cannot be changed. */
export async function saveRule(
  rule: Pick<Task, 'id' | 'version'> | null,
  type: Task['task_type'],
  fields: object,
) {
  const saved =
    rule === null
      ? // The server describes and validates the fields of each type.
        await call(contract.userTasks.create, { body: { ...fields, task_type: type } as NewTask })
      : await call(contract.userTasks.change, {
          params: { id: rule.id },
          body: { ...fields, version: rule.version },
        })
  return saved.data
}

export function usePauseRule() {
  const changed = useRulesChanged()
  return useMutation({
    mutationFn: ({ id, version, isActive }: { id: string; version: number; isActive: boolean }) =>
      call(contract.userTasks.change, { params: { id }, body: { is_active: isActive, version } }),
    onSettled: changed,
  })
}

export function useDeleteRule() {
  const text = useText()
  const changed = useRulesChanged()
  return useMutation({
    mutationFn: ({ id }: Task) => call(contract.userTasks.remove, { params: { id } }),
    onSuccess: (_, { name }) => showToast(text('rules_deleted', { name })),
    onSettled: changed,
  })
}
