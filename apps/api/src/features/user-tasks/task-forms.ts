import { cadences, eventTypes, pnlChartRelativities, taskActions, taskTypes } from '@plumbline/contract'
import { type Language, type TextKey, textsIn } from '@plumbline/contract/texts'

interface Named {
  id: string
  name: string
}

export interface TaskChoices {
  accounts: Named[]
  reports: Named[]
}

/** Describes the form of every rule type in the user's language, with the user's choices. */
export function taskForms(language: Language, { accounts, reports }: TaskChoices) {
  const texts = textsIn(language)
  const named = (ids: readonly string[], prefix: string): Named[] =>
    // The catalogue has a text for every entry of these lists; a test counts them.
    ids.map(id => ({ id, name: texts[`${prefix}${id}` as TextKey] }))
  const field = (
    name: string,
    kind: 'text' | 'number' | 'select' | 'multi_select' | 'emails',
    more: { options?: Named[]; optional?: true; within?: 'task_data' } = {},
  ) => ({
    name: more.within ? `${more.within}.${name}` : name,
    label: texts[`task_field_${name}` as TextKey],
    kind,
    is_required: !more.optional,
    options: more.options ?? [],
  })

  const some = { optional: true, within: 'task_data' } as const
  const ofAccounts = field('accounts', 'multi_select', { ...some, options: accounts })
  const inData = { within: 'task_data' } as const
  const own = {
    event_reminder: [
      field('event_types', 'multi_select', { options: named(eventTypes, 'event_type_') }),
      field('lookahead_date_offset', 'number'),
      ofAccounts,
    ],
    price_target: [],
    pnl_move: [
      field('threshold', 'number', inData),
      field('relativity', 'select', {
        ...inData,
        options: named(pnlChartRelativities, 'task_field_relativity_'),
      }),
      ofAccounts,
    ],
    band_breach: [],
    report_schedule: [
      field('report', 'select', { ...inData, options: reports }),
      field('cadence', 'select', { ...inData, options: named(cadences, 'cadence_') }),
      field('recipients', 'emails', some),
    ],
    integration_failure: [ofAccounts],
  }
  return taskTypes.map(id => ({
    id,
    name: texts[`task_type_${id}`],
    fields: [
      field('name', 'text'),
      ...own[id],
      field('actions', 'multi_select', { options: named(taskActions, 'task_action_') }),
    ],
  }))
}
