import { calculationCurrencies, type Filter } from '@plumbline/contract'
import { dayIn } from '@plumbline/contract/format'
import { parseDay } from '@plumbline/engine'
import type { CurrentUser } from '../platform/auth/current-user.ts'
import type { ViewRow } from '../platform/auth/view-row.ts'
import { AppError } from '../platform/errors/app-error.ts'
import { snapshotKey, type WantedFamilies } from '../snapshots/snapshot-key.ts'
import type { CallerView } from './caller-view.ts'

/** The snapshot a query runs on, and what the caller may see of it. */
export interface ChosenFamilies extends WantedFamilies {
  view: Omit<CallerView, 'asOf'>
}

/** The reporting currency of families with different base currencies, until the user chooses another. */
const fallbackCurrency = 'CHF'
/** An error message lists at most this many choices. */
const maxChoices = 20

/** Selects the families a query covers: the one it names, or every family the caller may see. */
export function chooseFamilies(row: ViewRow, user: CurrentUser, filter: Filter | undefined): ChosenFamilies {
  const families = selectFamilies(row, filter?.family)
  const ids = new Set(families.map(family => family.id))
  const settings = row.chosen ?? {}
  const currencies = listUserCurrencies(row.families)
  refuseOtherCurrency(currencies, filter?.settings.currency, 'settings.currency')
  const now = new Date(row.now)
  const today = parseDay(dayIn(now, typeof settings.time_zone === 'string' ? settings.time_zone : 'UTC'))
  // One day for all users, who share snapshots.
  const dataDay = parseDay(dayIn(now, 'UTC'))
  const marketVersion = String(row.market_version)
  return {
    key: snapshotKey(families, marketVersion, dataDay),
    familyIds: [...ids],
    versions: {
      families: families.map(({ id, version }) => ({ id, version: String(version) })),
      market: marketVersion,
    },
    today: dataDay,
    marketDay: row.last_close === null ? null : parseDay(row.last_close),
    view: {
      accounts: row.accounts.filter(account => ids.has(account.family_id)).map(account => account.id),
      family: onlyItem(families.map(({ id, name }) => ({ id, name }))),
      currency: currencies.find(code => code === settings.currency) ?? defaultCurrency(families),
      today,
      language: user.language,
      mayCorrect: correctableAccounts(user),
    },
  }
}

/** The reporting currencies of a user: those for everyone, and the base currencies of the families they may see. */
export function listUserCurrencies(families: readonly { base_currency: string }[]): string[] {
  return [...new Set<string>([...calculationCurrencies, ...families.map(family => family.base_currency)])]
}

/** Refuses a reporting currency that is not one of the user's. */
export function refuseOtherCurrency(
  currencies: readonly string[],
  currency: string | undefined,
  field: string,
): void {
  if (currency === undefined || currencies.includes(currency)) return
  throw new AppError('invalid_field', { field, message: `Use one of: ${currencies.join(', ')}.` })
}

/** Administrators correct all accounts, other users only manual ones. */
function correctableAccounts({ role, token }: CurrentUser): CallerView['mayCorrect'] {
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
 * The family that something new belongs to: the one the call names, or the only one the caller may see. With several
 * to choose from, the call is rejected.
 */
export function chooseFamilyForCreate(
  { families }: Pick<ViewRow, 'families'>,
  named: string | undefined,
): string {
  if (named !== undefined && !families.some(({ id }) => id === named))
    throw new AppError('not_found', { field: 'family' })
  if (families.length === 0)
    throw new AppError('not_found', {
      field: 'family',
      message: 'You have no family yet. An administrator creates or assigns one.',
    })
  const id = named ?? onlyItem(families)?.id
  if (id !== undefined) return id
  const choices = families.slice(0, maxChoices).map(family => `${family.name} (${family.id})`)
  const more = families.length - choices.length
  throw new AppError('invalid_field', {
    field: 'family',
    message: `Choose a family: ${choices.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  })
}

/** The reporting currency of these families unless the user chooses one: their common base currency. */
export function defaultCurrency(families: readonly { base_currency: string }[]): string {
  return onlyItem([...new Set(families.map(family => family.base_currency))]) ?? fallbackCurrency
}

function onlyItem<Item>(items: readonly Item[]): Item | null {
  return items.length === 1 ? (items[0] ?? null) : null
}
