import { currencyUnit } from '@plumbline/engine'
import type { InstrumentHint } from '@plumbline/importers'
import { sql } from 'kysely'
import type { Scoped } from '../../../platform/db/database.ts'

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

/** Finds the instrument of a hint among those the family knows, or null. */
export type FindInstrument = (hint: InstrumentHint) => KnownInstrument | null

/**
 * Looks up many hints at once. The most specific match wins: ISIN and currency, ISIN, a custodian's number,
 * symbol and currency, full name. A symbol or name without a currency must be unique.
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
  const { rows } = await sql<KnownInstrument>`
    select id, name, symbol, isin, currency, instrument_type, contract_size::text, family_id from instrument
    where deleted_at is null and (family_id is null or family_id = ${familyId}) and (
      isin = any(${isins}::text[]) or lower(symbol) = any(${symbols}::text[]) or lower(name) = any(${names}::text[])
      or id in (select instrument_id from instrument_identifier where kind || ':' || value = any(${numbers}::text[])))
    order by family_id is not null, created_at, id`.execute(tx)
  const identified = await sql<{ number: string; instrument_id: string }>`
    select kind || ':' || value as number, instrument_id from instrument_identifier
    where kind || ':' || value = any(${numbers}::text[])`.execute(tx)
  const byId = new Map(rows.map(row => [row.id, row]))
  const byNumber = new Map(identified.rows.map(row => [row.number, byId.get(row.instrument_id)]))
  const byIsin = Map.groupBy(rows, row => row.isin)
  const bySymbol = Map.groupBy(rows, row => row.symbol?.toLowerCase() ?? null)
  const byName = Map.groupBy(rows, row => row.name.toLowerCase())
  return hint => {
    const inCurrency = (found: readonly KnownInstrument[]) =>
      found.find(row => row.currency === hint.currency) ?? found.find(row => isSameCurrency(row, hint))
    const sure = (found: readonly KnownInstrument[]) =>
      inCurrency(found) ?? (hint.currency === null && found.length === 1 ? found[0] : undefined)
    if (hint.isin !== null) {
      const found = byIsin.get(hint.isin) ?? []
      // Another ISIN is another security, even with the same symbol.
      return inCurrency(found) ?? found[0] ?? null
    }
    for (const { kind, value } of hint.identifiers) {
      const known = byNumber.get(`${kind}:${value}`)
      if (known) return known
    }
    const symbol = hint.symbol?.toLowerCase()
    if (symbol !== undefined) return sure(bySymbol.get(symbol) ?? []) ?? null
    return sure(byName.get(hint.name?.toLowerCase() ?? '') ?? []) ?? null
  }
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
  const name = hint.name ?? hint.symbol ?? hint.isin ?? hint.identifiers[0]?.value ?? 'Unnamed'
  const { rows } = await sql<{ id: string }>`
    insert into instrument (family_id, name, long_name, symbol, isin, exchange, instrument_type, currency, country,
      contract_size, contract_expiration, terms)
    values (${familyId}, ${name.slice(0, 200)}, ${name.length > 200 ? name.slice(0, 400) : null},
      ${hint.symbol?.slice(0, 60) ?? null}, ${hint.isin}, ${hint.exchange?.slice(0, 60) ?? null},
      ${hint.type ?? 'equity'}, ${hint.currency ?? currency}, ${hint.country}, ${hint.contractSize ?? '1'},
      ${hint.expiry}, ${JSON.stringify(terms)}::jsonb)
    returning id`.execute(tx)
  const id = rows[0]?.id ?? ''
  for (const { kind, value } of hint.identifiers)
    await sql`
      insert into instrument_identifier (instrument_id, kind, value) values (${id}, ${kind}, ${value.slice(0, 200)})
      on conflict do nothing`.execute(tx)
  return id
}
