import { contract } from '@plumbline/contract'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { LineError, readPricesCsv } from './prices-csv.ts'
import type { UploadStore } from './upload.store.ts'

/** Uploads prices and rates that no provider has. */
export function uploadRoutes(serve: Serve, store: UploadStore): void {
  serve(contract.integrations.upload, async ({ user, query, request }) => {
    const text = decodeText(request.body)
    try {
      const file = readPricesCsv(text, await store.today())
      const changed = await store.write(toActor(user, request.ip), query.name, file)
      return { data: { kind: file.kind, rows_count: file.lines.length, changed_count: changed } }
    } catch (error) {
      if (error instanceof LineError) throw new AppError('unreadable_file', { message: error.message })
      throw error
    }
  })
}

function decodeText(body: unknown): string {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError('unreadable_file')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new AppError('unreadable_file', { message: 'Save the file as UTF-8.' })
  }
}
