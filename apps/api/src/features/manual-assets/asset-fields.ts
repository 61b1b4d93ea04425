import type { HandlerBody } from '@plumbline/contract'
import { type contract, type ManualTypeSlug, manualTypes } from '@plumbline/contract'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import type { AssetFields } from './asset-changes.store.ts'
import { unitContractSize } from './asset-facts.ts'
import type { EntryChange } from './asset-plan.ts'
import type { AssetRow, AssetTerms } from './manual-assets.store.ts'

export type NewAsset = HandlerBody<typeof contract.assets.create>
export type AssetChange = HandlerBody<typeof contract.assets.change>

/** The fields of a new asset; fields that its type lacks are dropped. */
export function newFields(body: NewAsset): AssetFields {
  const { type } = body
  return {
    name: body.name,
    currency: quoteCurrency(type, body),
    country: body.country ?? null,
    sector: body.sector ?? null,
    isin: typeFields(type).has('isin') ? (body.isin ?? null) : null,
    contractSize: unitContractSize(type),
    terms: mergeTerms(type, body, {}),
  }
}

/** The fields after a change; absent fields stay. */
export function changedFields(row: AssetRow, body: AssetChange): AssetFields {
  const type = row.instrument_type
  const terms = mergeTerms(type, body, row.terms)
  const fields = {
    name: body.name ?? row.name,
    currency: quoteCurrency(type, { ...row.terms, currency: row.currency, ...definedFields(body) }),
    country: keepUnlessGiven(body.country, row.country),
    sector: keepUnlessGiven(body.sector, row.sector),
    isin: typeFields(type).has('isin') ? keepUnlessGiven(body.isin, row.isin) : row.isin,
    contractSize: Number(row.contract_size),
    terms,
  }
  if (row.transactions.length > 0) checkUnchanged(row, fields)
  return fields
}

function keepUnlessGiven<Value>(given: Value | null | undefined, known: Value | null): Value | null {
  return given === undefined ? known : given
}

const typeFields = (type: ManualTypeSlug): ReadonlySet<string> =>
  new Set(manualTypes.find(({ slug }) => slug === type)?.fields)

/** Transactions are stated in these terms, so they cannot change afterwards. */
function checkUnchanged(row: AssetRow, fields: AssetFields): void {
  const stays = { message: 'This cannot be changed once a transaction is posted.' }
  if (fields.currency !== row.currency) throw new AppError('invalid_field', { field: 'currency', ...stays })
  for (const field of ['side', 'base_currency', 'quote_currency'] as const)
    if ((fields.terms[field] ?? null) !== (row.terms[field] ?? null))
      throw new AppError('invalid_field', { field, ...stays })
}

function quoteCurrency(
  type: ManualTypeSlug,
  body: { currency?: string | undefined; quote_currency?: string | null | undefined },
): string {
  const currency = type === 'fx_forward' ? body.quote_currency : body.currency
  invariant(currency, 'the contract requires the currency of an asset')
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

function mergeTerms(
  type: ManualTypeSlug,
  body: { [Name in (typeof termNames)[number] | 'notes']?: AssetTerms[Name] | undefined },
  known: AssetTerms,
): AssetTerms {
  const allowed = typeFields(type)
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

function definedFields<T extends object>(body: T): { [K in keyof T]?: Exclude<T[K], undefined | null> } {
  // The filter drops absent entries, which the type of Object.fromEntries cannot express.
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined && value !== null),
  ) as never
}

/** Parses the entries of a form, each with its path for error messages. */
export function parseEntryChanges(
  type: ManualTypeSlug,
  body: Pick<AssetChange, 'transactions' | 'valuations'>,
  today: string,
): EntryChange[] {
  const slugs: ReadonlySet<string> = new Set(manualTypes.find(({ slug }) => slug === type)?.transactions)
  const transactions = (body.transactions ?? []).map((entry, index): EntryChange => {
    const path = `transactions.${index}`
    checkDate(entry.date, today, path)
    if (!slugs.has(entry.type))
      throw new AppError('invalid_field', {
        field: `${path}.type`,
        message: `Use one of: ${[...slugs].join(', ')}.`,
      })
    const { quantity = null, price = null, amount = null, accrued = null, ratio = null, note = null } = entry
    const { paid_from: paidFrom } = entry
    const transaction = { ...entry, quantity, price, amount, accrued, ratio, note: note || null, paidFrom }
    return { path, rootId: entry.id ?? null, isVoid: entry.is_void, transaction }
  })
  const valuations = (body.valuations ?? []).map((entry, index): EntryChange => {
    const path = `valuations.${index}`
    checkDate(entry.date, today, path)
    const valuation = { date: entry.date, value: entry.value, source: entry.source || null }
    return { path, rootId: entry.id ?? null, isVoid: entry.is_void, valuation }
  })
  return [...transactions, ...valuations]
}

function checkDate(date: string, today: string, path: string): void {
  if (date > today)
    throw new AppError('invalid_field', {
      field: `${path}.date`,
      message: 'The date cannot be in the future.',
    })
}
