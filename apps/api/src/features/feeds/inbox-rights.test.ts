import { chmodSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFeedApp, dropInOtherProcess, type FeedApp, statement, wait } from './testing/feed-app.ts'

let feeds: FeedApp
let account: string
let folder: string

beforeEach(async () => {
  feeds = await createFeedApp()
  account = await feeds.addAccount(feeds.family, 'Main', 'CH9300762011623852957')
  ;({ folder } = await feeds.addFolder())
})
afterEach(async () => {
  chmodSync(folder, 0o755)
  await feeds.close()
})

const drop = (name: string, reference: string) =>
  dropInOtherProcess(
    `fs.writeFileSync(${JSON.stringify(path.join(folder, name))}, ${JSON.stringify(
      statement('CH9300762011623852957', [100], reference),
    )})`,
  )
const readFeed = async () => (await feeds.call('GET', `/api/feeds/?family=${feeds.family}`)).body.data[0]

// Root reads and writes in spite of the mode.
const isRoot = process.getuid?.() === 0

describe('a folder that the server has no rights to', () => {
  it.each([
    ['read', 0o300],
    ['write', 0o555],
  ])(
    '%s fails with the reason, loses nothing, and is taken once the rights are there',
    async (_right, mode) => {
      await drop('a.sta', 'A')
      chmodSync(folder, mode)
      await vi.waitFor(async () => {
        const feed = await readFeed()
        expect(feed).toMatchObject(isRoot ? { status: 'success' } : { status: 'failed' })
        if (!isRoot) expect(feed.message).not.toBeNull()
      }, wait)
      chmodSync(folder, 0o755)
      if (!isRoot) expect(feeds.files(folder)).toContain('a.sta')
      // The next file makes the watch look again.
      await drop('b.sta', 'B')
      await vi.waitFor(() => expect(feeds.files(folder)).toEqual(['done', 'done/a.sta', 'done/b.sta']), wait)
      expect(await feeds.posted(account)).toBe(2)
      await vi.waitFor(async () => expect(await readFeed()).toMatchObject({ status: 'success' }), wait)
    },
  )
})
