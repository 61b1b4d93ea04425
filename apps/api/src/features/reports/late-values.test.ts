import { setTimeout as sleep } from 'node:timers/promises'
import { extractText, getDocumentProxy } from 'unpdf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { testLedger } from '../../testing/test-ledger.ts'

/** Francs with a rate all the time, pounds with one from 2 June on. */
let app: TestApp
let nora: string

beforeAll(async () => {
  app = await createTestApp({ jobs: true })
  const write = testLedger(app.database)
  const family = await app.addFamily('Rowan')
  await app.addUser({ username: 'nora', role: 'investor', familyId: family })
  nora = (await app.signIn('nora')).access
  const home = await write.account(family, 'Home')
  await write.rates('CHF', { '2026-03-01': 1.1, '2026-11-13': 1.1 })
  await write.rates('GBP', { '2026-06-02': 1.3, '2026-11-13': 1.3 })
  const share = await write.instrument('Franc works')
  await write.prices(share, { '2026-03-02': 100, '2026-11-13': 100 })
  const date = '2026-03-02'
  await write.post(family, home, { type: 'deposit', date, amount: '10000', currency: 'CHF' })
  await write.post(family, home, { type: 'deposit', date, amount: '50000', currency: 'GBP' })
  await write.post(family, home, { type: 'trade', date, instrument: share, quantity: '10', price: '100' })
})
afterAll(() => app.close())

async function print(format: 'pdf' | 'csv') {
  const report = { name: 'Statement', report_type: 'statement', calculated_currency: 'CHF' }
  const made = await app.call({ method: 'POST', url: '/api/reports/', as: nora, payload: report })
  const reply = await app.call({
    method: 'POST',
    url: `/api/reports/${made.json().data.id}/pdf/`,
    as: nora,
    payload: { format, period: { name: null, start_date: '2026-05-01', end_date: '2026-11-13' } },
  })
  if (reply.statusCode !== 202) return reply
  const url = `/api/jobs/${reply.json().data.id}/`
  const isOver = async () =>
    ['done', 'failed'].includes((await app.call({ method: 'GET', url, as: nora })).json().data.status)
  while (!(await isOver())) await sleep(100)
  return app.call({ method: 'GET', url: `${url}result/`, as: nora })
}

describe('a report of a period within which a rate comes', () => {
  it('marks the opening value as partial and says which flow is no payment', async () => {
    const { rawPayload } = await print('pdf')
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), {
      mergePages: true,
    })
    const words = text.replaceAll(/\s+/g, ' ')
    expect(words).toMatch(/Opening value, 30 Apr 2026 \(partial\)/)
    expect(words).toMatch(/Net cash flow, of which first valuations 59,090\.91/)
    expect(words).toMatch(/No exchange rate before 2 Jun 2026: GBP, needed since 2 Mar 2026/)
  })

  it('says so in tables, and marks the year', async () => {
    const { body } = await print('csv')
    expect(body).toContain('No exchange rate before 2 Jun 2026: GBP')
    expect(body).toMatch(/2026[^\r\n,]*\(partial\)/)
  })
})
