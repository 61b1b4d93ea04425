import type { Filter } from '@plumbline/contract'
import { dayOf, isWeekend, previousWeekday } from '@plumbline/engine'
import type { SignedIn } from '../platform/auth/signed-in.ts'
import type { ViewRow } from '../platform/auth/view-row.ts'
import { AppError } from '../platform/errors/app-error.ts'
import { snapshotKey, type WantedFamilies } from '../snapshots/snapshot-key.ts'
import type { View } from './messages.ts'

/** The snapshot a question is about, and what of it the caller may see. */
export interface Chosen extends WantedFamilies {
  view: View
}

/** Families with several base currencies are calculated in this one until the user chooses another. */
const currencyOfSeveral = 'CHF'
/** A message that lists more choices than this is not read. */
const mostChoicesNamed = 20

/** Selects the families a query covers: the one it names, or every family the caller may see. */
export function chooseFamilies(row: ViewRow, user: SignedIn, filter: Filter | undefined): Chosen {
  const families = selectFamilies(row, filter?.family)
  const ids = new Set(families.map(family => family.id))
  const settings = row.chosen ?? {}
  const today = todayIn(row.now, settings.time_zone)
  // Where nothing is quoted at all, what is kept by hand counts until the last business day.
  const asOf = row.last_close === null ? lastBusinessDay(today) : dayOf(row.last_close)
  const marketVersion = String(row.market_version)
  return {
    key: snapshotKey(families, marketVersion, asOf),
    familyIds: [...ids],
    versions: {
      families: families.map(({ id, version }) => ({ id, version: String(version) })),
      market: marketVersion,
    },
    asOf,
    view: {
      accounts: row.accounts.filter(account => ids.has(account.family_id)).map(account => account.id),
      family: single(families.map(({ id, name }) => ({ id, name }))),
      currency: typeof settings.currency === 'string' ? settings.currency : defaultCurrency(families),
      asOf,
      today,
      language: user.language,
      mayCorrect: correctedBy(user),
      eventTypes: Array.isArray(settings.event_types) ? settings.event_types.map(String) : null,
    },
  }
}

function lastBusinessDay(today: number): number {
  return isWeekend(today) ? previousWeekday(today) : today
}

/** Made once per zone: making one costs more than the rest of choosing. */
const calendars = new Map<string, Intl.DateTimeFormat>()
/** There are some six hundred zones, but countless ways to write them in large and small letters. */
const mostCalendars = 600

function calendarOf(timeZone: string): Intl.DateTimeFormat {
  const known = calendars.get(timeZone)
  if (known) return known
  // What is no zone is refused here with a RangeError, and not kept.
  const calendar = new Intl.DateTimeFormat('en-CA', { timeZone })
  if (calendars.size < mostCalendars) calendars.set(timeZone, calendar)
  return calendar
}

/** The day that a moment falls on in a time zone; an unknown zone counts as UTC. */
export function todayIn(moment: string, timeZone: unknown): number {
  const zone = typeof timeZone === 'string' ? timeZone : 'UTC'
  const date = new Date(moment)
  const days = (name: string) => dayOf(calendarOf(name).format(date))
  try {
    return days(zone)
  } catch {
    return days('UTC')
  }
}

/** Custodian accounts are corrected by administrators, those kept by hand by whoever keeps them. */
function correctedBy({ role, token }: SignedIn): View['mayCorrect'] {
  if (role === 'demo' || token?.scope === 'read') return 'none'
  return role === 'admin' ? 'all' : 'manual'
}

function selectFamilies(row: ViewRow, named: string | null | undefined): ViewRow['families'] {
  if (named === null || named === undefined) return row.families
  const family = row.families.find(({ id }) => id === named)
  if (!family) throw new AppError('not_found', { field: 'family' })
  return [family]
}

/**
 * The family that something new belongs to: the one the call names, or the only one the caller may see. Nothing is
 * ever created for a family that was guessed.
 */
export function familyForCreate({ families }: Pick<ViewRow, 'families'>, named: string | undefined): string {
  if (named !== undefined && !families.some(({ id }) => id === named))
    throw new AppError('not_found', { field: 'family' })
  if (families.length === 0) throw new AppError('not_found')
  const id = named ?? single(families)?.id
  if (id !== undefined) return id
  const choices = families.slice(0, mostChoicesNamed).map(family => `${family.name} (${family.id})`)
  const more = families.length - choices.length
  throw new AppError('invalid_field', {
    field: 'family',
    message: `Choose a family: ${choices.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  })
}

/** What figures of these families are calculated in unless the user chooses: their common base currency. */
export function defaultCurrency(families: readonly { base_currency: string }[]): string {
  return single([...new Set(families.map(family => family.base_currency))]) ?? currencyOfSeveral
}

function single<Item>(items: readonly Item[]): Item | null {
  return items.length === 1 ? (items[0] ?? null) : null
}
