import { indexType } from '@plumbline/contract'
import { typeFromCfi } from '@plumbline/importers'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { requireRow } from '../../platform/db/deleted-concurrently.ts'
import { countryFromIsin, type ValueSource } from '../../platform/db/market/derived-classification.ts'
import { noteChange } from '../../platform/db/market/instrument-changes.ts'
import { bumpRowVersion } from '../../platform/db/row-version.ts'
import { unlessTaken } from '../../platform/db/unique-violation.ts'
import type { StoredTerms } from '../../snapshots/instrument-terms.ts'
import { termNames } from './instrument-terms-wire.ts'
import { type InstrumentRow, readInstrument } from './instruments.store.ts'

export type InstrumentChangesStore = ReturnType<typeof instrumentChangesStore>

/** Absent fields stay unchanged. */
export interface InstrumentFields {
  name?: string
  long_name?: string | null
  symbol?: string | null
  isin?: string | null
  exchange?: string | null
  instrument_type?: string
  currency?: string
  country?: string | null
  sector?: string | null
  contract_size?: number
  contract_expiration?: string | null
  identifiers?: { kind: string; value: string }[]
  underlying?: string | null
  coupon?: number | null
  coupons_per_year?: number | null
  day_count?: string | null
  ex_coupon_days?: number | null
  pool_factors?: { date: string; factor: number }[]
  strike?: number | null
  option_right?: string | null
  base_currency?: string | null
  index_return?: 'price' | 'total' | null
}

export function instrumentChangesStore(database: () => Database) {
  return {
    create(actor: Actor, fields: InstrumentFields): Promise<InstrumentRow | 'taken' | 'no_underlying'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const { identifiers = [] } = fields
          if (!(await isValidUnderlying(tx, fields.underlying, null))) return 'no_underlying'
          const size = fields.instrument_type === 'bond' ? 0.01 : 1
          const columns = toColumns({ contract_size: size, ...fields }, null)
          const { rows } = await sql<{ id: string }>`
            insert into instrument (${sql.join(columns.map(([name]) => sql.ref(name)))})
            values (${sql.join(columns.map(([, value]) => sql`${value}`))}) returning id`.execute(tx)
          const id = rows[0]?.id ?? ''
          await setIdentifiers(tx, id, identifiers)
          return finishChange(tx, actor, id, 'instrument_created', {})
        }),
      )
    },

    /** Bumps the version of every family that holds it or a derivative of it. */
    change(
      actor: Actor,
      instrumentId: string,
      fields: InstrumentFields,
      version: number | undefined,
    ): Promise<InstrumentRow | 'taken' | 'none' | 'forbidden' | 'in_use' | 'held' | 'no_underlying'> {
      return unlessTaken(() =>
        database().within({ user: actor.id }, async tx => {
          const known = await readInstrument(tx, instrumentId)
          if (!known) return 'none'
          if (!known.may_change) return 'forbidden'
          await bumpRowVersion(tx, 'instrument', instrumentId, version)
          const movesCurrency = fields.currency !== undefined && fields.currency !== known.currency
          // Prices and transactions are amounts in this currency, so it cannot change.
          if (movesCurrency && (known.holders_count > 0 || known.price_date !== null)) return 'in_use'
          if (fields.instrument_type === indexType && (await isPosted(tx, instrumentId))) return 'held'
          if (!(await isValidUnderlying(tx, fields.underlying, known))) return 'no_underlying'
          const { identifiers } = fields
          const columns = toColumns(fields, known)
          if (columns.length > 0)
            await sql`
              update instrument set ${sql.join(columns.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))}
              where id = ${instrumentId}`.execute(tx)
          if (identifiers) await setIdentifiers(tx, instrumentId, identifiers)
          await sql`
            select bump_family_version(family_id) from (
              select distinct b.family_id from transaction b where b.instrument_id = ${instrumentId}
                or b.instrument_id in (select merged_id from instrument_redirect where kept_id = ${instrumentId})
                or b.instrument_id in (select id from instrument where underlying_id = ${instrumentId})
              order by 1) f`.execute(tx)
          return finishChange(tx, actor, instrumentId, 'instrument_changed', { changed: Object.keys(fields) })
        }),
      )
    },
  }
}

/** Whether any transaction is in an instrument, or in one that was merged into it. */
async function isPosted(tx: Scoped, instrumentId: string): Promise<boolean> {
  const { rows } = await sql`
    select from transaction where instrument_id = ${instrumentId}
      or instrument_id in (select merged_id from instrument_redirect where kept_id = ${instrumentId}) limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

const isTerm: ReadonlySet<string> = new Set(termNames)

/** Maps fields to columns; terms that the form does not know stay. */
function toColumns(fields: InstrumentFields, row: InstrumentRow | null): [string, string | number | null][] {
  const known: StoredTerms = row?.terms ?? {}
  const { identifiers: _identifiers, underlying, ...own } = fields
  const [terms, plain] = [new Map<string, unknown>(), new Map<string, string | number | null>()]
  for (const [name, value] of Object.entries(own))
    if (isTerm.has(name)) terms.set(name, value)
    // Fields other than terms are texts or numbers.
    else plain.set(name, value as string | number | null)
  if (underlying !== undefined) plain.set('underlying_id', underlying)
  // Otherwise the stale maturity in the terms would take precedence.
  if (own.contract_expiration !== undefined && known.maturity !== undefined)
    terms.set('maturity', own.contract_expiration)
  if (terms.size > 0) {
    const kept = Object.entries({ ...known, ...Object.fromEntries(terms) })
    plain.set('terms', JSON.stringify(Object.fromEntries(kept.filter(([, value]) => value !== null))))
  }
  for (const [name, value] of classify(fields, row)) plain.set(name, value)
  return [...plain]
}

/** Whether it is another platform instrument, or none. */
async function isValidUnderlying(
  tx: Scoped,
  underlying: string | null | undefined,
  instrument: InstrumentRow | null,
): Promise<boolean> {
  if (underlying == null) return true
  const found = underlying === instrument?.id ? null : await readInstrument(tx, underlying)
  // One that belongs to another family must not be seen through it.
  return found !== null && (found.family === null || found.family.id === instrument?.family?.id)
}

async function setIdentifiers(
  tx: Scoped,
  instrumentId: string,
  identifiers: readonly { kind: string; value: string }[],
): Promise<void> {
  const wanted = identifiers.map(({ kind, value }) => `${kind}:${value}`)
  const before = await sql<{ kind: string; value: string }>`
    delete from instrument_identifier
    where instrument_id = ${instrumentId} and kind || ':' || value <> all(${wanted}::text[])
    returning kind, value`.execute(tx)
  const added = await sql<{ kind: string; value: string }>`
    insert into instrument_identifier (instrument_id, kind, value)
    select ${instrumentId}::uuid, kind, value
    from unnest(${identifiers.map(each => each.kind)}::text[], ${identifiers.map(each => each.value)}::text[])
      as d (kind, value)
    on conflict do nothing returning kind, value`.execute(tx)
  const kinds = new Set([...before.rows, ...added.rows].map(({ kind }) => kind))
  const join = (rows: readonly { kind: string; value: string }[], kind: string) =>
    rows.flatMap(row => (row.kind === kind ? row.value : [])).join(', ') || null
  for (const kind of kinds)
    await noteChange(tx, instrumentId, kind, join(before.rows, kind), join(added.rows, kind))
}

/**
 * What follows from identifiers, and where classified values come from. A value that a person entered is never replaced
 * by a derived one.
 */
function classify(fields: InstrumentFields, known: InstrumentRow | null): [string, string | null][] {
  const sources: Record<string, ValueSource> = { ...known?.sources }
  for (const name of classifiedFields)
    if (fields[name] !== undefined && fields[name] !== (known?.[name] ?? null)) {
      if (fields[name] === null) delete sources[name]
      else sources[name] = 'entered'
    }
  const derived: [string, string | null][] = []
  const country = fields.country === undefined ? (known?.country ?? null) : fields.country
  const isin = fields.isin === undefined ? known?.isin : fields.isin
  if (country === null || (sources.country === 'derived' && fields.isin !== undefined)) {
    const found = countryFromIsin(isin)
    if (found !== null) sources.country = 'derived'
    if (found !== country) derived.push(['country', found])
  }
  const cfi = fields.identifiers?.find(({ kind }) => kind === 'cfi')?.value
  const type = sources.instrument_type === 'entered' ? null : typeFromCfi(cfi)
  if (type !== null && known) {
    sources.instrument_type = 'derived'
    if (type !== known.instrument_type) derived.push(['instrument_type', type])
  }
  return [...derived, ['sources', JSON.stringify(sources)]]
}

const classifiedFields = ['name', 'instrument_type', 'country', 'sector'] as const

async function finishChange(
  tx: Scoped,
  actor: Actor,
  instrumentId: string,
  action: string,
  details: Record<string, unknown>,
): Promise<InstrumentRow> {
  const row = requireRow(await readInstrument(tx, instrumentId))
  await writeAudit(tx, {
    actorId: actor.id,
    action,
    familyId: row.family?.id ?? null,
    subject: row.name,
    details: { kind: 'instrument', id: instrumentId, ...details },
    address: actor.address,
  })
  return row
}
