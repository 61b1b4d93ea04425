import { contract, type StatementImport } from '@plumbline/contract'
import type { CurrentUser } from '../../../platform/auth/current-user.ts'
import { AppError } from '../../../platform/errors/app-error.ts'
import { withoutClaim } from '../../../platform/http/idempotency.ts'
import type { Serve } from '../../../platform/http/serve.ts'
import type { PortfolioService } from '../../../queries/portfolio-service.ts'
import { countRows, type ImportStores } from '../imports.routes.ts'
import type { ImportRecord } from '../imports.store.ts'
import { maxFiles, requireUpload } from './import-files.routes.ts'
import type { AccountPlace, NewFile } from './import-files.store.ts'
import type { StatementReader } from './read-statement.ts'
import { splitUpload } from './split-upload.ts'

/**
 * Statements of several families as one flow: each file goes into the import of the family that has its account, one
 * import per family. They are previewed, applied and undone like other imports.
 */
export function statementBatchesRoutes(
  serve: Serve,
  stores: ImportStores,
  reader: Pick<StatementReader, 'read'>,
  portfolio: Pick<PortfolioService, 'familyForCreate'>,
): void {
  serve(contract.clients.addStatement, async ({ user, params, query, request }) => {
    const bytes = requireUpload(request.body)
    const named = query.family === undefined ? undefined : await portfolio.familyForCreate(user, query.family)
    const accounts = (await stores.files.accountsOfAll(user.id)).filter(
      account => account.is_manual || user.role === 'admin',
    )
    const reading = await readFor(user, bytes, named)
    const parts = splitUpload({ name: query.name, bytes }, reading.reading, accounts, reading.mapping).map(
      file => ({ ...file, preset: reading.preset ?? file.preset }),
    )
    const { placed, unplaced } = placeFiles(parts, accounts, named)
    if (unplaced.length > 0) return { data: { unplaced, imports: [] } }
    const chosen: { found: ImportRecord; files: NewFile[] }[] = []
    for (const [familyId, files] of placed) {
      // An import that stays empty does no harm. The key is committed with the files, so that they are added once.
      const found = await withoutClaim(() => findOrCreate(user, params.id, familyId))
      if (found.file_names.length + files.length > maxFiles) throw new AppError('limit_reached')
      chosen.push({ found, files })
    }
    const added = await stores.files.addToAll(
      user.id,
      chosen.map(({ found, files }) => ({ importId: found.id, files })),
    )
    if (!added) throw new AppError('conflict')
    const imports = chosen.map(({ found }) => ({ id: found.family_id, name: found.family_name }))
    return { data: { unplaced: [], imports } }
  })

  /** Uses the mapping that the family saved for the header of the file, if the family is known. */
  const readFor = async (user: CurrentUser, bytes: Uint8Array, familyId: string | undefined) => {
    const today = await stores.imports.latestDay(user.id)
    const reading = await reader.read(bytes, { today })
    const none = { reading, preset: null, mapping: null }
    if (reading.state !== 'needs_columns' || familyId === undefined) return none
    const known = await stores.files.findMapping(user.id, familyId, reading.signature)
    if (!known) return none
    const { headerLine, encoding, sheet, separator } = reading.csv.mapping
    const mapping = { ...known.mapping, headerLine, encoding, sheet, separator, account: null }
    return { reading: await reader.read(bytes, { mapping, today }), preset: known.name, mapping }
  }

  const findOrCreate = async (
    user: CurrentUser,
    batchId: string,
    familyId: string,
  ): Promise<ImportRecord> => {
    const known = (await stores.imports.listBatch(user.id, batchId)).find(each => each.family_id === familyId)
    const found = known ?? (await stores.imports.create(user.id, familyId, batchId))
    if (!found) throw new AppError('limit_reached')
    return found
  }

  serve(contract.clients.statements, async ({ user, params }) => {
    const batch = await stores.imports.listBatch(user.id, params.id)
    if (batch.length === 0) throw new AppError('not_found')
    return { data: await Promise.all(batch.map(found => wireStatements(stores, user, found))) }
  })
}

/** Groups the files of an upload by the family of their account; files without one go to the named family. */
function placeFiles(
  parts: readonly NewFile[],
  accounts: readonly AccountPlace[],
  named: string | undefined,
): { placed: Map<string, NewFile[]>; unplaced: string[] } {
  const placed = new Map<string, NewFile[]>()
  const unplaced: string[] = []
  for (const part of parts) {
    const family = accounts.find(({ id }) => id === part.accountId)?.family_id ?? named
    if (family === undefined) unplaced.push(part.statement.account ?? part.statement.name ?? part.name)
    else placed.set(family, [...(placed.get(family) ?? []), part])
  }
  return { placed, unplaced }
}

async function wireStatements(
  stores: ImportStores,
  user: CurrentUser,
  found: ImportRecord,
): Promise<StatementImport> {
  const { all } = await countRows(stores, user, found.id)
  const files = await stores.files.list(user.id, found.id)
  const isWaiting = files.some(file => file.state === 'needs_columns' || file.state === 'needs_account')
  return {
    id: found.id,
    family: { id: found.family_id, name: found.family_name },
    status: found.status,
    files: files.map(({ name, state, account_id, account_name }) => ({
      name,
      state,
      account: account_id === null ? null : { id: account_id, name: account_name ?? '' },
    })),
    counts: all,
    is_ready: !isWaiting && files.some(file => file.state === 'ready'),
  }
}
