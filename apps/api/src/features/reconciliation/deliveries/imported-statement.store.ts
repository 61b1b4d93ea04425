import type { Reading } from '@plumbline/importers'
import type { Scoped } from '../../../platform/db/database.ts'
import { readStatements } from '../statement-file.ts'
import { addStatements, readAccount, readNumbers } from '../statements.store.ts'
import { readOwn } from './delivered-statements.store.ts'

interface ImportedStatement {
  userId: string
  importId: string
  accountId: string
  format: string
  stated: Pick<Reading, 'statements' | 'holdings'>
}

/** Keeps what an imported file states of the account that a user chose for it. */
export async function keepImportedStatement(tx: Scoped, file: ImportedStatement): Promise<void> {
  const { userId, importId, accountId, format, stated } = file
  const account = await readAccount(tx, accountId)
  if (!account) return
  const owner = { account, numbers: await readNumbers(tx, account), isConfirmed: true }
  const { statements } = readOwn(() => readStatements(stated, format, owner))
  await addStatements(tx, { id: userId, address: null }, account, statements, importId)
}
