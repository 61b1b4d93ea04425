import { contract } from '@plumbline/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import { sendCsv, toCsv } from '../../platform/http/bodies/csv.ts'
import { wantsCsv } from '../../platform/http/bodies/media-types.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { fixDraft } from './fix-draft.ts'
import { draftColumns, wireDraft } from './import-wire.ts'
import { findImport, type ImportStores, mayChange } from './imports.routes.ts'

/** Shows the rows of an import as transactions, and fixes or excludes single rows. */
export function importDraftsRoutes(serve: Serve, stores: ImportStores): void {
  serve(contract.imports.drafts, async ({ user, params, query, request, reply }) => {
    const found = await findImport(stores, user, params.id)
    const isWhole = wantsCsv(request)
    const language = user.language
    const listQuery = { ...query, page: isWhole ? null : query }
    const { rows, count } = await stores.rows.list(user.id, found.id, listQuery)
    const data = rows.map(row => wireDraft(row, language))
    if (isWhole) return sendCsv(reply, toCsv(draftColumns, data))
    const path = contract.imports.drafts.path.replace(':id', found.id)
    return { ...pageLinks(path, query, count), count, data }
  })

  serve(contract.imports.changeDraft, async ({ user, params, body }) => {
    const found = await findImport(stores, user, params.id)
    const place = /^([0-9a-f-]{36})\.(\d{1,9})$/.exec(params.draftId)
    const row = place?.[1] ? await stores.rows.find(user.id, found.id, place[1], Number(place[2])) : null
    if (!row || !mayChange(found, user)) throw new AppError('not_found')
    if (body.instrument && !(await stores.rows.seesInstrument(user.id, body.instrument)))
      throw new AppError('invalid_field', { field: 'instrument', message: 'This instrument does not exist.' })
    const {
      is_left_out: isLeftOut = row.is_left_out,
      is_confirmed: isConfirmed = row.is_confirmed,
      ...change
    } = body
    const isFixed = Object.keys(change).length > 0
    if (isFixed && row.kind === 'cancellation') throw new AppError('conflict')
    const { draft, problem } = isFixed
      ? fixDraft(row, change)
      : { draft: row.fixed_draft, problem: row.trouble }
    const changed = await stores.rows.fix(user.id, found.id, row, {
      isLeftOut,
      isConfirmed,
      draft: draft ?? row.fixed_draft,
      problem,
    })
    if (!changed) throw new AppError('conflict')
    return { data: wireDraft(changed, user.language) }
  })
}
