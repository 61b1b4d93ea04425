import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import { writeInBatches } from '../../platform/db/in-batches.ts'
import { createResolver, readFileCurrency } from './drafts/resolve-drafts.store.ts'
import { type FullDraft, toStoredDraft } from './drafts/stored-draft.ts'
import type { ImportProblem } from './files/import-problem.ts'
import { openImports } from './open-imports.store.ts'

export interface NewRow {
  number: number
  line: number
  kind: 'draft' | 'problem' | 'cancellation'
  key: string
  raw: string
  draft: object | null
  trouble: ImportProblem | null
}

const chunk = 2000

/** Writes rows together with the resolved transactions, so that each row is written only once. */
export async function writeRows(
  tx: Scoped,
  place: { importId: string; familyId: string; fileId: string },
  rows: readonly NewRow[],
): Promise<void> {
  const { importId, familyId, fileId } = place
  const currency = await readFileCurrency(tx, fileId)
  const drafts = rows.flatMap(row => draftToPost(row) ?? [])
  const resolve = await createResolver(tx, familyId, drafts, currency)
  await writeInBatches(
    rows,
    chunk,
    row => {
      const draft = draftToPost(row)
      const kept = { state: 'problem', ...row, draft: toStoredDraft(row.draft) }
      return draft === null ? kept : { ...kept, state: 'new', ...resolve(draft) }
    },
    some =>
      sql`
      insert into import_row (family_id, import_id, file_id, number, line, kind, key, raw, draft, trouble, state, facts,
        new_instrument, date, name, amount)
      select ${familyId}::uuid, ${importId}::uuid, ${fileId}::uuid, number, line, kind, key, raw, draft, trouble, state, facts,
        new_instrument, date, left(name, 400), amount
      from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
        as r (number int, line int, kind text, key text, raw text, draft jsonb, trouble jsonb, state text, facts jsonb,
          new_instrument text, date date, name text, amount numeric)`.execute(tx),
  )
}

/**
 * Repeats what users corrected in earlier imports of the family: the same row of the same text gets the same fix. A row
 * stays left out if it was in an import that was applied. A fix of another person's import counts only where the caller
 * sees that import.
 */
export async function repeatFixes(
  tx: Scoped,
  importId: string,
  familyId: string,
  fileId: string,
): Promise<void> {
  // Of all imports only those are opened that have corrections, and only while these are looked up.
  await sql`select open_imports(array_append(corrected_imports(${familyId}), ${importId}::uuid))`.execute(tx)
  await sql`
    with fixed as (
      select distinct on (o.key, o.raw) o.key, o.raw, o.fixed_draft, o.is_left_out
      from import_row o join import i on i.id = o.import_id and i.family_id = o.family_id
      where o.family_id = ${familyId} and o.import_id <> ${importId} and o.kind <> 'cancellation'
        and ((o.fixed_draft is not null and o.trouble is null) or (o.is_left_out and i.applied_at is not null))
        and o.key in (select key from import_row where family_id = ${familyId} and file_id = ${fileId})
      order by o.key, o.raw, i.created_at desc, o.file_id, o.number
    )
    update import_row r set fixed_draft = f.fixed_draft, is_left_out = f.is_left_out, facts = null,
      trouble = case when f.fixed_draft is null then r.trouble end
    from fixed f where r.family_id = ${familyId} and r.file_id = ${fileId} and r.key = f.key and r.raw = f.raw`.execute(
    tx,
  )
  await openImports(tx, [importId])
}

/** A draft row without a problem is complete. */
function draftToPost({ kind, trouble, draft }: NewRow): FullDraft | null {
  return kind === 'draft' && trouble === null ? (draft as FullDraft) : null
}
