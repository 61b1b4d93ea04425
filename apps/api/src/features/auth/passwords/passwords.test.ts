import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
import { hash } from '@node-rs/argon2'
import { describe, expect, it } from 'vitest'
import { hashThreads } from './hash-threads.ts'
import { createPasswords, hashPassword } from './passwords.ts'

const entry = new URL('../../../app/password-worker.ts', import.meta.url)
const passwords = createPasswords(entry)

/** How far each thread of this process stands behind, as Linux tells it. */
function nicenesses(): number[] {
  return readdirSync('/proc/self/task').map(thread => {
    const fields = readFileSync(`/proc/self/task/${thread}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return Number(fields[16])
  })
}

describe('a password', () => {
  it('is known again, however its letters were composed, and nobody without one has it', async () => {
    const kept = await passwords.hash('Zürich ﬁrst')
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.matches('Zürich first'.normalize('NFD'), kept)).toBe(true)
    expect(await passwords.matches('Zurich first', kept)).toBe(false)
    expect(await passwords.matches('no such user', null)).toBe(false)
    expect(await passwords.matches('set by a command', await hashPassword('set by a command'))).toBe(true)
  })

  it('is refused when as many wait as may, and the others are answered', async () => {
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

  it('with a hash that is none fails alone', async () => {
    await expect(passwords.matches('anything', 'not a hash')).rejects.toThrow()
    expect(await passwords.matches('anything', null)).toBe(false)
  })

  it.runIf(process.platform === 'linux')(
    'is hashed by a thread of lower priority than the process',
    async () => {
      await passwords.hash('a thread is open')
      const own = getPriority(process.pid)
      expect(nicenesses()).toContain(own)
      expect(nicenesses()).toContain(Math.min(19, own + 5))
    },
  )

  it('is hashed by another thread when one has ended, at work or idle', async () => {
    const order = { kind: 'compare', password: 'x', hash: 'y' } as const
    const ending = hashThreads(new URL('data:text/javascript,process.exit(3)'))
    await expect(ending.carryOut(order)).rejects.toThrow('ended with 3')
    await expect(ending.carryOut(order)).rejects.toThrow('ended with 3')
    const failingLater = `import { parentPort } from 'node:worker_threads'
      parentPort.on('message', () => {
        parentPort.postMessage({ value: true, coreMs: 0 })
        setTimeout(() => { throw new Error('later') })
      })`
    const idleOnes = hashThreads(new URL(`data:text/javascript,${encodeURIComponent(failingLater)}`))
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await idleOnes.carryOut(order)).toBe(true)
      // Not long enough that it has always ended: an order may meet one that is about to.
      await new Promise(resolve => setTimeout(resolve, 20 * turn))
    }
  })
})
