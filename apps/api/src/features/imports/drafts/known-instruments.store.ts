import { currencyUnit } from '@plumbline/engine'
import type { InstrumentHint } from '@plumbline/importers'
import { sql } from 'kysely'
import type { Scoped } from '../../../platform/db/database.ts'
import { countryFromIsin, type ValueSource } from '../../../platform/db/market/derived-classification.ts'
import { readMatchingRules, statedKey } from '../../../platform/db/market/matching-rules.store.ts'

export interface KnownInstrument {
  id: string
  name: string
  symbol: string | null
  isin: string | null
  currency: string
  instrument_type: string
  contract_size: string
  family_id: string | null
}

/** Finds the instrument of a hint among those the family knows, or null. A trade passes its settlement currency. */
export type FindInstrument = (hint: InstrumentHint, settled: string | null) => KnownInstrument | null

/**
 * Looks up many hints at once: by a rule of the family, else by ISIN, else by a custodian's number, by symbol, by full name. A security that is
 * listed in several currencies is several instruments. A hint without a currency means the only listing, the listing
 * in the settlement currency of the trade, or the only one the family has traded.
 */
export async function knownInstruments(
  tx: Scoped,
  familyId: string,
  hints: readonly InstrumentHint[],
): Promise<FindInstrument> {
  const some = (values: (string | null)[]) => [...new Set(values.filter(value => value !== null))]
  const isins = some(hints.map(hint => hint.isin))
  const symbols = some(hints.map(hint => hint.symbol?.toLowerCase() ?? null))
  const names = some(hints.map(hint => hint.name?.toLowerCase() ?? null))
  const numbers = some(hints.flatMap(hint => hint.identifiers.map(({ kind, value }) => `${kind}:${value}`)))
  const rules = await readMatchingRules(tx, familyId, some(hints.map(statedKey)))
  const ruled = [...rules.values()]
  // A merged duplicate is still recognised, and stands for the instrument that was kept.
  const { rows } = await sql<KnownInstrument>`
    select coalesce(r.kept_id, i.id) as id, i.name, i.symbol, i.isin, i.currency, i.instrument_type,
      i.contract_size::text, i.family_id
    from instrument i left join instrument_redirect r on r.merged_id = i.id
    where (i.deleted_at is null or r.kept_id is not null) and i.instrument_type <> 'index' and (i.family_id is null or i.family_id = ${familyId}) and (
      i.isin = any(${isins}::text[]) or lower(i.symbol) = any(${symbols}::text[])
      or lower(i.name) = any(${names}::text[]) or i.id = any(${ruled}::uuid[])
      or i.id in (select instrument_id from instrument_identifier where kind || ':' || value = any(${numbers}::text[])))
    order by r.kept_id is not null, i.family_id is not null, i.created_at, i.id`.execute(tx)
  const identified = await sql<{ number: string; instrument_id: string }>`
    select d.kind || ':' || d.value as number, coalesce(r.kept_id, d.instrument_id) as instrument_id
    from instrument_identifier d left join instrument_redirect r on r.merged_id = d.instrument_id
    where d.kind || ':' || d.value = any(${numbers}::text[])`.execute(tx)
  const traded = await readTraded(tx, familyId, rows)
  const byId = new Map(uniqueById(rows).map(row => [row.id, row]))
  const byNumber = new Map(identified.rows.map(row => [row.number, byId.get(row.instrument_id)]))
  const group = (key: (row: KnownInstrument) => string | null) =>
    new Map([...Map.groupBy(rows, key)].map(([word, found]) => [word, uniqueById(found)]))
  const byIsin = group(row => row.isin)
  const bySymbol = group(row => row.symbol?.toLowerCase() ?? null)
  const byName = group(row => row.name.toLowerCase())
  return (hint, settled) => {
    const choose = (found: readonly KnownInstrument[]): KnownInstrument | null => {
      if (hint.currency !== null)
        return (
          found.find(row => row.currency === hint.currency) ??
          found.find(row => isSameCurrency(row, hint)) ??
          null
        )
      if (found.length === 1) return found[0] ?? null
      const own = found.filter(row => traded.has(row.id))
      return found.find(row => row.currency === settled) ?? (own.length === 1 ? (own[0] ?? null) : null)
    }
    const byIdentifier = (kinds: (kind: string) => boolean) =>
      hint.identifiers
        .filter(({ kind }) => kinds(kind))
        .map(({ kind, value }) => byNumber.get(`${kind}:${value}`))
        .find(Boolean)
    const chosen = byId.get(rules.get(statedKey(hint) ?? '') ?? '')
    if (chosen) return chosen
    // A broker's contract number names one listing.
    const listing = byIdentifier(kind => kind === 'conid')
    if (listing && (hint.currency === null || isSameCurrency(listing, hint))) return listing
    // Another ISIN is another security, even with the same symbol.
    if (hint.isin !== null) return choose(byIsin.get(hint.isin) ?? [])
    const identified = byIdentifier(() => true)
    if (identified) return identified
    const symbol = hint.symbol?.toLowerCase()
    if (symbol !== undefined) return choose(bySymbol.get(symbol) ?? [])
    return choose(byName.get(hint.name?.toLowerCase() ?? '') ?? [])
  }
}

/** The first row of each instrument: a merged duplicate comes after the one that was kept. */
function uniqueById(rows: readonly KnownInstrument[]): KnownInstrument[] {
  return rows.filter((row, place) => rows.findIndex(({ id }) => id === row.id) === place)
}

/** Those of some instruments that the family has transactions in. */
async function readTraded(
  tx: Scoped,
  familyId: string,
  instruments: readonly KnownInstrument[],
): Promise<ReadonlySet<string>> {
  const listings = Map.groupBy(instruments, ({ isin, symbol, name }) => isin ?? symbol ?? name)
  const ids = [...listings.values()]
    .filter(found => found.length > 1)
    .flatMap(found => found.map(({ id }) => id))
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: string }>`
    select n.id from unnest(${ids}::uuid[]) as n (id)
    where exists (select from transaction t where t.family_id = ${familyId}
      and (t.instrument_id = n.id or t.instrument_id in (
        select merged_id from instrument_redirect where kept_id = n.id))
      and t.superseded_by is null and t.status <> 'void')`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** GBX, GBp and GBP are units of one currency. */
function isSameCurrency({ currency }: KnownInstrument, hint: InstrumentHint): boolean {
  return hint.currency !== null && currencyUnit(currency).currency === currencyUnit(hint.currency).currency
}

export async function instrumentByIsin(
  tx: Scoped,
  familyId: string,
  isins: readonly string[],
): Promise<{ isin: string; name: string } | null> {
  const { rows } = await sql<{ isin: string; name: string }>`
    select isin, name from instrument
    where deleted_at is null and (family_id is null or family_id = ${familyId}) and isin = any(${isins}::text[])
    order by name, id limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The name of an instrument that a statement may only identify. */
export function instrumentName(hint: InstrumentHint): string {
  return hint.name ?? hint.symbol ?? hint.isin ?? hint.identifiers[0]?.value ?? 'Unnamed'
}

/** Creates a private instrument of the family from a statement. */
export async function createInstrument(
  tx: Scoped,
  familyId: string,
  hint: InstrumentHint,
  currency: string,
): Promise<string> {
  const terms = {
    ...(hint.strike ? { strike: hint.strike } : {}),
    ...(hint.right ? { option_right: hint.right } : {}),
  }
  const name = instrumentName(hint)
  const country = hint.country ?? countryFromIsin(hint.isin)
  const sources = {
    name: 'imported',
    ...(hint.type ? { instrument_type: 'imported' } : {}),
    ...(country ? { country: hint.country ? 'imported' : 'derived' } : {}),
  } satisfies Record<string, ValueSource>
  const { rows } = await sql<{ id: string }>`
    insert into instrument (family_id, name, long_name, symbol, isin, exchange, instrument_type, currency, country,
      contract_size, contract_expiration, terms, sources)
    values (${familyId}, ${name.slice(0, 200)}, ${name.length > 200 ? name.slice(0, 400) : null},
      ${hint.symbol?.slice(0, 60) ?? null}, ${hint.isin}, ${hint.exchange?.slice(0, 60) ?? null},
      ${hint.type ?? 'equity'}, ${hint.currency ?? currency}, ${country}, ${hint.contractSize ?? '1'},
      ${hint.expiry}, ${JSON.stringify(terms)}::jsonb, ${JSON.stringify(sources)}::jsonb)
    returning id`.execute(tx)
  const id = rows[0]?.id ?? ''
  for (const { kind, value } of hint.identifiers)
    await sql`
      insert into instrument_identifier (instrument_id, kind, value) values (${id}, ${kind}, ${value.slice(0, 200)})
      on conflict do nothing`.execute(tx)
  return id
}
