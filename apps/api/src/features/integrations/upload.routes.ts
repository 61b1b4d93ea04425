import { contract } from '@plumbline/contract'
import { AppError } from '../../platform/errors/app-error.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { readPricesCsv, WrongLine } from './prices-csv.ts'
import type { UploadStore } from './upload.store.ts'

/** Prices and rates as a file, where no provider has them. */
export function uploadRoutes(serve: Serve, store: UploadStore): void {
  serve(contract.integrations.upload, async ({ user, query, request }) => {
    const text = textOf(request.body)
    try {
      const file = readPricesCsv(text, await store.today())
      const changed = await store.write({ id: user.id, address: request.ip }, query.name, file)
      return { data: { kind: file.kind, rows_count: file.lines.length, changed_count: changed } }
    } catch (error) {
      if (error instanceof WrongLine) throw new AppError('unreadable_file', { message: error.message })
      throw error
    }
  })
}

function textOf(body: unknown): string {
  if (!Buffer.isBuffer(body) || body.length === 0) throw new AppError('unreadable_file')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body)
  } catch {
    throw new AppError('unreadable_file', { message: 'Save the file as UTF-8.' })
  }
}
