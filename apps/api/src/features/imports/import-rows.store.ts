import type { DraftState } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { likePattern, orderClause } from '../../platform/db/listing.ts'
import type { StatementFacts } from './drafts/draft-facts.ts'
import { type StoredDraft, toStoredDraft } from './drafts/stored-draft.ts'
import { lockOpenImport } from './files/import-files.store.ts'
import type { ImportProblem } from './files/import-problem.ts'
import { matchRows } from './match-rows.store.ts'
import { statementFacts } from './statement-facts.store.ts'

export type ImportRowsStore = ReturnType<typeof importRowsStore>

export interface RowRecord {
  file_id: string
  file_name: string
  number: number
  line: number
  kind: 'draft' | 'problem' | 'cancellation'
  raw: string
  draft: StoredDraft | null
  fixed_draft: StoredDraft | null
  trouble: ImportProblem | null
  suggestion: { field: string; value: string; label: string } | null
  facts: StatementFacts | null
  /** The facts have costs that only the cash account states. */
  is_settled: boolean
  new_instrument: string | null
  is_left_out: boolean
  /** Posted by the user's decision although a similar transaction exists. */
  is_confirmed: boolean
  page_starts: readonly number[]
  state: DraftState
  name: string | null
  isin: string | null
  /** The name of the instrument that it was matched to. */
  instrument_name: string | null
  amount: number | null
  account_currency: string
  /** For rows that change a transaction: the current facts, and their source. */
  facts_before: StatementFacts | null
  line_before: number | null
  file_before: string | null
}

export interface NewInstrument {
  name: string
  isin: string | null
  symbol: string | null
  currency: string | null
  rows_count: number
}

export interface RowsQuery {
  state?: DraftState | undefined
  file?: string | undefined
  q?: string | undefined
  order_by: string
  /** Null returns the whole list. */
  page: { limit: number; offset: number } | null
}

const columns = {
  date: sql`r.date`,
  line: sql`r.line`,
  // Rows that need attention come first.
  state: sql`array_position(array['problem', 'changed', 'new', 'duplicate', 'left_out'], r.state)`,
  name: sql`lower(r.name)`,
  amount: sql`r.amount`,
}

const selection = sql`
  select r.file_id, f.name as file_name, r.number, r.line, r.kind, r.raw, r.draft, r.fixed_draft, r.trouble, r.suggestion,
    coalesce(r.settled_facts, r.facts) as facts, r.settled_facts is not null as is_settled, r.new_instrument, r.is_left_out, r.is_confirmed, f.page_starts, r.state, r.name, r.amount::float8 as amount,
    n.name as instrument_name,
    coalesce(n.isin, coalesce(r.fixed_draft, r.draft) -> 'instrument' ->> 'isin') as isin,
    coalesce(a.base_currency, f.new_account ->> 'currency', f.statement ->> 'currency', m.currency) as account_currency,
    case when r.state = 'changed' then coalesce(e.facts, ${statementFacts('b')}) end as facts_before,
    e.line as line_before, e.file_name as file_before
  from import_row r
  join import m on m.id = r.import_id and m.family_id = r.family_id
  join import_file f on f.id = r.file_id and f.family_id = r.family_id
  left join account a on a.id = f.account_id and a.family_id = r.family_id
  left join instrument n on n.id = (coalesce(r.settled_facts, r.facts) ->> 'instrument_id')::uuid
  left join transaction b on r.state = 'changed' and b.family_id = r.family_id and b.root_id = r.transaction_root
    and b.superseded_by is null
  left join lateral (
    select o.facts, o.line, g.name as file_name from import_row o
    join import_file g on g.id = o.file_id and g.family_id = o.family_id
    where o.family_id = r.family_id and r.state = 'changed' and o.import_id = r.import_id and o.key = r.key and o.facts is not null
      and not o.is_left_out and g.account_id is not distinct from f.account_id
      and (g.position, o.number) < (f.position, r.number)
    order by g.position desc, o.number desc limit 1) e on true`

const total = sql`order by f.position, r.number`

export function importRowsStore(database: () => Database) {
  const readOne = async (tx: Scoped, importId: string, fileId: string, number: number) => {
    const familyId = await matchRows(tx, importId)
    const { rows } = await sql<RowRecord>`
      ${selection}
      where r.family_id = ${familyId} and r.import_id = ${importId} and r.file_id = ${fileId}
        and r.number = ${number}`.execute(tx)
    return rows[0] ?? null
  }
  return {
    list(userId: string, importId: string, query: RowsQuery): Promise<{ rows: RowRecord[]; count: number }> {
      return database().within({ user: userId }, async tx => {
        const familyId = await matchRows(tx, importId)
        const conditions = [sql`r.family_id = ${familyId} and r.import_id = ${importId}`]
        if (query.state) conditions.push(sql`r.state = ${query.state}`)
        if (query.file) conditions.push(sql`r.file_id = ${query.file}`)
        if (query.q) {
          const part = likePattern(query.q)
          conditions.push(sql`(r.name ilike ${part} or r.line::text = ${query.q} or r.raw ilike ${part})`)
        }
        const where = sql.join(conditions, sql` and `)
        const order =
          query.order_by === 'line' ? total : orderClause(query.order_by, columns, sql`r.file_id, r.number`)
        const page = query.page ? sql`limit ${query.page.limit} offset ${query.page.offset}` : sql``
        const { rows } = await sql<RowRecord>`${selection} where ${where} ${order} ${page}`.execute(tx)
        const counted = await sql<{ count: number }>`
          select count(*)::int as count from import_row r where ${where}`.execute(tx)
        return { rows, count: counted.rows[0]?.count ?? 0 }
      })
    },

    find(userId: string, importId: string, fileId: string, number: number): Promise<RowRecord | null> {
      return database().within({ user: userId }, tx => readOne(tx, importId, fileId, number))
    },

    /** Stores a user's fix. Null if the import is no longer open. */
    fix(
      userId: string,
      importId: string,
      row: Pick<RowRecord, 'file_id' | 'number'>,
      change: {
        isLeftOut: boolean
        isConfirmed: boolean
        draft: StoredDraft | null
        problem: ImportProblem | null
      },
    ): Promise<RowRecord | null> {
      return database().within({ user: userId }, async tx => {
        if (!(await lockOpenImport(tx, importId))) return null
        await sql`
          update import_row set is_left_out = ${change.isLeftOut}, is_confirmed = ${change.isConfirmed},
            fixed_draft = ${change.draft && JSON.stringify(toStoredDraft(change.draft))}::jsonb,
            trouble = ${change.problem && JSON.stringify(change.problem)}::jsonb, facts = null
          where import_id = ${importId} and file_id = ${row.file_id} and number = ${row.number}`.execute(tx)
        await sql`update import set judged_version = null where id = ${importId}`.execute(tx)
        return readOne(tx, importId, row.file_id, row.number)
      })
    },

    /** Row counts by file and state. */
    counts(
      userId: string,
      importId: string,
    ): Promise<{ file_id: string; state: DraftState; count: number }[]> {
      return database().within({ user: userId }, async tx => {
        await matchRows(tx, importId)
        const { rows } = await sql<{ file_id: string; state: DraftState; count: number }>`
          select file_id, state, count(*)::int as count from import_row where import_id = ${importId}
          group by file_id, state order by file_id, state`.execute(tx)
        return rows
      })
    },

    /** The first instruments that the rows create, with the number of their rows. */
    newInstruments(userId: string, importId: string): Promise<NewInstrument[]> {
      return database().within({ user: userId }, async tx => {
        await matchRows(tx, importId)
        const { rows } = await sql<NewInstrument>`
          select distinct on (r.new_instrument) coalesce(d.hint ->> 'name', d.hint ->> 'symbol', d.hint ->> 'isin', '') as name,
            d.hint ->> 'isin' as isin, d.hint ->> 'symbol' as symbol, d.hint ->> 'currency' as currency,
            count(*) over (partition by r.new_instrument)::int as rows_count
          from import_row r
          cross join lateral (select coalesce(r.fixed_draft, r.draft) -> 'instrument' as hint) d
          where r.import_id = ${importId} and r.state in ('new', 'changed') and r.new_instrument is not null
          order by r.new_instrument, d.hint ->> 'currency' is null, r.file_id, r.number
          limit 200`.execute(tx)
        return rows
      })
    },

    seesInstrument(userId: string, id: string): Promise<boolean> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql`select from instrument where id = ${id} and deleted_at is null`.execute(tx)
        return rows.length === 1
      })
    },
  }
}
