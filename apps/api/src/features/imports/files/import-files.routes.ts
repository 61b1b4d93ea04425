import { contract } from '@plumbline/contract'
import { type ColumnMapping, completeMapping, type FileReading } from '@plumbline/importers'
import type { CurrentUser } from '../../../platform/auth/current-user.ts'
import { AppError, invariant } from '../../../platform/errors/app-error.ts'
import type { Serve } from '../../../platform/http/serve.ts'
import type { NewAccount } from '../accounts/new-account.ts'
import { readWithSavedMapping } from '../deliveries/read-with-mapping.ts'
import { noCounts, parseMapping, wireFile } from '../import-wire.ts'
import {
  checkMayImport,
  countRows,
  findImport,
  type ImportStores,
  mayChange,
  mayImport,
} from '../imports.routes.ts'
import type { ImportRecord } from '../imports.store.ts'
import type { StatementReader } from './read-statement.ts'
import { splitUpload } from './split-upload.ts'

/** Enough for the trade notes of a year. */
export const maxFiles = 200

/** Adds files to an import, assigns accounts and changes column mappings. */
export function importFilesRoutes(
  serve: Serve,
  stores: ImportStores,
  reader: Pick<StatementReader, 'read'>,
): void {
  const { files } = stores

  const wireWithCounts = async (user: CurrentUser, found: ImportRecord, fileId: string) => {
    const { byFile } = await countRows(stores, user, found.id)
    const file = await files.find(user.id, found.id, fileId)
    if (!file) throw new AppError('not_found')
    return { data: wireFile(file, byFile.get(fileId) ?? noCounts(), user.language, found.currency) }
  }

  serve(contract.imports.addFile, async ({ user, params, query, request }) => {
    const found = await findImport(stores, user, params.id)
    if (!mayChange(found, user)) throw new AppError('not_found')
    if (found.file_names.length >= maxFiles) throw new AppError('limit_reached')
    const bytes = requireUpload(request.body)
    const today = await stores.imports.latestDay(user.id)
    const { reading, preset, mapping } = await readWithSavedMapping(reader, bytes, today, signature =>
      files.findMapping(user.id, found.family_id, signature),
    )
    const accounts = (await files.accounts(user.id, found.family_id)).filter(account =>
      mayImport(user, account, found),
    )
    const upload = { name: query.name, bytes }
    const added = splitUpload(upload, reading, accounts, mapping).map(file => ({
      ...file,
      preset: preset ?? file.preset,
    }))
    const ids = await files.add(user.id, found.id, added)
    if (!ids) throw new AppError('conflict')
    invariant(ids[0], 'every upload is at least one file')
    return wireWithCounts(user, found, ids[0])
  })

  serve(contract.imports.changeFile, async ({ user, params, body }) => {
    const found = await findImport(stores, user, params.id)
    const file = await files.find(user.id, found.id, params.fileId)
    if (!file || !mayChange(found, user)) throw new AppError('not_found')
    if (body.account !== undefined || body.new_account !== undefined) await place(user, found, file.id, body)
    if (body.mapping) {
      const content = await files.content(user.id, file.id)
      if (!content)
        throw new AppError('invalid_field', {
          field: 'mapping',
          message: 'This file has no columns to name.',
        })
      const wanted = parseMapping(body.mapping)
      const today = await stores.imports.latestDay(user.id)
      const renew = findRenewal(file.mapping && completeMapping(file.mapping), wanted)
      const reading: FileReading = await reader.read(content, { mapping: wanted, today, renew })
      const mapping = reading.state === 'read' && reading.csv ? reading.csv.mapping : wanted
      const [again, ...others] = splitUpload({ name: file.name, bytes: content }, reading, [], mapping)
      invariant(again, 'a reading is at least one file')
      if (!(await files.replace(user.id, found.id, file.id, again, again.mapping ?? mapping)))
        throw new AppError('conflict')
      if (others.length > 0) await files.add(user.id, found.id, others)
      if (body.remember_as && reading.state === 'read' && reading.signature)
        await files.saveMapping(
          user.id,
          found.family_id,
          { id: file.id, signature: reading.signature },
          body.remember_as,
          forOtherFiles(mapping),
        )
    }
    return wireWithCounts(user, found, file.id)
  })

  const place = async (
    user: CurrentUser,
    found: ImportRecord,
    fileId: string,
    body: {
      account?: string | null | undefined
      new_account?: NewAccount | undefined
    },
  ): Promise<void> => {
    const account = body.account ? await files.account(user.id, body.account) : null
    if (body.account && !account)
      throw new AppError('invalid_field', { field: 'account', message: 'This account does not exist.' })
    if (account) checkMayImport(user, account, found)
    const newAccount = account ? null : (body.new_account ?? null)
    if (newAccount?.custodian != null) checkMayImport(user, { is_manual: false }, found)
    const placed = await files.place(user.id, found.id, fileId, { account, newAccount })
    if (placed === 'not_open') throw new AppError('conflict')
    if (placed === 'other_family')
      throw new AppError('invalid_field', {
        field: 'account',
        message: 'This account belongs to a different family than the import.',
      })
  }

  serve(contract.imports.page, async ({ user, params, query }) => {
    const found = await findImport(stores, user, params.id)
    const file = await files.find(user.id, found.id, params.fileId)
    const page = file && (await files.page(user.id, file.id, query.page))
    if (!page) throw new AppError('not_found')
    const lines = page.lines.map((line, index) => ({ ...line, line: index + 1, parts: [...line.parts] }))
    return { data: { ...page, page: query.page, pages_count: file.page_starts.length, lines } }
  })

  serve(contract.imports.removeFile, async ({ user, params }) => {
    const found = await findImport(stores, user, params.id)
    const file = await files.find(user.id, found.id, params.fileId)
    if (!file || !mayChange(found, user)) throw new AppError('not_found')
    if (!(await files.remove(user.id, found.id, file.id))) throw new AppError('conflict')
    return undefined
  })
}

/** Another file of a layout is of another day, and its account may be in another dollar and is open already. */
function forOtherFiles(mapping: ColumnMapping): ColumnMapping {
  const rowsAre = mapping.rowsAre === 'opening' ? 'holdings' : mapping.rowsAre
  return { ...mapping, rowsAre, asOf: null, account: null, dollar: null }
}

/** What has to be proposed anew: the table for another place in the file, open answers for other columns. */
function findRenewal(before: ColumnMapping | null, after: ColumnMapping): 'table' | 'answers' | 'open' {
  if (!before) return 'open'
  const place = ({ sheet, headerLine, separator, encoding }: ColumnMapping) =>
    JSON.stringify([sheet, headerLine, separator, encoding])
  if (place(before) !== place(after)) return 'table'
  const meanings = ({ columns }: ColumnMapping) => JSON.stringify(columns.map(({ meaning }) => meaning))
  return meanings(before) === meanings(after) ? 'open' : 'answers'
}

export function requireUpload(body: unknown): Uint8Array {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError('unreadable_file')
  return body
}
