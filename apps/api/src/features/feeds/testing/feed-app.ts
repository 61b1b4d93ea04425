import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expect, vi } from 'vitest'
import type { FeedOptions } from '../../../platform/settings/feeds.ts'
import { makeTemporaryFolder } from '../../../testing/temporary-folder.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

export const wait = { timeout: 30_000, interval: 100 }

/** An MT940 statement of one account: deposits, one per day from 1 July 2026. */
export function statement(number: string, amounts: readonly number[], reference = 'A'): string {
  const lines = amounts.flatMap((amount, index) => {
    const day = String(index + 1).padStart(2, '0')
    return [
      `:61:2607${day}07${day}C${amount},00NTRFNONREF//${reference}-${index}`,
      `:86:Deposit ${reference} ${index}`,
    ]
  })
  const sum = amounts.reduce((all, amount) => all + amount, 0)
  const last = String(amounts.length).padStart(2, '0')
  return [
    '{1:F01EXMPCHZZAXXX0000000000}{2:O9400000000000EXMPCHZZXXXX00000000000000000000N}{4:',
    `:20:STMT-${reference}`,
    `:25:${number}`,
    ':28C:7/1',
    ':60F:C260630CHF0,00',
    ...lines,
    `:62F:C2607${last}CHF${sum},00`,
    '-}',
    '',
  ].join('\r\n')
}

/** An MT535 statement of holdings: one security. */
export function holdings(number: string, quantity: number): string {
  return [
    '{1:F01EXMPCHZZAXXX0000000000}{2:O5350000000000EXMPCHZZXXXX00000000000000000000N}{4:',
    ':16R:GENL',
    ':28E:1/ONLY',
    ':20C::SEME//H-1',
    ':23G:NEWM',
    ':98A::STAT//20260703',
    ':22F::SFRE//DAIL',
    `:97A::SAFE//${number}`,
    ':17B::ACTI//Y',
    ':16S:GENL',
    ':16R:SUBSAFE',
    ':16R:FIN',
    ':35B:ISIN CH0099000116',
    'HELVETIA BAHNEN N',
    ':90B::MRKT//ACTU/CHF86,4',
    `:93B::AGGR//UNIT/${quantity},`,
    ':16S:FIN',
    ':16S:SUBSAFE',
    '-}',
    '',
  ].join('\r\n')
}

/** Writes files in another process, as the SFTP server of a bank would: `steps` are run one after the other. */
export async function dropInOtherProcess(steps: string): Promise<void> {
  const source = `
    import * as fs from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    ${steps}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
}

export interface FeedApp {
  app: TestApp
  inbox: string
  family: string
  /** Token of an administrator. */
  ada: string
  call(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    url: string,
    payload?: object,
    as?: string,
  ): Promise<Reply>
  addAccount(family: string, name: string, number: string | null, custodian?: string): Promise<string>
  /** Connects a folder and returns the feed and the path of the folder. */
  addFolder(family?: string, custodian?: string): Promise<{ id: string; folder: string }>
  deliveries(family?: string): Promise<DeliveryData[]>
  /** Names of the files in a folder, with those below it. */
  files(folder: string): string[]
  posted(account: string): Promise<number>
  settled(count: number): Promise<DeliveryData[]>
  close(): Promise<void>
}

interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: replies of many calls.
  body: any
}

export interface DeliveryData {
  id: string
  name: string
  state: string
  message: string | null
  import_id: string | null
  transactions_count: number
  holdings_count: number
  breaks_count: number | null
  repeats_count: number
}

/** Servers with an inbox, a family with an account at the bank Falkenau, and an administrator. */
export async function createFeedApp(
  feeds: Partial<FeedOptions> = {},
  { jobs = true }: { jobs?: boolean } = {},
): Promise<FeedApp> {
  const inbox = path.join(makeTemporaryFolder('feeds'), 'inbox')
  const app = await createTestApp({ jobs, feeds: { inbox, pollMs: 100, settleMs: 300, ...feeds } })
  const family = await app.addFamily('Moreau Brandt')
  await app.addUser({ username: 'ada', role: 'admin' })
  await app.database.query(
    "insert into custodian (id, name) values ('falkenau', 'Privatbank Falkenau'), ('rochette', 'Banque Rochette')",
  )
  const ada = (await app.signIn('ada')).access
  const call: FeedApp['call'] = async (method, url, payload, as = ada) => {
    const reply = await app.call({ method, url, as, ...(payload && { payload }) })
    return { status: reply.statusCode, body: reply.body === '' ? null : reply.json() }
  }
  const deliveries: FeedApp['deliveries'] = async (of = family) =>
    (await call('GET', `/api/feeds/deliveries/?family=${of}&limit=100`)).body.data
  return {
    app,
    inbox,
    family,
    ada,
    call,
    deliveries,
    async addAccount(of, name, number, custodian = 'falkenau') {
      const { rows } = await app.database.query(
        `insert into account (family_id, custodian_id, name, number, base_currency)
         values ($1, $2, $3, $4, 'CHF') returning id`,
        [of, custodian, name, number],
      )
      return rows[0].id
    },
    async addFolder(of = family, custodian = 'falkenau') {
      const { status, body } = await call('POST', '/api/feeds/', { family: of, kind: 'folder', custodian })
      expect(status, JSON.stringify(body)).toBe(200)
      return { id: body.data.id, folder: path.join(inbox, body.data.folder) }
    },
    files: folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort(),
    async posted(account) {
      const { rows } = await app.database.query(
        'select count(*)::int as count from transaction where account_id = $1 and superseded_by is null',
        [account],
      )
      return rows[0].count
    },
    settled: count =>
      vi.waitFor(async () => {
        const list = await deliveries()
        expect(list.filter(({ state }) => state !== 'received')).toHaveLength(count)
        const { rows } = await app.database.query('select from feed_delivery where not is_filed')
        expect(rows).toEqual([])
        return list
      }, wait),
    close: () => app.close(),
  }
}
