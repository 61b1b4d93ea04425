import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { hashWorkers } from './hash-workers.ts'
import { createPasswords, hashPassword } from './passwords.ts'

const entry = new URL('../../../app/password-worker.ts', import.meta.url)
const passwords = createPasswords(entry)

/** The nice value of each thread of this process, as Linux reports it. */
function nicenesses(): number[] {
  return readdirSync('/proc/self/task').map(thread => {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return Number(fields[16])
  })
}

describe('password hashing', () => {
  it('recognizes a password in any Unicode form, and never matches a user without one', async () => {
    const kept = await passwords.hash('Zürich ﬁrst')
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.matches('Zürich first'.normalize('NFD'), kept)).toBe(true)
    expect(await passwords.matches('Zurich first', kept)).toBe(false)
    expect(await passwords.matches('no such user', null)).toBe(false)
    expect(await passwords.matches('set by a command', await hashPassword('set by a command'))).toBe(true)
  })

  it('refuses when the queue is full, and completes queued requests', async () => {
    const cheap = await hash('one of many', { memoryCost: 8, timeCost: 1 })
    const tries = Array.from({ length: 300 }, () => passwords.matches('one of many', cheap))
    expect(passwords.isBusy()).toBe(true)
    const settled = await Promise.allSettled(tries)
    const refused = settled.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused.length).toBeLessThan(50)
    expect(refused[0]).toMatchObject({ reason: { code: 'overloaded' } })
    expect(passwords.isBusy()).toBe(false)
  })

  it('fails only the request with an invalid hash', async () => {
    await expect(passwords.matches('anything', 'not a hash')).rejects.toThrow()
    expect(await passwords.matches('anything', null)).toBe(false)
  })

  it.runIf(process.platform === 'linux')('runs in a worker of lower priority than the process', async () => {
    await passwords.hash('a worker is started')
    const own = getPriority(process.pid)
    expect(nicenesses()).toContain(own)
    expect(nicenesses()).toContain(Math.min(19, own + 5))
  })

  it('uses another worker when one exits while busy or idle', async () => {
    const order = { kind: 'compare', password: 'x', hash: 'y' } as const
    const ending = hashWorkers(new URL('data:text/javascript,process.exit(3)'))
    await expect(ending.run(order)).rejects.toThrow('ended with 3')
    await expect(ending.run(order)).rejects.toThrow('ended with 3')
    const failingLater = `import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => {
        parentPort.postMessage({ value: true, coreMs: 0 })
        setTimeout(() => { throw new Error('later') })
      })`
    const idleOnes = hashWorkers(new URL(`data:text/javascript,${encodeURIComponent(failingLater)}`))
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await idleOnes.run(order)).toBe(true)
      // Short enough that a request can meet a worker that is about to exit.
      await new Promise(resolve => setTimeout(resolve, 20 * turn))
    }
  })
})
