import type { PortfolioSnapshot } from '@plumbline/engine'
import { describe, expect, it } from 'vitest'
import { createMarketChanges } from './market-changes.ts'

// Only the ids of instruments are looked at.
const postWith = (...ids: string[]) =>
  ({ instruments: ids.map(id => ({ id })) }) as unknown as PortfolioSnapshot

/** A market of which each reading takes until it is told, and tells what was there when it began. */
function market() {
  const written: { subject: string; version: string }[] = []
  const readings: (() => void)[] = []
  const changes = createMarketChanges(after => {
    const found = written.filter(({ version }) => BigInt(version) > BigInt(after))
    return new Promise(resolve => readings.push(() => resolve(found)))
  })
  const learn = async (version: string) => {
    const learnt = changes.learn(version)
    readings.shift()?.()
    await learnt
  }
  return { written, readings, changes, learn }
}

describe('changes of the market', () => {
  it('leave snapshots alone that rest on something else', async () => {
    const { written, changes, learn } = market()
    written.push({ subject: 'a', version: '5' }, { subject: 'b', version: '9' })
    await learn('9')
    expect(changes.isUntouched(postWith('c'), '3', '9')).toBe(true)
    expect(changes.isUntouched(postWith('c', 'a'), '3', '9')).toBe(false)
    expect(changes.isUntouched(postWith('c', 'a'), '5', '9')).toBe(true)
    expect(changes.isUntouched(postWith('b'), '8', '9')).toBe(false)
    expect(changes.isUntouched(postWith('b'), '10', '9')).toBe(true)
  })

  it('concern every snapshot where they are of rates, or of nobody knows what', async () => {
    const { written, changes, learn } = market()
    written.push({ subject: 'rates', version: '4' }, { subject: '*', version: '7' })
    await learn('7')
    expect(changes.isUntouched(postWith(), '3', '7')).toBe(false)
    expect(changes.isUntouched(postWith(), '4', '7')).toBe(false)
    expect(changes.isUntouched(postWith(), '7', '7')).toBe(true)
  })

  it('are not known before they are read', async () => {
    const { changes, learn } = market()
    expect(changes.isUntouched(postWith('a'), '1', '2')).toBe(false)
    await learn('2')
    expect(changes.isUntouched(postWith('a'), '1', '2')).toBe(true)
    expect(changes.isUntouched(postWith('a'), '1', '3')).toBe(false)
  })

  it('are read once for all who wait, and once more for who saw a later version', async () => {
    const { written, readings, changes } = market()
    const early = [changes.learn('2'), changes.learn('2')]
    written.push({ subject: 'a', version: '3' })
    const late = changes.learn('3')
    expect(readings).toHaveLength(1)
    readings.shift()?.()
    await Promise.all(early)
    expect(changes.isUntouched(postWith('a'), '2', '3')).toBe(false)
    await expect.poll(() => readings.length).toBe(1)
    readings.shift()?.()
    await late
    expect(changes.isUntouched(postWith('a'), '2', '3')).toBe(false)
    expect(changes.isUntouched(postWith('b'), '2', '3')).toBe(true)
    expect(readings).toHaveLength(0)
  })
})
