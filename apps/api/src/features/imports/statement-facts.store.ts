import { type RawBuilder, sql } from 'kysely'

const texts = [
  'transaction_type',
  'date',
  'settle_date',
  'ex_date',
  'instrument_id',
  'currency',
  'counter_currency',
]
const numbers = [
  'quantity',
  'price',
  'amount',
  'net',
  'rate',
  'fees',
  'taxes',
  'accrued',
  'counter_amount',
  'numerator',
  'denominator',
  'basis_share',
]

/** A transaction as a statement states it, in the form of the facts of import rows. */
export function statementFacts(table: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  const pairs = [
    ...texts.map(name => sql`${sql.lit(name)}, ${column(name)}::text`),
    ...numbers.map(name => sql`${sql.lit(name)}, trim_scale(${column(name)})::text`),
  ]
  return sql`jsonb_strip_nulls(jsonb_build_object(${sql.join(pairs)}))`
}
