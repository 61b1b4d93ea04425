import { plausibilityQuestions } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseSize, createRandom, isPlanted, printResult } from './access/sizes.ts'
import { createTestApp, type TestApp } from './test-app.ts'
import { testLedger } from './test-ledger.ts'

const writers = chooseSize(6, 50)
const edits = chooseSize(20, 10_000)
const entries = chooseSize(2, 250)
const random = createRandom()
const below = (most: number) => Math.floor(random() * most)

let app: TestApp
let access: Promise<string>
let ids: string[]

beforeAll(async () => {
  app = await createTestApp()
  const family = await app.addFamily('Writers')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  signIn()
  const account = await testLedger(app.database).account(family, 'Main')
  const deposit = {
    account,
    transaction_type: 'deposit',
    date: '2026-03-02',
    currency: 'CHF',
    amount: 1,
    confirm: [...plausibilityQuestions],
  }
  ids = []
  for (let place = 0; place < entries; place += 1) {
    const reply = await call('POST', '/api/transactions/', 0, deposit)
    expect(reply.statusCode, reply.body).toBe(200)
    ids.push(reply.json().data.id)
  }
})
afterAll(() => app.close())

function signIn(): void {
  access = app.signIn('ivy').then(tokens => tokens.access)
}

const call = async (method: 'GET' | 'POST' | 'PATCH', url: string, at: 0 | 1, payload?: object) =>
  app.call({ method, url, as: await access, at, ...(payload && { payload }) })

interface Version {
  revision: number
  amount: number
}

/** All versions of a transaction, the oldest first. */
async function versionsOf(id: string, at: 0 | 1): Promise<Version[]> {
  const reply = await call('GET', `/api/transactions/${id}/history/`, at)
  expect(reply.statusCode, reply.body).toBe(200)
  const rows: { revision: number; transaction: { original_amount: number } }[] = reply.json().data
  return rows
    .map(({ revision, transaction }) => ({ revision, amount: transaction.original_amount }))
    .reverse()
}

async function newestOf(id: string, at: 0 | 1): Promise<Version> {
  const newest = (await versionsOf(id, at)).at(-1)
  if (!newest) throw new Error(`${id} has no versions`)
  return newest
}

describe('concurrent corrections of the same transactions through two servers', () => {
  it(`lose none of ${edits} updates`, { timeout: 1_800_000 }, async () => {
    /** The amount added by each acknowledged revision. */
    const added = new Map(ids.map(id => [id, new Map<number, number>()]))
    let left = edits
    let refused = 0
    const write = async () => {
      while (left > 0) {
        const [id = '', at, amount] = [ids[below(ids.length)], below(2) as 0 | 1, 1 + below(9)]
        const read = await newestOf(id, at)
        // The planted bug: the version is not compared, so a concurrent change is overwritten.
        const { revision } = isPlanted ? await newestOf(id, at) : read
        const reply = await call('PATCH', `/api/transactions/${id}/`, below(2) as 0 | 1, {
          confirm: [...plausibilityQuestions],
          revision,
          reason: 'More',
          amount: read.amount + amount,
        })
        if (reply.statusCode === 409) {
          refused += 1
          continue
        }
        expect(reply.statusCode, reply.body).toBe(200)
        const { revision: made, original_amount: shown } = reply.json().data
        // The reply must show this correction, not a later one by another writer.
        expect([made, shown], `the reply for ${id}`).toEqual([revision + 1, read.amount + amount])
        expect(added.get(id)?.has(made), `revision ${made} of ${id} was given twice`).toBe(false)
        added.get(id)?.set(made, amount)
        left -= 1
        // Access tokens expire during the run.
        if (left % 1000 === 0) signIn()
        if (left % 1000 === 0 && left > 0) printResult(`${left} corrections to go`)
      }
    }
    await Promise.all(Array.from({ length: writers }, write))

    const wrong: string[] = []
    for (const [id, made] of added) {
      let amount = 1
      const expected = [{ revision: 1, amount }]
      for (const revision of [...made.keys()].sort((a, b) => a - b)) {
        amount += made.get(revision) ?? 0
        expected.push({ revision, amount })
      }
      const found = await versionsOf(id, below(2) as 0 | 1)
      if (JSON.stringify(found) !== JSON.stringify(expected))
        wrong.push(`${id}: ${JSON.stringify(found.slice(-3))} is not ${JSON.stringify(expected.slice(-3))}`)
    }
    printResult(
      `Many writers: ${writers} made ${edits - left} corrections, ${refused} were rejected because of a concurrent change`,
    )
    expect(wrong.slice(0, 5)).toEqual([])
  })
})
