import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { formField } from '../core/form-field.ts'
import { byId, dataReply, pageQuery, pageReply } from '../core/page.ts'
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
  report: z.uuid().describe('Id of the report; it covers the last complete interval.'),
  cadence: oneOf(cadences),
  recipients: z.array(email).max(20).default([]).describe('E-mail recipients in addition to the owner.'),
})

const common = {
  name: shortText,
  family: familyToCreateIn.describe(
    'Id of the family it watches. Required if you may see several; not for price targets.',
  ),
  actions: someOf(oneOf(taskActions)).min(1, 'Choose at least one way to be notified.'),
  is_active: z.boolean().default(true),
}

/** A new rule; its type determines the required fields. */
export const newTask = z
  .discriminatedUnion(
    'task_type',
    [
      z.object({
        ...common,
        task_type: z.literal('event_reminder'),
        event_types: someOf(eventType).min(1, 'Choose at least one type of event.'),
        lookahead_date_offset: z.number().int().min(0).max(363).describe('Number of days before the event.'),
        task_data: z.object({ accounts }).default({ accounts: [] }),
      }),
      z.object({
        ...common,
        task_type: z.literal('price_target'),
        task_data: z.object({}).default({}).describe('The price targets are those of the watchlist.'),
      }),
      z.object({ ...common, task_type: z.literal('pnl_move'), task_data: pnlMoveData }),
      z.object({
        ...common,
        task_type: z.literal('band_breach'),
        task_data: z.object({}).default({}).describe('The bands are those of the target allocations.'),
      }),
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

/** Changes to a rule of any type; the server checks them against its type. */
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
    family: reference.nullable().describe('The family it watches; null for your watchlist.'),
    task_type: oneOf(taskTypes),
    task_data: z.record(z.string(), z.unknown()).describe('Parameters by type.'),
    actions: someOf(oneOf(taskActions)),
    is_active: z.boolean(),
    event_types: someOf(eventType).describe('For event reminders, else empty.'),
    lookahead_date_offset: z.number().int().nullable().describe('For event reminders, else null.'),
    accounts: z.array(reference).describe('The accounts it is limited to; empty for all.'),
    is_mail_paused: z.boolean().describe('You paused its mail by the link in a mail. A change resumes it.'),
    paused_recipients: z.array(z.string()).describe('Other recipients who paused its mail.'),
    created_at: isoTime,
    last_run_at: isoTime.nullable(),
    next_run_at: isoTime.nullable().describe('Next expected notification, if known.'),
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
    reply: pageReply(task),
    may: everyone,
  }),
  formFields: endpoint('GET', '/api/user-tasks/form_fields/', {
    summary: 'Read the form fields of every kind of notification rule.',
    query: z.object(familyQuery),
    reply: dataReply(z.array(taskForm)),
    may: everyone,
  }),
  create: endpoint('POST', '/api/user-tasks/', {
    summary: 'Create a notification rule.',
    body: newTask,
    reply: dataReply(task),
    may: everyoneButDemo,
    errors: ['limit_reached', 'not_found'],
    creates: true,
  }),
  read: endpoint('GET', '/api/user-tasks/:id/', {
    summary: 'Read one notification rule.',
    params: byId,
    reply: dataReply(task),
    may: everyone,
  }),
  change: endpoint('PATCH', '/api/user-tasks/:id/', {
    summary: 'Change a notification rule; omitted fields are unchanged.',
    params: byId,
    body: taskChange,
    reply: dataReply(task),
    may: everyoneButDemo,
    errors: ['conflict'],
  }),
  remove: endpoint('DELETE', '/api/user-tasks/:id/', {
    summary: 'Delete a notification rule.',
    params: byId,
    may: everyoneButDemo,
  }),
}
