import { contract } from '@plumbline/contract'
import type { FileReading } from '@plumbline/importers'
import type { SignedIn } from '../../platform/auth/signed-in.ts'
import { AppError, invariant } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { filesOf } from './files-of-reading.ts'
import { countsOf, findImport, type ImportStores, refuseCustodian } from './imports.routes.ts'
import type { StatementReader } from './read-statement.ts'
import { fileOf, mappingFrom, noCounts } from './wire.ts'

/** Files in one import; a year of monthly statements of two accounts fits. */
const mostFiles = 40

/** The files of an import: read as they come, placed in an account, and read again as somebody says. */
export function importFilesRoutes(serve: Serve, stores: ImportStores, reader: StatementReader): void {
  const { files } = stores

  const shown = async (user: SignedIn, importId: string, fileId: string) => {
    const { byFile } = await countsOf(stores, user, importId)
    const file = await files.find(user.id, importId, fileId)
    if (!file) throw new AppError('not_found')
    return { data: fileOf(file, byFile.get(fileId) ?? noCounts(), user.language) }
  }

  /** A file with a header that the family has explained before is read as they said. */
  const readAsRemembered = async (user: SignedIn, familyId: string, bytes: Uint8Array) => {
    const reading = await reader.read(bytes)
    if (reading.state !== 'needs_columns') return { reading, preset: null, mapping: null }
    const known = await files.remembered(user.id, familyId, reading.signature)
    if (!known) return { reading, preset: null, mapping: null }
    // Where the header stands and how the text is encoded is a matter of each file.
    const { headerLine, encoding } = reading.csv.mapping
    const mapping = { ...known.mapping, headerLine, encoding }
    return { reading: await reader.read(bytes, { mapping }), preset: known.name, mapping }
  }

  serve(contract.imports.addFile, async ({ user, params, query, request }) => {
    const found = await findImport(stores, user, params.id)
    if (found.user_id !== user.id) throw new AppError('not_found')
    if (found.file_names.length >= mostFiles) throw new AppError('limit_reached')
    const bytes = uploaded(request.body)
    const { reading, preset, mapping } = await readAsRemembered(user, found.family_id, bytes)
    const accounts = (await files.accounts(user.id, found.family_id)).filter(
      account => account.is_manual || user.role === 'admin',
    )
    const upload = { name: query.name, bytes }
    const added = filesOf(upload, reading, accounts, mapping).map(file => ({
      ...file,
      preset: preset ?? file.preset,
    }))
    const ids = await files.add(user.id, found.id, added)
    if (!ids) throw new AppError('conflict')
    invariant(ids[0], 'every upload is at least one file')
    return shown(user, found.id, ids[0])
  })

  serve(contract.imports.changeFile, async ({ user, params, body }) => {
    const found = await findImport(stores, user, params.id)
    const file = await files.find(user.id, found.id, params.fileId)
    if (!file || found.user_id !== user.id) throw new AppError('not_found')
    if (body.account !== undefined || body.new_account !== undefined)
      await place(user, found.id, file.id, body)
    if (body.mapping) {
      const content = await files.content(user.id, file.id)
      if (!content)
        throw new AppError('invalid_field', {
          field: 'mapping',
          message: 'This file has no columns to name.',
        })
      const mapping = mappingFrom(body.mapping)
      const reading: FileReading = await reader.read(content, { mapping })
      const [again] = filesOf({ name: file.name, bytes: content }, reading, [], mapping)
      invariant(again, 'a reading is at least one file')
      if (!(await files.replace(user.id, found.id, file.id, again, mapping))) throw new AppError('conflict')
      if (body.remember_as && reading.state === 'read' && reading.signature)
        await files.remember(
          user.id,
          found.family_id,
          { id: file.id, signature: reading.signature },
          body.remember_as,
          mapping,
        )
    }
    return shown(user, found.id, file.id)
  })

  const place = async (
    user: SignedIn,
    importId: string,
    fileId: string,
    body: {
      account?: string | null | undefined
      new_account?: { name: string; currency: string } | undefined
    },
  ): Promise<void> => {
    const account = body.account ? await files.account(user.id, body.account) : null
    if (body.account && !account)
      throw new AppError('invalid_field', { field: 'account', message: 'This account does not exist.' })
    if (account) refuseCustodian(user, account)
    const newAccount = account ? null : (body.new_account ?? null)
    const placed = await files.place(user.id, importId, fileId, { account, newAccount })
    if (placed === 'not_open') throw new AppError('conflict')
    if (placed === 'other_family')
      throw new AppError('invalid_field', {
        field: 'account',
        message: 'This account belongs to another family than the import.',
      })
  }

  serve(contract.imports.removeFile, async ({ user, params }) => {
    const found = await findImport(stores, user, params.id)
    const file = await files.find(user.id, found.id, params.fileId)
    if (!file || found.user_id !== user.id) throw new AppError('not_found')
    if (!(await files.remove(user.id, found.id, file.id))) throw new AppError('conflict')
    return undefined
  })
}

function uploaded(body: unknown): Uint8Array {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError('unreadable_file')
  return body
}
