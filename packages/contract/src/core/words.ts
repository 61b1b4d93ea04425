import { z } from 'zod'
import { eventTypes } from '../vocabulary/events.ts'
import { receiptFigures } from '../vocabulary/explaining.ts'
import { groupKeys } from '../vocabulary/grouping.ts'
import { breakCauses, columnMeanings, findingKinds } from '../vocabulary/imports.ts'
import { heldTypes, instrumentTypes, positionTypes, sectors } from '../vocabulary/instruments.ts'
import { dayCounts, manualTransactionSlugs, manualTypeSlugs } from '../vocabulary/manual-types.ts'
import { integrationStatuses } from '../vocabulary/statuses.ts'
import { transactionCategories, transactionTypes } from '../vocabulary/transactions.ts'
import { roles } from './policy.ts'
import { oneOf } from './values.ts'

/** Vocabularies used in many shapes, named so that the documentation lists each once. */
export const roleWord = oneOf(roles).meta({ id: 'Role' })
export const groupKey = oneOf(groupKeys).meta({ id: 'GroupKey' })
/** Types of what can be held: every type but index. */
export const heldType = oneOf(heldTypes).meta({ id: 'HeldType' })
export const instrumentType = oneOf(instrumentTypes).meta({ id: 'InstrumentType' })
export const positionType = oneOf(positionTypes).meta({ id: 'PositionType' })
export const sector = oneOf(sectors).meta({ id: 'Sector' })
export const eventType = oneOf(eventTypes).meta({ id: 'EventType' })
export const transactionType = oneOf(transactionTypes).meta({ id: 'TransactionType' })
export const transactionCategory = oneOf(transactionCategories).meta({ id: 'TransactionCategory' })
export const manualType = oneOf(manualTypeSlugs).meta({ id: 'ManualType' })
export const manualTransactionSlug = oneOf(manualTransactionSlugs).meta({ id: 'ManualTransactionSlug' })
export const integrationStatus = oneOf(integrationStatuses).meta({ id: 'IntegrationStatus' })
export const breakCause = oneOf(breakCauses).meta({ id: 'BreakCause' })
export const findingKind = oneOf(findingKinds).meta({ id: 'FindingKind' })
export const dayCount = oneOf(dayCounts).meta({ id: 'DayCount' })
export const columnMeaning = oneOf(columnMeanings).meta({ id: 'ColumnMeaning' })
export const receiptFigure = oneOf(receiptFigures).meta({ id: 'ReceiptFigure' })
/** How the last run of a source ended, for a coloured mark. */
export const runIcon = z
  .union([z.literal(1), z.literal(0), z.literal(-1)])
  .describe('1 success, 0 no data, -1 anything else.')
