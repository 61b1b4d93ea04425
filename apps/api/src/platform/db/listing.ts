import { type RawBuilder, sql } from 'kysely'

/** A LIKE pattern for texts that contain `q`, with its wildcards escaped. */
export function likePattern(q: string): string {
  return `%${q.replaceAll(/[\\%_]/g, sign => `\\${sign}`)}%`
}

/** `order by` for `field` or `-field`, nulls last, with the id as tie-breaker so that the order is total. */
export function orderClause(
  orderBy: string,
  columns: Readonly<Record<string, RawBuilder<unknown>>>,
  id: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const isDown = orderBy.startsWith('-')
  const column = columns[isDown ? orderBy.slice(1) : orderBy] ?? id
  return sql`order by ${column} ${sql.raw(isDown ? 'desc' : 'asc')} nulls last, ${id}`
}

/** The condition for rows of one family; without a family it is true. */
export function familyCondition(table: string, familyId: string | undefined): RawBuilder<unknown> {
  return familyId === undefined ? sql`true` : sql`${sql.ref(`${table}.family_id`)} = ${familyId}`
}

/** A name for a choice list; where the user sees several families, it includes the family's name (table `f`). */
export function nameWithFamily(table: string, familyId: string | undefined): RawBuilder<unknown> {
  const name = sql.ref(`${table}.name`)
  if (familyId !== undefined) return sql`${name}`
  return sql`case when (select count(*) from family) > 1 then ${name} || ' · ' || f.name else ${name} end`
}
