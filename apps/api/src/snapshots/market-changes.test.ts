import type { PortfolioSnapshot } from '@plumbline/engine'
import { describe, expect, it } from 'vitest'
import { createMarketChanges } from './market-changes.ts'

// Only the ids of the instruments are read.
const snapshotWith = (...ids: string[]) =>
  ({ instruments: ids.map(id => ({ id })) }) as unknown as PortfolioSnapshot

/** Market changes whose reads the test completes. A read returns what was written before it started. */
function createTestChanges() {
  const written: { subject: string; version: string }[] = []
  const reads: (() => void)[] = []
  const changes = createMarketChanges(after => {
    const found = written.filter(({ version }) => BigInt(version) > BigInt(after))
    return new Promise(resolve => reads.push(() => resolve(found)))
  })
  const readUpTo = async (version: string) => {
    const done = changes.readUpTo(version)
    reads.shift()?.()
    await done
  }
  return { written, reads, changes, readUpTo }
}

describe('market changes', () => {
  it('do not affect snapshots of other instruments', async () => {
    const { written, changes, readUpTo } = createTestChanges()
    written.push({ subject: 'a', version: '5' }, { subject: 'b', version: '9' })
    await readUpTo('9')
    expect(changes.isUntouched(snapshotWith('c'), '3', '9')).toBe(true)
    expect(changes.isUntouched(snapshotWith('c', 'a'), '3', '9')).toBe(false)
    expect(changes.isUntouched(snapshotWith('c', 'a'), '5', '9')).toBe(true)
    expect(changes.isUntouched(snapshotWith('b'), '8', '9')).toBe(false)
    expect(changes.isUntouched(snapshotWith('b'), '10', '9')).toBe(true)
  })

  it('affect every snapshot when they concern rates or an unknown subject', async () => {
    const { written, changes, readUpTo } = createTestChanges()
    written.push({ subject: 'rates', version: '4' }, { subject: '*', version: '7' })
    await readUpTo('7')
    expect(changes.isUntouched(snapshotWith(), '3', '7')).toBe(false)
    expect(changes.isUntouched(snapshotWith(), '4', '7')).toBe(false)
    expect(changes.isUntouched(snapshotWith(), '7', '7')).toBe(true)
  })

  it('leave a snapshot unconfirmed until they are read', async () => {
    const { changes, readUpTo } = createTestChanges()
    expect(changes.isUntouched(snapshotWith('a'), '1', '2')).toBe(false)
    await readUpTo('2')
    expect(changes.isUntouched(snapshotWith('a'), '1', '2')).toBe(true)
    expect(changes.isUntouched(snapshotWith('a'), '1', '3')).toBe(false)
  })

  it('are read once for concurrent callers, and again for a later version', async () => {
    const { written, reads, changes } = createTestChanges()
    const early = [changes.readUpTo('2'), changes.readUpTo('2')]
    written.push({ subject: 'a', version: '3' })
    const late = changes.readUpTo('3')
    expect(reads).toHaveLength(1)
    reads.shift()?.()
    await Promise.all(early)
    expect(changes.isUntouched(snapshotWith('a'), '2', '3')).toBe(false)
    await expect.poll(() => reads.length).toBe(1)
    reads.shift()?.()
    await late
    expect(changes.isUntouched(snapshotWith('a'), '2', '3')).toBe(false)
    expect(changes.isUntouched(snapshotWith('b'), '2', '3')).toBe(true)
    expect(reads).toHaveLength(0)
  })
})
