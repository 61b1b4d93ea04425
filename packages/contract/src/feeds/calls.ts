import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { byId, dataReply, pageQuery, pageReply } from '../core/page.ts'
import { everyone, staff } from '../core/policy.ts'
import {
  familyQuery,
  familyToCreateIn,
  isoDate,
  isoTime,
  oneOf,
  reference,
  shortText,
} from '../core/values.ts'
import { integrationStatus, runIcon } from '../core/words.ts'
import { job } from '../jobs/calls.ts'
import { deliveryStates, feedKinds } from '../vocabulary/statuses.ts'

const feed = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: oneOf(feedKinds).describe('`demo` is invented: it belongs to the demo world and delivers nothing.'),
    family: reference,
    custodian: reference.nullable(),
    accounts: z.array(reference).describe('Accounts that it feeds.'),
    schedule: z.string().nullable().describe('Such as daily 06:30, in UTC; null when a file arrives.'),
    folder: z.string().nullable().describe('Folder below the inbox. Null for other kinds, and for clients.'),
    query_id: z
      .string()
      .nullable()
      .describe('Number of the Flex query. Null for other kinds, and for clients.'),
    status: integrationStatus.describe('How the last run ended.'),
    icon: runIcon,
    message: z.string().nullable().describe('For people.'),
    is_running: z.boolean(),
    is_paused: z.boolean(),
    can_run: z.boolean().describe('Whether you may run it now.'),
    last_run_at: isoTime.nullable(),
    next_run_at: isoTime.nullable().describe('Null if it waits for files, for a new token, or is paused.'),
    quiet_after_days: z
      .number()
      .int()
      .describe('Business days without a delivery after which you are alerted.'),
    quiet_since: isoDate.nullable().describe('Day of the last delivery, if the feed has gone quiet since.'),
    waiting_count: z.number().int().describe('Files that wait for a person.'),
    last_delivery: z
      .object({
        at: isoTime,
        files_count: z.number().int().describe('Files of that day.'),
        transactions_count: z.number().int(),
        holdings_count: z.number().int(),
      })
      .nullable(),
  })
  .meta({ id: 'Feed' })

const delivery = z
  .object({
    id: z.uuid(),
    name: z.string().describe('Name of the file.'),
    feed: reference.nullable().describe('Null if the feed was removed.'),
    family: reference,
    received_at: isoTime,
    bytes: z.number().int(),
    format: z.string().nullable().describe('What it was recognised as, such as camt053.'),
    state: oneOf(deliveryStates),
    message: z.string().nullable().describe('Why it waits or failed, for people.'),
    import_id: z.uuid().nullable().describe('The import to review or undo, if you may.'),
    transactions_count: z.number().int().describe('Transactions posted.'),
    holdings_count: z.number().int().describe('Holdings stated.'),
    statement_date: isoDate.nullable().describe('Day of the holdings or the balance it states.'),
    account: reference.nullable().describe('The account of that statement.'),
    breaks_count: z.number().int().nullable().describe('Differences from the ledger; null if not compared.'),
    repeats_count: z.number().int().describe('How often the same file came again. It is imported once.'),
  })
  .meta({ id: 'Delivery' })

const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Use a time such as 06:30.')
  .describe('Time of the daily run in UTC, such as 06:30.')
const token = z
  .string()
  .trim()
  .min(1)
  .max(200)
  .regex(/^\S+$/, 'A token has no spaces.')
  .describe('Token of the Flex Web Service. It is stored encrypted and never shown.')
const queryId = z
  .string()
  .trim()
  .regex(/^\d{1,20}$/, 'Use the number of the Flex query, such as 981204.')
  .describe('Number of the Flex query.')
const quietAfterDays = z
  .number()
  .int()
  .min(1)
  .max(60)
  .describe('Business days without a delivery after which you are alerted.')

export const feeds = {
  list: endpoint('GET', '/api/feeds/', {
    summary: 'List the feeds that deliver statements of custodians.',
    query: pageQuery.extend(familyQuery),
    reply: pageReply(feed).extend({
      inbox: z.object({
        is_enabled: z.boolean().describe('Whether the installation has an inbox for files.'),
      }),
    }),
    may: everyone,
  }),
  create: endpoint('POST', '/api/feeds/', {
    summary: 'Connect a feed: a folder of the inbox, or IBKR’s Flex Web Service.',
    body: z.object({
      family: familyToCreateIn,
      kind: oneOf(['folder', 'flex']),
      custodian: z.string().min(1).max(60).describe('Id of the custodian whose files it delivers.'),
      token: token.optional(),
      query_id: queryId.optional(),
      time: time.optional(),
      quiet_after_days: quietAfterDays.optional(),
    }),
    reply: dataReply(feed),
    may: staff,
    errors: ['already_exists'],
    creates: true,
  }),
  change: endpoint('PATCH', '/api/feeds/:id/', {
    summary: 'Rename, pause or resume a feed, or change its token, query or time.',
    params: byId,
    body: z
      .object({
        name: shortText,
        is_paused: z.boolean(),
        token,
        query_id: queryId,
        time,
        quiet_after_days: quietAfterDays,
      })
      .partial(),
    reply: dataReply(feed),
    may: staff,
    errors: ['already_exists'],
  }),
  remove: endpoint('DELETE', '/api/feeds/:id/', {
    summary: 'Disconnect a feed. Its files and what was imported stay.',
    params: byId,
    may: staff,
  }),
  run: endpoint('POST', '/api/feeds/:id/run/', {
    summary: 'Run a feed now.',
    params: byId,
    reply: dataReply(job),
    status: 202,
    may: staff,
    errors: ['already_running', 'nothing_to_run'],
    creates: true,
  }),
  deliveries: endpoint('GET', '/api/feeds/deliveries/', {
    summary: 'List delivered files, newest first.',
    query: pageQuery.extend(familyQuery).extend({
      feed: z.uuid().optional().describe('Only files of this feed.'),
      state: oneOf(deliveryStates).optional(),
    }),
    reply: pageReply(delivery),
    may: everyone,
  }),
}
