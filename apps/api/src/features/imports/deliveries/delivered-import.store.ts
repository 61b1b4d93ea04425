import { sql } from 'kysely'
import type { Database, Scoped } from '../../../platform/db/database.ts'
import type { FamilyStorage } from '../../../platform/db/family-storage.ts'
import { readLatestDay } from '../../../platform/db/today.ts'
import { applyImport } from '../apply.store.ts'
import { addFiles, findSavedMapping, type NewFile, readAccounts } from '../files/import-files.store.ts'
import type { ImportProblem } from '../files/import-problem.ts'
import type { StatementReader } from '../files/read-statement.ts'
import { plainNumber, splitUpload } from '../files/split-upload.ts'
import { followImport } from '../follow-import.store.ts'
import { matchRows } from '../match-rows.store.ts'
import { findPrintedAccount } from './printed-account.ts'
import { type MappedReading, readWithSavedMapping } from './read-with-mapping.ts'

/** A file of a feed: it may only concern accounts of this family at this custodian. */
export interface DeliveredFile {
  familyId: string
  custodianId: string | null
  /** Name of the feed, shown as the author of the import. */
  sourceName: string
  name: string
  bytes: Uint8Array
}

/** Why a delivery waits for a person or cannot be used. */
export type DeliveryReason =
  | { code: 'unreadable'; problem: ImportProblem }
  | { code: 'columns' }
  | { code: 'account'; number: string | null }
  | { code: 'problems' | 'duplicates' | 'warnings' | 'changes' | 'securities'; count: number }

export type DeliveryOutcome = {
  accountIds: string[]
  format: string | null
  transactions: number
} & (
  | { state: 'posted'; importId: string | null }
  | { state: 'waiting'; importId: string; reason: DeliveryReason }
  | { state: 'failed'; reason: DeliveryReason }
)

export type DeliveredImports = ReturnType<typeof deliveredImports>

/** Imports files that feeds deliver. Nobody is signed in, so the family and the custodian limit what is touched. */
export function deliveredImports(
  database: () => Database,
  reader: Pick<StatementReader, 'read'>,
  storage: Pick<FamilyStorage, 'check'>,
) {
  return {
    /** Reads the file. It takes seconds, so it happens before the transaction that `take` writes in. */
    async read({ familyId, bytes }: DeliveredFile): Promise<MappedReading> {
      const today = await database().within('system', readLatestDay)
      return readWithSavedMapping(reader, bytes, today, signature =>
        database().within('system', tx => findSavedMapping(tx, familyId, signature, null)),
      )
    },
    /** Throws if the family's storage is full. */
    async take(tx: Scoped, delivered: DeliveredFile, read: MappedReading): Promise<DeliveryOutcome> {
      const outcome = await take(tx, delivered, read)
      if (outcome.state !== 'failed') await storage.check(tx, delivered.familyId)
      return outcome
    },
    /** Deletes an import that nobody has applied. */
    async discard(tx: Scoped, importId: string): Promise<void> {
      const { numAffectedRows } =
        await sql`delete from import where id = ${importId} and status in ('open', 'failed')`.execute(tx)
      if (numAffectedRows === 1n) await followImport(tx, importId)
    },
  }
}

/** Posts the file if nothing about it is doubtful; else prepares an import that waits for a person. */
async function take(tx: Scoped, delivered: DeliveredFile, read: MappedReading): Promise<DeliveryOutcome> {
  const files = await placeFiles(tx, delivered, read)
  const facts = {
    accountIds: [...new Set(files.flatMap(({ accountId }) => accountId ?? []))],
    format: read.reading.format,
    transactions: 0,
  }
  const trouble = files[0]?.trouble
  // A file of a day without transactions.
  if (trouble?.code === 'no_rows') return { ...facts, state: 'posted', importId: null }
  if (trouble) return { ...facts, state: 'failed', reason: { code: 'unreadable', problem: trouble } }
  const unplaced = files.find(({ accountId, needsColumns }) => accountId === null && !needsColumns)
  const hasRows = files.some(({ rows, needsColumns }) => rows.length > 0 || needsColumns)
  if (!hasRows) {
    // Holdings are compared, not imported: without an account there is nothing to prepare.
    const number = unplaced?.statement.account ?? null
    return unplaced
      ? { ...facts, state: 'failed', reason: { code: 'account', number } }
      : { ...facts, state: 'posted', importId: null }
  }
  const importId = await createImport(tx, delivered, files)
  const reason = unplaced
    ? ({ code: 'account', number: unplaced.statement.account ?? null } as const)
    : await findDoubt(tx, importId)
  if (reason) return { ...facts, state: 'waiting', importId, reason }
  await sql`update import set status = 'applying' where id = ${importId}`.execute(tx)
  const applied = await applyImport(tx, null, importId, async () => undefined)
  const transactions = applied?.transactions ?? 0
  if (transactions > 0) return { ...facts, transactions, state: 'posted', importId }
  // An overlapping statement without anything new leaves no import behind.
  await sql`delete from import where id = ${importId}`.execute(tx)
  await followImport(tx, importId)
  return { ...facts, state: 'posted', importId: null }
}

/** One file per account. An account is chosen only if no other one could be meant. */
async function placeFiles(
  tx: Scoped,
  { familyId, custodianId, name, bytes }: DeliveredFile,
  { reading, preset, mapping }: MappedReading,
): Promise<NewFile[]> {
  const accounts = (await readAccounts(tx, familyId)).filter(
    account => custodianId !== null && account.custodian_id === custodianId,
  )
  const chooseAccount = ({ statement, accountId, needsColumns }: NewFile): string | null => {
    if (needsColumns) return accountId
    const stated = [statement.account, statement.name].flatMap(each => (each ? [plainNumber(each)] : []))
    if (stated.length === 0 && reading.state === 'read' && reading.pages)
      return findPrintedAccount(reading.pages, accounts)
    // A table without an account is of the only one that the family has there.
    if (stated.length === 0) return accounts.length === 1 ? (accounts[0]?.id ?? null) : null
    const numbered = accounts.filter(({ numbers }) => numbers.some(each => stated[0] === plainNumber(each)))
    const meant =
      numbered.length > 0 ? numbered : accounts.filter(each => stated.includes(plainNumber(each.name)))
    return meant.length === 1 ? (meant[0]?.id ?? null) : null
  }
  return splitUpload({ name, bytes }, reading, accounts, mapping).map(file => ({
    ...file,
    preset: preset ?? file.preset,
    accountId: chooseAccount(file),
  }))
}

async function createImport(
  tx: Scoped,
  { familyId, sourceName }: DeliveredFile,
  files: readonly NewFile[],
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into import (family_id, currency, source_name)
    select id, base_currency, ${sourceName.slice(0, 200)} from family where id = ${familyId} returning id`.execute(
    tx,
  )
  const id = rows[0]?.id ?? ''
  await addFiles(tx, id, files)
  // Imports of a family are serialized, so that each sees the transactions of the previous one as duplicates.
  await sql`select from family_version where family_id = ${familyId} for update`.execute(tx)
  await matchRows(tx, id)
  return id
}

/** What a person has to decide before the import may be posted; null if nothing. */
async function findDoubt(tx: Scoped, importId: string): Promise<DeliveryReason | null> {
  const { rows } = await sql<{
    columns: number
    problems: number
    duplicates: number
    warnings: number
    changes: number
    securities: number
  }>`
    select
      (select count(*) from import_file where import_id = ${importId} and state <> 'ready')::int as columns,
      (select coalesce(sum(jsonb_array_length(warnings)), 0) from import_file where import_id = ${importId})::int as warnings,
      (count(*) filter (where state = 'problem'))::int as problems,
      (count(*) filter (where state = 'problem' and trouble ->> 'code' like 'probable%'))::int as duplicates,
      (count(*) filter (where state = 'changed'))::int as changes,
      (count(distinct new_instrument) filter (where state = 'new' and new_instrument is not null
        and draft -> 'instrument' ->> 'isin' is null and draft -> 'instrument' ->> 'symbol' is null
        and coalesce(jsonb_array_length(draft -> 'instrument' -> 'identifiers'), 0) = 0))::int as securities
    from import_row where import_id = ${importId}`.execute(tx)
  const found = rows[0]
  if (!found) return null
  if (found.columns > 0) return { code: 'columns' }
  if (found.problems > found.duplicates) return { code: 'problems', count: found.problems - found.duplicates }
  const codes = ['duplicates', 'changes', 'securities', 'warnings'] as const
  const code = codes.find(each => found[each] > 0)
  return code === undefined ? null : { code, count: found[code] }
}
