import { type RawBuilder, sql } from 'kysely'

/** A part of a text to search for, with the signs that mean something in a pattern taken as they are. */
export function containing(q: string): string {
  return `%${q.replaceAll(/[\\%_]/g, sign => `\\${sign}`)}%`
}

/** `order by` for `field` or `-field`, with the id last so that the order is total. What is missing comes last. */
export function ordering(
  orderBy: string,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isDown = orderBy.startsWith('-')
  const column = columns[isDown ? orderBy.slice(1) : orderBy] ?? id
  return sql`order by ${column} ${sql.raw(isDown ? 'desc' : 'asc')} nulls last, ${id}`
}

/** The condition for rows of one family; without a family every row passes. */
export function ofFamily(table: string, familyId: string | undefined): RawBuilder<unknown> {
  return familyId === undefined ? sql`true` : sql`${sql.ref(`${table}.family_id`)} = ${familyId}`
}

/** A name for a list to choose from: where it offers several families `f`, each name says whose it is. */
export function nameWithFamily(table: string, familyId: string | undefined): RawBuilder<unknown> {
  const name = sql.ref(`${table}.name`)
  if (familyId !== undefined) return sql`${name}`
  return sql`case when (select count(*) from family) > 1 then ${name} || ' · ' || f.name else ${name} end`
}
