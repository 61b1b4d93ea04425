import { setTimeout as sleep } from 'node:timers/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'
import { readZipEntry } from '../../testing/zip-entry.ts'

/** Cash in CHF and GBP without any rate, and a share without any price. */
let app: TestApp
let ivy: string
let report: string

beforeAll(async () => {
  app = await createTestApp({ jobs: true })
  const family = await app.addFamily('Birchwood')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  const ledger = testLedger(app.database)
  const account = await ledger.account(family, 'Main')
  const date = '2026-03-02'
  await ledger.post(family, account, { type: 'deposit', date, amount: '5000' })
  await ledger.post(family, account, { type: 'deposit', date, amount: '700', currency: 'GBP' })
  const instrument = await ledger.instrument('Alpenglow')
  await ledger.post(family, account, { type: 'transfer_in', date, instrument, quantity: '10' })
  ivy = (await app.signIn('ivy')).access
  const payload = { name: 'Statement', report_type: 'statement', calculated_currency: 'CHF' }
  const made = await app.call({ method: 'POST', url: '/api/reports/', as: ivy, payload })
  report = made.json().data.id
})
afterAll(() => app.close())

async function print(format: string): Promise<Buffer> {
  const url = `/api/reports/${report}/pdf/`
  const reply = await app.call({ method: 'POST', url, as: ivy, payload: { format } })
  if (reply.statusCode !== 202) return reply.rawPayload
  const { id } = reply.json().data
  for (;;) {
    const { status } = (await app.call({ method: 'GET', url: `/api/jobs/${id}/`, as: ivy })).json().data
    if (status === 'done') break
    expect(status).not.toBe('failed')
    await sleep(100)
  }
  return (await app.call({ method: 'GET', url: `/api/jobs/${id}/result/`, as: ivy })).rawPayload
}

/** What every format says: that the value is partial, and which price and rate it lacks. */
function expectGaps(printed: string): void {
  expect(printed).toContain('Partial')
  expect(printed).toContain('Exchange rate missing since 2 Mar 2026: GBP')
  expect(printed).toContain('Price missing since 2 Mar 2026: Alpenglow')
}

describe('a report with a missing price and a missing rate', () => {
  it('says what is missing in the PDF', async () => {
    const bytes = new Uint8Array(await print('pdf'))
    const { text } = await extractText(await getDocumentProxy(bytes), { mergePages: true })
    const printed = text.replaceAll(/\s+/g, ' ')
    expectGaps(printed)
    expect(printed).toContain('(partial)')
  })

  it('says what is missing in the workbook', async () => {
    const texts = readZipEntry(await print('xlsx'), 'xl/sharedStrings.xml')
    expectGaps(texts.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' '))
  })
})
