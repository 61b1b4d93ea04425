import { type FileState, manualCustodian } from '@plumbline/contract'
import {
  type ColumnMapping,
  type CsvPreview,
  completeMapping,
  type Holding,
  type PdfPage,
  type Statement,
} from '@plumbline/importers'
import { sql } from 'kysely'
import type { Database, Scoped } from '../../../platform/db/database.ts'
import type { FamilyStorage } from '../../../platform/db/family-storage.ts'
import type { NewAccount } from '../accounts/new-account.ts'
import { lockImport } from '../lock-import.store.ts'
import { openImportOfFile, openImports } from '../open-imports.store.ts'
import { type NewRow, repeatFixes, writeRows } from '../write-rows.store.ts'
import { assignMappings } from './assign-mappings.store.ts'
import type { ImportProblem, SkippedRow } from './import-problem.ts'
import type { StatedAccount } from './stated-account.ts'

export type ImportFilesStore = ReturnType<typeof importFilesStore>

/** What was seen of a table. Files read by an earlier version lack the newer parts. */
export type Look = Pick<CsvPreview, 'columns' | 'words' | 'firstLines'> &
  Partial<
    Pick<
      CsvPreview,
      'sampleRows' | 'tables' | 'statedDay' | 'datesSettled' | 'hasUnnamedDollars' | 'rowsCount' | 'outcome'
    >
  >

export interface FileRecord {
  id: string
  import_id: string
  position: number
  name: string
  bytes: number
  state: FileState
  format: string | null
  preset: string | null
  trouble: ImportProblem | null
  account_id: string | null
  account_name: string | null
  account_currency: string | null
  new_account: NewAccount | null
  statement: Partial<Statement>
  mapping: ColumnMapping | null
  look: Look | null
  signature: string | null
  start_date: string | null
  end_date: string | null
  warnings: readonly ImportProblem[]
  /** The first skipped rows. */
  skipped: readonly SkippedRow[]
  skipped_count: number
  /** The first line of each page of a PDF. */
  page_starts: readonly number[]
  has_pages: boolean
  /** The first holdings that it states. */
  holdings: readonly Holding[] | null
}

export interface NewFile
  extends Pick<
    FileRecord,
    | 'name'
    | 'bytes'
    | 'format'
    | 'preset'
    | 'trouble'
    | 'statement'
    | 'mapping'
    | 'look'
    | 'signature'
    | 'warnings'
    | 'skipped'
    | 'skipped_count'
    | 'page_starts'
  > {
  needsColumns: boolean
  accountId: string | null
  stated: StatedAccount | null
  startDate: string | null
  endDate: string | null
  content: Uint8Array | null
  pages: readonly PdfPage[] | null
  rows: readonly NewRow[]
}

export interface AccountPlace {
  id: string
  family_id: string
  name: string
  /** Its own number and those under which its statements were accepted. */
  numbers: string[]
  base_currency: string
  custodian_id: string
  is_manual: boolean
}

const selection = sql`
  select f.id, f.import_id, f.position, f.name, f.bytes, f.state, f.format, f.preset, f.trouble, f.account_id,
    a.name as account_name, a.base_currency as account_currency, f.new_account, f.statement, f.mapping, f.look,
    f.signature, f.start_date, f.end_date, f.warnings, f.skipped, f.skipped_count, f.page_starts, f.pages is not null as has_pages,
    jsonb_path_query_array(f.stated, '$.holdings[0 to 99]') as holdings
  from import_file f left join account a on a.id = f.account_id and a.family_id = f.family_id`

const accountSelection = sql`
  select id, family_id, name, base_currency, custodian_id, custodian_id = ${manualCustodian} as is_manual,
    array(
      select number where number is not null
      union
      select n.number from account_statement s
      cross join unnest(array[s.number] || s.further_numbers) as n (number)
      where s.family_id = account.family_id and s.account_id = account.id and n.number is not null) as numbers
  from account`

export async function readFiles(tx: Scoped, importId: string): Promise<FileRecord[]> {
  await openImports(tx, [importId])
  const { rows } =
    await sql<FileRecord>`${selection} where f.import_id = ${importId} order by f.position, f.id`.execute(tx)
  return rows
}

export async function readOneFile(tx: Scoped, importId: string, fileId: string): Promise<FileRecord | null> {
  await openImports(tx, [importId])
  const { rows } =
    await sql<FileRecord>`${selection} where f.import_id = ${importId} and f.id = ${fileId}`.execute(tx)
  return rows[0] ?? null
}

export async function readAccounts(tx: Scoped, familyId: string): Promise<AccountPlace[]> {
  const { rows } = await sql<AccountPlace>`
    ${accountSelection} where family_id = ${familyId} order by name, id`.execute(tx)
  return rows
}

/** Locks and opens an import that can still be changed, until the transaction ends. */
export async function lockOpenImport(tx: Scoped, importId: string): Promise<{ family_id: string } | null> {
  const locked = await lockImport(tx, importId, ['open', 'failed', 'undone'])
  await openImports(tx, [importId])
  return locked
}

/** Called after every change of files: invalidates the states of rows. */
export async function markFilesChanged(tx: Scoped, importId: string, familyId: string): Promise<void> {
  await assignMappings(tx, importId, familyId)
  await sql`
    update import set judged_version = null, account_ids = coalesce((
      select array_agg(distinct f.account_id) from import_file f
      where f.family_id = ${familyId} and f.import_id = ${importId} and f.account_id is not null), '{}')
    where family_id = ${familyId} and id = ${importId}`.execute(tx)
}

export function fileState(file: {
  trouble: ImportProblem | null
  needsColumns: boolean
  accountId: string | null
  newAccount: object | null
}): FileState {
  if (file.trouble) return 'unreadable'
  if (file.needsColumns) return 'needs_columns'
  return file.accountId === null && file.newAccount === null ? 'needs_account' : 'ready'
}

/** Rolls back an upload into several imports. */
class NotOpen extends Error {}

/** Returns the ids of the files and their family; null if the import is no longer open. */
export async function addFiles(tx: Scoped, importId: string, files: readonly NewFile[]) {
  const locked = await lockOpenImport(tx, importId)
  if (!locked) return null
  const { rows: placed } = await sql<{ last: number }>`
    select coalesce(max(position), 0) as last from import_file where import_id = ${importId}`.execute(tx)
  const last = placed[0]?.last ?? 0
  const ids: string[] = []
  for (const [place, file] of files.entries()) {
    const state = fileState({ ...file, newAccount: null })
    const { rows } = await sql<{ id: string }>`
      insert into import_file (family_id, import_id, position, name, bytes, state, format, preset, trouble, account_id,
        statement, mapping, look, signature, start_date, end_date, warnings, skipped, skipped_count, content,
        page_starts, pages, stated)
      values (${locked.family_id}, ${importId}, ${last + place + 1},
        ${file.name}, ${file.bytes}, ${state}, ${file.format}, ${file.preset}, ${json(file.trouble)}::jsonb,
        ${file.accountId}, ${json(file.statement)}::jsonb, ${json(file.mapping)}::jsonb, ${json(file.look)}::jsonb,
        ${file.signature}, ${file.startDate}, ${file.endDate}, ${json(file.warnings)}::jsonb,
        ${json(file.skipped)}::jsonb, ${file.skipped_count}, ${file.content && Buffer.from(file.content)},
        ${file.page_starts}::int[], ${json(file.pages)}::jsonb, ${json(file.stated)}::jsonb)
      returning id`.execute(tx)
    const id = rows[0]?.id ?? ''
    await writeRows(tx, { importId, familyId: locked.family_id, fileId: id }, file.rows)
    await repeatFixes(tx, importId, locked.family_id, id)
    await measureRows(tx, locked.family_id, id)
    ids.push(id)
  }
  await markFilesChanged(tx, importId, locked.family_id)
  return { ids, familyId: locked.family_id }
}

/** Notes what the rows and statements of a file take, which counts towards the storage of the family. */
async function measureRows(tx: Scoped, familyId: string, fileId: string): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(pg_column_size(stated), 0) + coalesce((
      select sum(pg_column_size(r.*)) from import_row r
      where r.family_id = ${familyId} and r.file_id = ${fileId}), 0) as bytes
    from import_file where family_id = ${familyId} and id = ${fileId}`.execute(tx)
  await sql`
    update import_file set rows_bytes = ${rows[0]?.bytes ?? 0}
    where family_id = ${familyId} and id = ${fileId}`.execute(tx)
}

/** The saved mapping for this header: the user's own, else the latest of the family. */
export async function findSavedMapping(
  tx: Scoped,
  familyId: string,
  signature: string,
  userId: string | null,
): Promise<{ name: string; mapping: ColumnMapping } | null> {
  const { rows } = await sql<{ name: string; mapping: Parameters<typeof completeMapping>[0] }>`
    select name, mapping from import_mapping
    where family_id = ${familyId} and signature = ${signature}
    order by made_by is not distinct from ${userId}::uuid desc, made_at desc, account_id limit 1`.execute(tx)
  const [found] = rows
  return found ? { name: found.name, mapping: completeMapping(found.mapping) } : null
}

export function importFilesStore(database: () => Database, storage: Pick<FamilyStorage, 'check'>) {
  return {
    list: (userId: string, importId: string) =>
      database().within({ user: userId }, tx => readFiles(tx, importId)),

    find: (userId: string, importId: string, fileId: string) =>
      database().within({ user: userId }, tx => readOneFile(tx, importId, fileId)),

    accounts: (userId: string, familyId: string) =>
      database().within({ user: userId }, tx => readAccounts(tx, familyId)),

    /** The accounts of every family that the user may see. */
    accountsOfAll(userId: string): Promise<AccountPlace[]> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<AccountPlace>`${accountSelection} order by name, id`.execute(tx)
        return rows
      })
    },

    account(userId: string, id: string): Promise<AccountPlace | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<AccountPlace>`${accountSelection} where id = ${id}`.execute(tx)
        return rows[0] ?? null
      })
    },

    content(userId: string, fileId: string): Promise<Buffer | null> {
      return database().within({ user: userId }, async tx => {
        await openImportOfFile(tx, fileId)
        const { rows } = await sql<{
          content: Buffer | null
        }>`select content from import_file where id = ${fileId}`.execute(tx)
        return rows[0]?.content ?? null
      })
    },

    /** A page of a PDF, from 1. Null if it does not exist or is no longer kept. */
    page(userId: string, fileId: string, page: number): Promise<PdfPage | null> {
      return database().within({ user: userId }, async tx => {
        await openImportOfFile(tx, fileId)
        const { rows } = await sql<{ page: PdfPage | null }>`
          select pages -> ${page - 1}::int as page from import_file where id = ${fileId}`.execute(tx)
        return rows[0]?.page ?? null
      })
    },

    findMapping: (userId: string, familyId: string, signature: string) =>
      database().within({ user: userId }, tx => findSavedMapping(tx, familyId, signature, userId)),

    /** Saves a mapping for the account of the file, or for the user until the file has one. */
    async saveMapping(
      userId: string,
      familyId: string,
      file: { id: string; signature: string },
      name: string,
      mapping: ColumnMapping,
    ) {
      await database().within({ user: userId }, async tx => {
        await openImportOfFile(tx, file.id)
        const { rows } = await sql<{ account_id: string | null }>`
          select account_id from import_file where id = ${file.id}`.execute(tx)
        await sql`
          insert into import_mapping (family_id, signature, account_id, name, mapping, made_by, made_at)
          values (${familyId}, ${file.signature}, ${rows[0]?.account_id ?? null},
            ${name}, ${JSON.stringify(mapping)}::jsonb, ${userId}, present_moment())
          on conflict (family_id, signature, account_id, made_by) do update
            set name = excluded.name, mapping = excluded.mapping, made_at = excluded.made_at`.execute(tx)
      })
    },

    /** Adds the files of one upload, one per account, if the family's storage has room. Null if no longer open. */
    add: (userId: string, importId: string, files: readonly NewFile[]) =>
      database().within({ user: userId }, async tx => {
        const added = await addFiles(tx, importId, files)
        if (!added) return null
        await storage.check(tx, added.familyId)
        return added.ids
      }),

    /** Adds the files of one upload to several imports at once. False, and nothing added, if one is no longer open. */
    async addToAll(userId: string, parts: readonly { importId: string; files: readonly NewFile[] }[]) {
      try {
        await database().within({ user: userId }, async tx => {
          const families: string[] = []
          for (const { importId, files } of parts) {
            const added = await addFiles(tx, importId, files)
            if (!added) throw new NotOpen()
            families.push(added.familyId)
          }
          // In one order, so that two uploads cannot wait for each other.
          for (const familyId of families.sort()) await storage.check(tx, familyId)
        })
        return true
      } catch (error) {
        if (error instanceof NotOpen) return false
        throw error
      }
    },

    /** Replaces the rows of a file by another reading. */
    replace(userId: string, importId: string, fileId: string, file: NewFile, mapping: ColumnMapping) {
      return database().within({ user: userId }, async tx => {
        const locked = await lockOpenImport(tx, importId)
        if (!locked) return false
        await sql`delete from import_row where file_id = ${fileId}`.execute(tx)
        await sql`
          update import_file set mapping = ${json(mapping)}::jsonb, look = coalesce(${json(file.look)}::jsonb, look),
            trouble = ${json(file.trouble)}::jsonb, start_date = ${file.startDate}, end_date = ${file.endDate},
            statement = ${json(file.statement)}::jsonb, stated = ${json(file.stated)}::jsonb, warnings = ${json(file.warnings)}::jsonb,
            skipped = ${json(file.skipped)}::jsonb, skipped_count = ${file.skipped_count},
            state = case when ${file.trouble !== null} then 'unreadable'
              when account_id is null and new_account is null then 'needs_account' else 'ready' end
          where id = ${fileId} and import_id = ${importId}`.execute(tx)
        await writeRows(tx, { importId, familyId: locked.family_id, fileId }, file.rows)
        await repeatFixes(tx, importId, locked.family_id, fileId)
        await measureRows(tx, locked.family_id, fileId)
        await markFilesChanged(tx, importId, locked.family_id)
        return true
      })
    },

    /** Assigns a file to an account of the import's family. */
    place(
      userId: string,
      importId: string,
      fileId: string,
      place: { account: AccountPlace | null; newAccount: NewAccount | null },
    ): Promise<'placed' | 'not_open' | 'other_family'> {
      return database().within({ user: userId }, async tx => {
        const locked = await lockOpenImport(tx, importId)
        if (!locked) return 'not_open'
        const { account, newAccount } = place
        if (account && account.family_id !== locked.family_id) return 'other_family'
        await sql`
          update import_file set account_id = ${account?.id ?? null}, new_account = ${json(newAccount)}::jsonb,
            state = case when state in ('unreadable', 'needs_columns') then state
              when ${account === null && newAccount === null} then 'needs_account' else 'ready' end
          where id = ${fileId} and import_id = ${importId}`.execute(tx)
        // Rows without a currency use that of the account.
        await sql`
          update import_row set facts = null
          where file_id = ${fileId} and coalesce(fixed_draft, draft) ->> 'currency' is null`.execute(tx)
        await markFilesChanged(tx, importId, locked.family_id)
        return 'placed'
      })
    },

    remove(userId: string, importId: string, fileId: string): Promise<boolean> {
      return database().within({ user: userId }, async tx => {
        const locked = await lockOpenImport(tx, importId)
        if (!locked) return false
        await sql`delete from import_file where id = ${fileId} and import_id = ${importId}`.execute(tx)
        await markFilesChanged(tx, importId, locked.family_id)
        return true
      })
    },
  }
}

const json = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)
