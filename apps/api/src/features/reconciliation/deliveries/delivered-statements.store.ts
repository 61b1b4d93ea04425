import type { FileReading } from '@plumbline/importers'
import { sql } from 'kysely'
import { asCurrentUser, type Person } from '../../../platform/auth/current-user.ts'
import type { Scoped } from '../../../platform/db/database.ts'
import type { FamilyStorage } from '../../../platform/db/family-storage.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { StatedNumber } from '../account-numbers.ts'
import { type ComparisonDependencies, countBreaks } from '../compare-account.ts'
import { listUnknownNumbers, type ReadFile, readStatementFile } from '../statement-file.ts'
import { addStatements, readAccount, readNumbers } from '../statements.store.ts'

/** What a delivered file states about accounts. */
export interface KeptStatement {
  accountId: string
  familyId: string
  date: string
}

/** Account numbers whose holdings and cash were not compared, since no account of the family has them. */
interface KeptFile {
  kept: KeptStatement[]
  leftOut: StatedNumber[]
}

export type DeliveredStatements = ReturnType<typeof deliveredStatements>

/** Keeps the holdings and balances of delivered files, and compares them with the ledger. */
export function deliveredStatements(
  dependencies: ComparisonDependencies & { storage: Pick<FamilyStorage, 'check'> },
) {
  return {
    async keep(
      tx: Scoped,
      accountIds: readonly string[],
      file: FileReading,
      bytes: Uint8Array,
    ): Promise<KeptFile> {
      const { kept, leftOut } = await keep(tx, accountIds, file, bytes)
      for (const familyId of new Set(kept.map(({ familyId }) => familyId)))
        await dependencies.storage.check(tx, familyId)
      return { kept, leftOut }
    },

    /** The differences between a statement and the ledger; null if it cannot be compared yet. */
    async countBreaks(
      person: Person,
      { accountId, date }: Pick<KeptStatement, 'accountId' | 'date'>,
    ): Promise<number | null> {
      const user = asCurrentUser(person)
      const account = await dependencies.store.account(user.id, accountId)
      return account && countBreaks(dependencies, user, account, date)
    },
  }
}

async function keep(
  tx: Scoped,
  accountIds: readonly string[],
  file: FileReading,
  bytes: Uint8Array,
): Promise<KeptFile> {
  const kept: KeptStatement[] = []
  if (!statesHoldings(file)) return { kept, leftOut: [] }
  for (const id of [...accountIds, ...(await listNeighbours(tx, accountIds))]) {
    const account = await readAccount(tx, id)
    if (!account) continue
    const owner = { account, numbers: await readNumbers(tx, account), isConfirmed: false }
    // An account that the file was not placed in has to have the number.
    if (!accountIds.includes(id) && !owner.numbers.some(each => each.is_own)) continue
    const { statements } = readOwn(() => readStatementFile(file, bytes, owner))
    if (statements.length === 0 || (await addStatements(tx, null, account, statements)) === 'ahead') continue
    const newest = statements.map(({ date }) => date).sort()
    kept.push({ accountId: id, familyId: account.family_id, date: newest.at(-1) ?? '' })
  }
  return { kept, leftOut: await listLeftOut(tx, accountIds, file) }
}

/** Other accounts of the same families at the same custodians: a file need not have transactions of them. */
async function listNeighbours(tx: Scoped, accountIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct a.id from account a join account o on o.family_id = a.family_id and o.custodian_id = a.custodian_id
    where o.id = any(${accountIds}::uuid[]) and a.id <> all(${accountIds}::uuid[]) order by a.id`.execute(tx)
  return rows.map(({ id }) => id)
}

async function listLeftOut(
  tx: Scoped,
  [first]: readonly string[],
  file: FileReading,
): Promise<StatedNumber[]> {
  const account = first === undefined ? null : await readAccount(tx, first)
  if (!account || file.state !== 'read') return []
  return listUnknownNumbers(file.reading, file.format, { account, numbers: await readNumbers(tx, account) })
}

function statesHoldings(file: FileReading): boolean {
  if (file.state !== 'read' || file.format === 'pdf') return false
  const { holdings, statements } = file.reading
  return (
    holdings.length > 0 || statements.some(({ balances }) => balances.some(({ kind }) => kind === 'closing'))
  )
}

/** A file may state holdings of one account and only transactions of another. */
export function readOwn(read: () => ReadFile | null): ReadFile {
  const nothing = { statements: [], leftOut: [] }
  try {
    return read() ?? nothing
  } catch (error) {
    if (error instanceof AppError) return nothing
    throw error
  }
}
