import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { filterBody } from '../core/filter.ts'
import { dataReply } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import { isoTime, oneOf } from '../core/values.ts'
import { incomeLists } from '../vocabulary/income.ts'
import { incomeReply } from './shapes.ts'

const calendarOptions = {
  family: z.uuid().nullable().describe('Only this family; null for every family you may see.'),
  payments: z.boolean().describe('Dividends, coupons, interest and rent.'),
  ex_dates: z.boolean().describe('Ex-dividend dates.'),
  maturities: z.boolean().describe('Repayments of bonds and loans.'),
  amounts: z.boolean().describe('Whether entries name their amounts.'),
}

const calendarBody = z.object({
  family: calendarOptions.family.default(null),
  payments: calendarOptions.payments.default(true),
  ex_dates: calendarOptions.ex_dates.default(true),
  maturities: calendarOptions.maturities.default(true),
  amounts: calendarOptions.amounts.default(false),
})

export const calendarSubscription = z
  .object({
    ...calendarOptions,
    created_at: isoTime,
    last_read_at: isoTime.nullable().describe('When a calendar program last read it.'),
  })
  .meta({ id: 'CalendarSubscription', description: 'A calendar of expected payments behind a secret link.' })

export const income = {
  read: endpoint('POST', '/api/income/', {
    summary: 'Read the income of the last and the expected income of the next twelve months.',
    query: z.object({
      list: oneOf(incomeLists).default('payments').describe('What the CSV lists.'),
    }),
    body: filterBody,
    reply: incomeReply,
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
  }),
  readCalendar: endpoint('GET', '/api/income/calendar/', {
    summary: 'Read your calendar subscription, without its link. Null if you have none.',
    reply: dataReply(calendarSubscription.nullable()),
    may: everyoneButDemo,
  }),
  createCalendar: endpoint('POST', '/api/income/calendar/', {
    summary: 'Create your calendar subscription, or replace its link. The link is shown only once.',
    body: calendarBody,
    reply: dataReply(
      calendarSubscription.extend({ url: z.string().describe('The secret link, shown only once.') }),
    ),
    may: everyoneButDemo,
    creates: false,
    errors: ['not_found'],
  }),
  changeCalendar: endpoint('PATCH', '/api/income/calendar/', {
    summary: 'Change what your calendar subscription shows. Its link stays.',
    body: z.object(calendarOptions).partial(),
    reply: dataReply(calendarSubscription),
    may: everyoneButDemo,
    errors: ['not_found'],
  }),
  revokeCalendar: endpoint('DELETE', '/api/income/calendar/', {
    summary: 'Revoke your calendar subscription; its link ends at once.',
    may: everyoneButDemo,
    errors: ['not_found'],
  }),
}
