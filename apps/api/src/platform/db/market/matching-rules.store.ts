import { sql } from 'kysely'
import type { Scoped } from '../database.ts'

/** How a statement names a security. */
export interface StatedSecurity {
  isin?: string | null
  symbol?: string | null
  name?: string | null
  exchange?: string | null
  currency?: string | null
  identifiers?: readonly { kind: string; value: string }[]
}

/**
 * Identifies a security as statements state it: by the strongest identifier, with what tells listings apart. A symbol may
 * be that of two securities, so the name beside it counts. Null without any.
 */
export function statedKey({
  isin,
  symbol,
  name,
  exchange,
  currency,
  identifiers,
}: StatedSecurity): string | null {
  const [number] = identifiers ?? []
  const named = isin
    ? `isin:${isin}`
    : number
      ? `${number.kind}:${number.value}`
      : symbol
        ? `symbol:${symbol}@${exchange ?? ''} ${name ?? ''}`
        : name
          ? `name:${name}`
          : null
  return named === null ? null : `${named.slice(0, 500).toLowerCase()}|${currency ?? ''}`
}

/** The securities that the rules of a family name, by what statements call them. */
export async function readMatchingRules(
  tx: Scoped,
  familyId: string,
  stated: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (stated.length === 0) return new Map()
  const { rows } = await sql<{ stated: string; instrument_id: string }>`
    select m.stated, coalesce(r.kept_id, m.instrument_id) as instrument_id
    from matching_rule m left join instrument_redirect r on r.merged_id = m.instrument_id
    where m.family_id = ${familyId} and m.stated = any(${[...stated]}::text[])`.execute(tx)
  return new Map(rows.map(row => [row.stated, row.instrument_id]))
}

/** Sets a rule, or removes it; returns the security that it named before. */
export async function setMatchingRule(
  tx: Scoped,
  familyId: string,
  stated: string,
  instrumentId: string | null,
): Promise<string | null> {
  const { rows } = await sql<{ instrument_id: string }>`
    delete from matching_rule where family_id = ${familyId} and stated = ${stated}
    returning instrument_id`.execute(tx)
  if (instrumentId !== null)
    await sql`
      insert into matching_rule (family_id, stated, instrument_id)
      values (${familyId}, ${stated}, ${instrumentId})`.execute(tx)
  return rows[0]?.instrument_id ?? null
}
