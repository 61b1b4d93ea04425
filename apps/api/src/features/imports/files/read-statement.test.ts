import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { hostilePdfs } from '../../../../../../packages/importers/test/pdf/hostile-pdfs.ts'
import { inventedStatements } from '../../../../../../packages/importers/test/pdf/invented-statements.ts'
import { createStatementReader } from './read-statement.ts'

const entry = pathToFileURL(path.resolve(import.meta.dirname, '../../../app/import-worker.ts'))
const errors: string[] = []
const createReader = (limits: { timeoutMs: number; megabytes: number }) =>
  createStatementReader(entry, message => errors.push(message), limits)
/** Lower limits than those of the server save time. */
const reader = createReader({ timeoutMs: 60_000, megabytes: 300 })
const hastyReader = createReader({ timeoutMs: 4000, megabytes: 300 })
afterAll(() => Promise.all([reader.close(), hastyReader.close()]))

describe('the reader of statements', () => {
  it('reads a PDF beside other files', async () => {
    const note = await inventedStatements['kauf.pdf']()
    const [pdf, csv] = await Promise.all([reader.read(note), reader.read(Buffer.from('a;b\n1;2\n'))])
    expect(pdf).toMatchObject({ state: 'read', format: 'pdf', reading: { drafts: [{ type: 'trade' }] } })
    expect(csv.state).toBe('needs_columns')
  })

  it.each([
    ['an LZW bomb', reader, /too much memory/],
    ['a Brotli bomb', reader, /too much memory/],
    ['forms that multiply', hastyReader, /too long/],
    ['a cross-reference table of two billion entries', hastyReader, /too much memory|too long/],
  ])('ends a PDF within the limits of memory and time: %s', async (name, limited, reason) => {
    errors.length = 0
    const bytes = hostilePdfs[name]?.() ?? new Uint8Array()
    expect(await limited.read(bytes)).toMatchObject({
      state: 'unreadable',
      format: 'pdf',
      code: 'pdf_too_complex',
    })
    expect(errors).toEqual([expect.stringMatching(reason)])
    // The next file is read by another thread.
    expect((await limited.read(Buffer.from('a;b\n1;2\n'))).state).toBe('needs_columns')
  })
})
