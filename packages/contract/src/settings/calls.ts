import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { filters, period } from '../core/filter.ts'
import { dataReply } from '../core/page.ts'
import { anyone, everyone, everyoneButDemo } from '../core/policy.ts'
import { currencyCode, isoTime, oneOf, queryBoolean, reference, shortText, someOf } from '../core/values.ts'
import { eventType, groupKey, positionType, roleWord, transactionType } from '../core/words.ts'
import { numberFormats } from '../format/number-locale.ts'
import { languages } from '../texts/text.ts'
import {
  colorSchemes,
  currencyTypes,
  dateFormats,
  pnlChartRelativities,
  pnlChartTypes,
  timeZoneSources,
} from '../vocabulary/display.ts'
import { exposureOptions } from '../vocabulary/grouping.ts'
import { settingsLists } from './lists.ts'

/** Settings that users may change. */
const preferences = {
  name: shortText.describe('The name shown to others.'),
  language: oneOf(languages),
  color_scheme: oneOf(colorSchemes),
  currency: currencyCode.describe('Reporting currency.'),
  period: period,
  filters: filters,
  group_by: groupKey,
  group_by_exposure_option: oneOf(exposureOptions),
  pnl_chart_type: oneOf(pnlChartTypes),
  pnl_chart_relativity: oneOf(pnlChartRelativities),
  best_worst_currency_type: oneOf(currencyTypes),
  position_type: positionType,
  event_types: someOf(eventType),
  transaction_types: someOf(transactionType),
  defaultTemplate: z
    .uuid()
    .nullable()
    .describe('The template applied at sign-in: one of yours. Null once it is deleted.'),
  date_format: oneOf(dateFormats),
  number_format: oneOf(numberFormats)
    .nullable()
    .describe('How numbers are shown and read; null follows the language. Exports are not affected.'),
  time_zone: z
    .string()
    .min(1)
    .max(60)
    .refine(isTimeZone, { error: 'Use a time zone such as Europe/Zurich.' })
    .describe('An IANA time zone such as Europe/Zurich; it determines the current day. UTC until it is set.'),
  page_size: z.number().int().min(1).max(1000),
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export const userSettings = z
  .object({
    id: z.uuid(),
    user: z.string().describe('Username.'),
    email: z.string(),
    role: roleWord,
    account: z.string().nullable().describe('The company or family the user belongs to; null for staff.'),
    family: reference
      .nullable()
      .describe('The family selected last; null for all. It does not affect figures.'),
    registrationDate: isoTime,
    password_changed_at: isoTime.nullable(),
    sees_all_accounts: z
      .boolean()
      .describe('If not, targets and benchmarks of the whole family are for others to see and set.'),
    is_mfa_active: z.boolean(),
    is_mfa_required: z.boolean().describe('Until it is active, only setup and sign-out are allowed.'),
    is_beta_tester: z.boolean(),
    ...preferences,
    time_zone_source: oneOf(timeZoneSources).describe('Whether the time zone was set, and by whom.'),
  })
  .meta({ id: 'UserSettings' })
export type UserSettings = z.infer<typeof userSettings>

/** Role, family, e-mail address and second factor have calls of their own. */
export const settingsChange = z
  .object({
    ...preferences,
    time_zone_source: z
      .enum(['browser', 'user'])
      .describe('`browser` sets the time zone only if none was set before. Default: user.'),
  })
  .partial()
  .meta({ id: 'SettingsChange' })
export type SettingsChange = z.infer<typeof settingsChange>

export const settings = {
  read: endpoint('GET', '/api/settings/', {
    summary: 'Read your settings and the lists of values that forms offer.',
    reply: dataReply(z.object({ settings: userSettings, lists: settingsLists })),
    may: everyone,
    duringSetup: true,
  }),
  change: endpoint('PATCH', '/api/settings/', {
    summary: 'Change some of your settings; omitted ones are unchanged.',
    body: settingsChange,
    reply: dataReply(z.object({ settings: userSettings })),
    may: everyoneButDemo,
    errors: ['not_found'],
  }),
  internal: endpoint('GET', '/api/internal/settings', {
    summary: 'Read the visible texts of one language and what the sign-in page needs to know.',
    query: z.object({
      language: oneOf(languages).default('en-US'),
      texts: queryBoolean.default(true).describe('Whether to include the texts.'),
    }),
    reply: dataReply(
      z.object({
        language: oneOf(languages),
        languages: z.array(reference).describe('All languages, each named in itself.'),
        texts: z.record(z.string(), z.string()).describe('Visible text by key; empty if not requested.'),
        registration_open: z.boolean().describe('Whether anyone may register without an invitation.'),
        demo: z
          .object({
            password: z.string(),
            users: z.array(z.object({ username: z.string(), role: roleWord })),
          })
          .nullable()
          .describe('Sign-ins of the demo, if enabled.'),
        version: z.string(),
      }),
    ),
    may: anyone,
  }),
}
