import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, vi } from 'vitest'
import { createTestApp, type TestApp } from './test-app.ts'
import { testLedger } from './test-ledger.ts'

const samples = path.resolve(import.meta.dirname, '../../../../packages/importers/samples')

export const sample = (name: string): Buffer => readFileSync(path.join(samples, name))

export interface ImportedFile {
  id: string
  state: string
  format: string | null
  preset: string | null
  message: string | null
  account: { id: string } | null
  suggested_account: object | null
  rows_count: number
  counts: Record<'new' | 'changed' | 'duplicate' | 'problem' | 'left_out', number>
  // biome-ignore lint/suspicious/noExplicitAny: the mapping is sent back unchanged.
  mapping: any
}

/** The calls of an import by one user on one of two servers. */
export function importCalls(app: TestApp, as: string, at: 0 | 1 = 0) {
  const call = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object | Buffer) =>
    app.call({ method, url, as, at, ...(payload === undefined ? {} : { payload }) })
  const data = async (...request: Parameters<typeof call>) => {
    const reply = await call(...request)
    if (reply.statusCode >= 300) throw new Error(`${request[1]}: ${reply.statusCode} ${reply.body}`)
    return reply.json().data
  }
  const calls = {
    call,
    create: async (family?: string): Promise<string> =>
      (await data('POST', '/api/imports/', family === undefined ? {} : { family })).id,
    read: (id: string) => data('GET', `/api/imports/${id}/`),
    upload: (id: string, name: string, bytes: Buffer): Promise<ImportedFile> =>
      data('POST', `/api/imports/${id}/files/?name=${encodeURIComponent(name)}`, bytes),
    changeFile: (id: string, file: string, change: object): Promise<ImportedFile> =>
      data('PATCH', `/api/imports/${id}/files/${file}/`, change),
    drafts: async (id: string, query = '') =>
      data('GET', `/api/imports/${id}/drafts/?order_by=line&limit=1000${query}`),
    changeDraft: (id: string, draft: string, change: object) =>
      data('PATCH', `/api/imports/${id}/drafts/${draft}/`, change),
    undo: (id: string) => data('POST', `/api/imports/${id}/undo/`),
    /** Applies an import, waits until its job has ended, and returns the job. */
    async apply(id: string): Promise<{ status: string; message: string | null }> {
      const job = await data('POST', `/api/imports/${id}/apply/`)
      return vi.waitFor(
        async () => {
          const now = await data('GET', `/api/jobs/${job.id}/`)
          expect(['done', 'failed', 'cancelled']).toContain(now.status)
          return now
        },
        { timeout: 40_000, interval: 100 },
      )
    },
    /** Uploads and applies a file to one account. */
    async whole(name: string, bytes: Buffer, account: string, family?: string): Promise<string> {
      const id = await calls.create(family)
      const file = await calls.upload(id, name, bytes)
      await calls.changeFile(id, file.id, { account })
      await calls.apply(id)
      return id
    },
  }
  return calls
}

/** An app with a family whose investor imports files, and new manual accounts, so that tests share no transactions. */
export async function createImportApp() {
  const app = await createTestApp({ jobs: true })
  const family = await app.addFamily('Own')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  const token = (await app.signIn('ivy')).access
  let accounts = 0
  return {
    app,
    family,
    token,
    ivy: importCalls(app, token),
    /** The transactions of an account, in the order of their days. */
    async posted(accountId: string) {
      const { rows } = await app.database.query(
        `select b.transaction_type as type, b.date, b.quantity::text, b.net::text, b.amount::text, b.source_key, b.revision,
         b.root_id, i.isin, i.name
       from transaction b left join instrument i on i.id = b.instrument_id
       where b.account_id = $1 and b.superseded_by is null and b.status <> 'void' order by b.date, b.source_key`,
        [accountId],
      )
      return rows
    },
    addAccount(currency: string): Promise<string> {
      accounts += 1
      return testLedger(app.database).account(family, `Account ${accounts}`, currency)
    },
  }
}
