import { z } from 'zod'
import { roles } from '../core/policy.ts'
import { currencyCode, isoDate, oneOf, reference } from '../core/values.ts'
import { manualType, transactionCategory, transactionType } from '../core/words.ts'
import { template } from '../templates/calls.ts'
import { eventTypes } from '../vocabulary/events.ts'
import { exposureOptions, groupKeys } from '../vocabulary/grouping.ts'
import { heldTypes, positionSides, positionTypes, sectors } from '../vocabulary/instruments.ts'
import { reportTypes } from '../vocabulary/reports.ts'
import { taskTypes } from '../vocabulary/tasks.ts'
import { transactionCategories, transactionTypes } from '../vocabulary/transactions.ts'

/** A word of a vocabulary with its name in the user's language. */
function choice<const Value extends string>(values: readonly Value[]) {
  return z.object({ id: oneOf(values), name: z.string() })
}

export const currency = z
  .object({
    code: currencyCode,
    name: z.string(),
    symbol: z.string(),
    decimal_digits: z.number().int(),
    rounding: z.number().describe('Cash rounding step; 0 for none.'),
  })
  .meta({ id: 'Currency' })

export const manualInstrumentType = z
  .object({
    id: manualType,
    name: z.string(),
    form_fields: z.array(z.string()).describe('Its own fields, in addition to the common ones.'),
    transaction_types: z.array(z.object({ slug: z.string(), name: z.string() })),
  })
  .meta({ id: 'ManualInstrumentType' })

/** The lists that forms, filters and menus choose from, named in the user's language. */
export const settingsLists = z
  .object({
    period_names: z.array(reference).describe('Named periods, then each calendar year with data.'),
    group_by: z.array(choice(groupKeys)),
    group_by_exposure_options: z.array(choice(exposureOptions)),
    event_types: z.array(choice(eventTypes)),
    instrument_types: z.array(choice(heldTypes)),
    manual_instrument_types: z.array(manualInstrumentType),
    currencies: z.array(currency),
    user_currencies: z.array(currencyCode).describe('Available reporting currencies.'),
    custodians: z.array(reference),
    accounts: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        custodian: z.string().describe("Id of the custodian; 'manual' marks a manual account."),
        currency: currencyCode,
        family: z.uuid(),
        is_manual: z.boolean(),
      }),
    ),
    families: z.array(reference).describe('The families that the user may see.'),
    roles: z.array(choice(roles)),
    report_types: z.array(choice(reportTypes)),
    user_task_types: z.array(choice(taskTypes)),
    transaction_types: z.array(choice(transactionTypes)),
    transaction_categories: z.array(choice(transactionCategories)),
    trx_category_trx_type_mapping: z.record(transactionCategory, z.array(transactionType)),
    sectors: z.array(choice(sectors)),
    countries: z.array(z.object({ code: z.string(), name: z.string() })),
    position_sides: z.array(choice(positionSides)),
    position_types: z.array(choice(positionTypes)),
    templates: z.array(template),
    date_picker_range: z
      .object({ min: isoDate.nullable(), max: isoDate.nullable() })
      .describe(
        'First transaction, and the last day with closes or transactions; null without transactions.',
      ),
  })
  .meta({ id: 'SettingsLists' })
export type SettingsLists = z.infer<typeof settingsLists>
