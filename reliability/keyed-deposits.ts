import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from './running-server.ts'

export interface Deposits {
  /** Creates deposits continuously until aborted, each with its own key. */
  write(server: () => RunningServer, access: string, signal: AbortSignal): Promise<void>
  /** Retries those without a reply, and lists deposits that do not exist exactly once. */
  check(server: RunningServer, access: string): Promise<string[]>
  sent(): number
  retried(): number
}

interface Deposit {
  key: string
  isConfirmed: boolean
}

const pauseMs = 10
const maxTries = 20
const listedWithinMs = 10_000

/** Creates deposits in a separate account, identified by their amounts: 1, 2, 3 … */
export async function createDeposits(first: RunningServer, access: string): Promise<Deposits> {
  const deposits = new Map<number, Deposit>()
  let retried = 0
  const opened = await first.call(
    'POST',
    '/api/accounts/',
    { name: `Deposits ${randomUUID()}`, currency: 'CHF' },
    access,
  )
  if (!opened.ok)
    throw new Error(`cannot open the account for deposits: ${opened.status} ${await opened.text()}`)
  const { data: account } = (await opened.json()) as { data: { id: string } }

  const send = (server: RunningServer, amount: number, { key }: Deposit, access: string) =>
    server.call(
      'POST',
      '/api/transactions/',
      {
        account: account.id,
        transaction_type: 'deposit',
        date: '2026-01-06',
        currency: 'CHF',
        amount,
        confirm: ['nav_change', 'before_first_day', 'unusual_price'],
      },
      access,
      key,
    )

  /** A final reply: 503 and a broken connection leave the outcome open. */
  async function isSettled(server: RunningServer, amount: number, deposit: Deposit, access: string) {
    const reply = await send(server, amount, deposit, access).catch(() => null)
    if (reply === null || reply.status >= 500) return false
    const code = reply.ok ? '' : ((await reply.json()) as { errors: { code: string }[] }).errors[0]?.code
    return reply.ok || code === 'already_saved'
  }

  async function listAmounts(server: RunningServer, access: string): Promise<number[]> {
    const found: number[] = []
    for (const deadline = Date.now() + listedWithinMs; ; ) {
      const reply = await server.call(
        'POST',
        `/api/transactions/list/?limit=1000&offset=${found.length}`,
        { filters: { filter_account: [account.id] } },
        access,
      )
      // Right after a fault, a server may still have to reconnect.
      if (reply.status === 503 && Date.now() < deadline) {
        await sleep(pauseMs)
        continue
      }
      if (!reply.ok) throw new Error(`the deposits cannot be listed: ${reply.status} ${await reply.text()}`)
      const page = (await reply.json()) as { data: { original_amount: number }[] }
      found.push(...page.data.map(row => row.original_amount))
      if (page.data.length < 1000) return found
    }
  }

  return {
    sent: () => deposits.size,
    retried: () => retried,
    async write(server, access, signal) {
      while (!signal.aborted) {
        const amount = deposits.size + 1
        const deposit = { key: randomUUID(), isConfirmed: false }
        deposits.set(amount, deposit)
        deposit.isConfirmed = await isSettled(server(), amount, deposit, access)
        await sleep(pauseMs)
      }
    },
    async check(server, access) {
      const wrong: string[] = []
      for (const [amount, deposit] of deposits) {
        if (deposit.isConfirmed) continue
        retried += 1
        for (let tries = 0; !deposit.isConfirmed && tries < maxTries; tries += 1)
          deposit.isConfirmed = await isSettled(server, amount, deposit, access)
        if (!deposit.isConfirmed) wrong.push(`deposit ${amount} gets no reply when it is retried`)
      }
      const counts = Map.groupBy(await listAmounts(server, access), amount => amount)
      for (const amount of deposits.keys()) {
        const count = counts.get(amount)?.length ?? 0
        if (count !== 1) wrong.push(`deposit ${amount} exists ${count} times`)
      }
      return wrong
    },
  }
}
