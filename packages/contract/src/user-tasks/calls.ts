import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { formField } from '../core/form-field.ts'
import { byId, dataOf, pageOf, pageQuery } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import {
  email,
  expectedVersion,
  familyQuery,
  familyToCreateIn,
  isoTime,
  oneOf,
  reference,
  shortText,
  someOf,
  version,
} from '../core/values.ts'
import { eventType } from '../core/words.ts'
import { pnlChartRelativities } from '../vocabulary/display.ts'
import { cadences } from '../vocabulary/periods.ts'
import { taskActions, taskTypes } from '../vocabulary/tasks.ts'

const accounts = z.array(z.uuid()).max(1000).default([]).describe('Only these accounts; empty for all.')

const pnlMoveData = z.object({
  threshold: z.number().positive().max(1e15).describe('An amount, or a fraction such as 0.005.'),
  relativity: oneOf(pnlChartRelativities).describe('Whether the threshold is an amount or a fraction.'),
  accounts,
})

const scheduleData = z.object({
  report: z.uuid().describe('Id of the report; it covers the last complete cadence.'),
  cadence: oneOf(cadences),
  recipients: z.array(email).max(20).default([]).describe('Who gets it by mail besides the owner.'),
})

const common = {
  name: shortText,
  family: familyToCreateIn.describe(
    'Id of the family it watches. Required where you may see several; not for price targets.',
  ),
  actions: someOf(oneOf(taskActions)).min(1, 'Choose at least one way to be told.'),
  is_active: z.boolean().default(true),
}

/** A task as it is made: what it needs follows from its type. */
export const newTask = z
  .discriminatedUnion(
    'task_type',
    [
      z.object({
        ...common,
        task_type: z.literal('event_reminder'),
        event_types: someOf(eventType).min(1, 'Choose at least one kind of event.'),
        lookahead_date_offset: z.number().int().min(0).max(363).describe('How many days before the event.'),
        task_data: z.object({ accounts }).default({ accounts: [] }),
      }),
      z.object({
        ...common,
        task_type: z.literal('price_target'),
        task_data: z.object({}).default({}).describe('The price targets stand in the watchlist.'),
      }),
      z.object({ ...common, task_type: z.literal('pnl_move'), task_data: pnlMoveData }),
      z.object({ ...common, task_type: z.literal('report_schedule'), task_data: scheduleData }),
      z.object({
        ...common,
        task_type: z.literal('integration_failure'),
        task_data: z.object({ accounts }).default({ accounts: [] }),
      }),
    ],
    { error: `Use one of: ${taskTypes.join(', ')}.` },
  )
  .meta({ id: 'NewTask' })
export type NewTask = z.infer<typeof newTask>

/** What a task of any type can be told; the server checks it against the type the task has. */
export const taskChange = z
  .object({
    name: common.name,
    actions: common.actions,
    is_active: z.boolean(),
    event_types: someOf(eventType),
    lookahead_date_offset: z.number().int().min(0).max(363),
    task_data: z.object({
      threshold: pnlMoveData.shape.threshold.optional(),
      relativity: pnlMoveData.shape.relativity.optional(),
      report: scheduleData.shape.report.optional(),
      cadence: scheduleData.shape.cadence.optional(),
      recipients: scheduleData.shape.recipients.unwrap().optional(),
      accounts: accounts.unwrap().optional(),
    }),
  })
  .partial()
  .extend({ version: expectedVersion })
  .meta({ id: 'TaskChange' })

export const task = z
  .object({
    id: z.uuid(),
    name: z.string(),
    family: reference.nullable().describe('The family it watches; null for the watchlist, which is yours.'),
    task_type: oneOf(taskTypes),
    task_data: z.record(z.string(), z.unknown()).describe('As it was made, by type.'),
    actions: someOf(oneOf(taskActions)),
    is_active: z.boolean(),
    event_types: someOf(eventType).describe('For event reminders, else empty.'),
    lookahead_date_offset: z.number().int().nullable().describe('For event reminders, else null.'),
    created_at: isoTime,
    last_run_at: isoTime.nullable(),
    next_run_at: isoTime.nullable().describe('When it will next have something to tell, if known.'),
    version,
  })
  .meta({ id: 'Task', description: 'A rule that notifies its owner.' })
export type Task = z.infer<typeof task>

const taskForm = z
  .object({ id: oneOf(taskTypes), name: z.string(), fields: z.array(formField) })
  .meta({ id: 'TaskForm' })

export const userTasks = {
  list: endpoint('GET', '/api/user-tasks/', {
    summary: 'List your notification rules.',
    query: pageQuery.extend(familyQuery),
    reply: pageOf(task),
    may: everyone,
  }),
  formFields: endpoint('GET', '/api/user-tasks/form_fields/', {
    summary: 'Read the form fields of every kind of notification rule.',
    query: z.object(familyQuery),
    reply: dataOf(z.array(taskForm)),
    may: everyone,
  }),
  create: endpoint('POST', '/api/user-tasks/', {
    summary: 'Make a notification rule.',
    body: newTask,
    reply: dataOf(task),
    may: everyoneButDemo,
    errors: ['limit_reached', 'not_found'],
    creates: true,
  }),
  read: endpoint('GET', '/api/user-tasks/:id/', {
    summary: 'Read one notification rule.',
    params: byId,
    reply: dataOf(task),
    may: everyone,
  }),
  change: endpoint('PATCH', '/api/user-tasks/:id/', {
    summary: 'Change a notification rule; what is left out stays as it is.',
    params: byId,
    body: taskChange,
    reply: dataOf(task),
    may: everyoneButDemo,
    errors: ['conflict'],
  }),
  remove: endpoint('DELETE', '/api/user-tasks/:id/', {
    summary: 'Delete a notification rule.',
    params: byId,
    may: everyoneButDemo,
  }),
}
