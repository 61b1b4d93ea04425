import type { HandlerBody } from '@plumbline/contract'
import { type contract, type ManualTypeSlug, manualTypes } from '@plumbline/contract'
import { contractSizeOf } from '../../ledger/asset-facts.ts'
import type { Wish } from '../../ledger/asset-plan.ts'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import type { AssetFields } from './asset-changes.store.ts'
import type { AssetRow, AssetTerms } from './assets.store.ts'

export type NewAsset = HandlerBody<typeof contract.assets.create>
export type AssetChange = HandlerBody<typeof contract.assets.change>

/** The fields of a new asset; those that its type does not have are left out. */
export function newFields(body: NewAsset): AssetFields {
  const { type } = body
  return {
    name: body.name,
    currency: currencyOf(type, body),
    country: body.country ?? null,
    sector: body.sector ?? null,
    isin: fieldsOf(type).has('isin') ? (body.isin ?? null) : null,
    contractSize: contractSizeOf(type),
    terms: termsOf(type, body, {}),
  }
}

/** The fields of an asset after a change: what was left out stays. */
export function changedFields(row: AssetRow, body: AssetChange): AssetFields {
  const type = row.instrument_type
  const terms = termsOf(type, body, row.terms)
  const fields = {
    name: body.name ?? row.name,
    currency: currencyOf(type, { ...row.terms, currency: row.currency, ...withoutAbsent(body) }),
    country: kept(body.country, row.country),
    sector: kept(body.sector, row.sector),
    isin: fieldsOf(type).has('isin') ? kept(body.isin, row.isin) : row.isin,
    contractSize: Number(row.contract_size),
    terms,
  }
  if (row.transactions.length > 0) checkStays(row, fields)
  return fields
}

function kept<Value>(given: Value | null | undefined, known: Value | null): Value | null {
  return given === undefined ? known : given
}

const fieldsOf = (type: ManualTypeSlug): ReadonlySet<string> =>
  new Set(manualTypes.find(({ slug }) => slug === type)?.fields)

/** What transactions are told in cannot change under them. */
function checkStays(row: AssetRow, fields: AssetFields): void {
  const stays = { message: 'This stays as it is once something is booked.' }
  if (fields.currency !== row.currency) throw new AppError('invalid_field', { field: 'currency', ...stays })
  for (const field of ['side', 'base_currency', 'quote_currency'] as const)
    if ((fields.terms[field] ?? null) !== (row.terms[field] ?? null))
      throw new AppError('invalid_field', { field, ...stays })
}

function currencyOf(
  type: ManualTypeSlug,
  body: { currency?: string | undefined; quote_currency?: string | null | undefined },
): string {
  const currency = type === 'fx_forward' ? body.quote_currency : body.currency
  invariant(currency, 'the contract asks for the currency that an asset is told in')
  return currency
}

const termNames = [
  'location',
  'author',
  'year',
  'maturity',
  'interest_rate',
  'side',
  'base_currency',
  'quote_currency',
  'payments_per_year',
  'day_count',
  'repayment',
] as const satisfies (keyof AssetTerms)[]

function termsOf(
  type: ManualTypeSlug,
  body: { [Name in (typeof termNames)[number] | 'notes']?: AssetTerms[Name] | undefined },
  known: AssetTerms,
): AssetTerms {
  const allowed = fieldsOf(type)
  const given = termNames.filter(name => allowed.has(name) && body[name] !== undefined)
  const terms = { ...known, ...Object.fromEntries(given.map(name => [name, body[name]])) }
  if (body.notes !== undefined) terms.notes = body.notes || null
  if (type === 'fx_forward' && terms.base_currency === terms.quote_currency)
    throw new AppError('invalid_field', {
      field: 'quote_currency',
      message: 'Choose two different currencies.',
    })
  return terms
}

function withoutAbsent<T extends object>(body: T): { [K in keyof T]?: Exclude<T[K], undefined | null> } {
  // Entries that are absent are dropped, which Object.fromEntries cannot say in its type.
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== null),
  ) as never
}

/** What the person wants of transactions and valuations, with the fields of the form they stand in. */
export function wishesOf(
  type: ManualTypeSlug,
  body: Pick<AssetChange, 'transactions' | 'valuations'>,
  today: string,
): Wish[] {
  const slugs: ReadonlySet<string> = new Set(manualTypes.find(({ slug }) => slug === type)?.transactions)
  const transactions = (body.transactions ?? []).map((entry, index): Wish => {
    const path = `transactions.${index}`
    checkDate(entry.date, today, path)
    if (!slugs.has(entry.type))
      throw new AppError('invalid_field', {
        field: `${path}.type`,
        message: `Use one of: ${[...slugs].join(', ')}.`,
      })
    const { quantity = null, price = null, amount = null, accrued = null, ratio = null, note = null } = entry
    const transaction = { ...entry, quantity, price, amount, accrued, ratio, note: note || null }
    return { path, rootId: entry.id ?? null, isVoid: entry.is_void, transaction }
  })
  const valuations = (body.valuations ?? []).map((entry, index): Wish => {
    const path = `valuations.${index}`
    checkDate(entry.date, today, path)
    const valuation = { date: entry.date, value: entry.value, source: entry.source || null }
    return { path, rootId: entry.id ?? null, isVoid: entry.is_void, valuation }
  })
  return [...transactions, ...valuations]
}

function checkDate(date: string, today: string, path: string): void {
  if (date > today)
    throw new AppError('invalid_field', { field: `${path}.date`, message: 'Use a day that has been.' })
}
