import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { maxFileBytes } from '@plumbline/contract'
import type { BackgroundStore } from '../../../platform/jobs/background.store.ts'
import type { Job } from '../../../platform/jobs/jobs.ts'
import type { Feed } from '../deliveries.store.ts'
import type { FeedsStore } from '../feeds.store.ts'
import { hashContent } from '../hash-content.ts'
import { refuseDelivery, type TakeDependencies, type Taken, takeDelivery } from '../take-delivery.store.ts'
import { type CheckedFiles, findGrownFiles, identify } from './grown-files.ts'
import {
  FolderError,
  filedFolders,
  type InboxFile,
  isCode,
  listFiles,
  openFolder,
  readComplete,
  shownName,
} from './inbox-files.ts'
import { moveFile } from './move-file.ts'

export interface InboxDependencies extends TakeDependencies {
  feeds: FeedsStore
  background: BackgroundStore
  inbox: string | null
  settleMs: number
}

/** A sender that writes without end must not keep the job busy: the next one looks again. */
const maxMs = 10 * 60_000

/** Some senders create a file long before they write to it. */
const emptyMs = 10 * 60_000

interface FoundFile {
  feed: Feed
  /** The folder of the feed. */
  folder: string
  /** Where the file lies: in that folder, or in one for taken files below it. */
  place: string
  file: InboxFile
}

/** Takes the complete files of all folders. The queue runs it on one server at a time. */
export function takeFilesJob(dependencies: InboxDependencies): Job<{ job?: string }> {
  const checked: CheckedFiles = new Map()
  return {
    queue: 'take-files',
    cron: '* * * * *',
    async run({ job }, signal) {
      const { background } = dependencies
      if (job !== undefined && !(await background.begin(job))) return
      await takeFiles(dependencies, checked, signal)
      if (job !== undefined) await background.finish(job, null)
    },
  }
}

/** A file is complete when two looks, some seconds apart, see the same size and time of change. */
async function takeFiles(
  dependencies: InboxDependencies,
  checked: CheckedFiles,
  signal: AbortSignal,
): Promise<void> {
  const { settleMs, onError } = dependencies
  const end = Date.now() + maxMs
  const stuck = new Set<string>()
  const look = async () =>
    (await findFiles(dependencies, checked)).filter(({ file }) => !stuck.has(identify(file)))
  for (let seen = await look(); seen.length > 0 && Date.now() < end && !signal.aborted; ) {
    await sleep(settleMs)
    const before = new Map(seen.map(({ file }) => [file.path.toString('hex'), file.stamp]))
    const now = await look()
    for (const found of now) {
      if (before.get(found.file.path.toString('hex')) !== found.file.stamp) continue
      if (signal.aborted) return
      try {
        await takeFile(dependencies, found)
      } catch (error) {
        if (!isCode(error, 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EIO') && !(error instanceof FolderError))
          throw error
        // The operator has to help. The file stays where it is, and the next job tries again.
        stuck.add(identify(found.file))
        onError(`Inbox ${found.folder}: ${String(error)}`)
        await dependencies.feeds.recordFolderTrouble(found.feed, (error as { code: string }).code)
      }
    }
    seen = await look()
  }
}

const mayBeFilled = ({ kind, size, changedAtMs }: InboxFile): boolean =>
  kind === 'file' && size === 0 && Date.now() - changedAtMs < emptyMs

async function findFiles(
  { deliveries, feeds, inbox, onError }: InboxDependencies,
  checked: CheckedFiles,
): Promise<FoundFile[]> {
  if (inbox === null) return []
  const found: FoundFile[] = []
  for (const feed of await feeds.listFolders()) {
    try {
      const folder = await openFolder(inbox, feed.folder ?? '')
      const files = (await listFiles(folder)).filter(file => !mayBeFilled(file))
      found.push(...files.map(file => ({ feed, folder, place: folder, file })))
      const grown = await findGrownFiles({ deliveries, feed, folder, checked })
      found.push(...grown.map(each => ({ feed, folder, ...each })))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
      onError(`Inbox ${feed.folder}: ${String(error)}`)
      await feeds.recordFolderTrouble(feed, code)
    }
  }
  return found
}

async function takeFile(dependencies: InboxDependencies, found: FoundFile): Promise<void> {
  const { feed, folder, place, file } = found
  const taken = await takeContent(dependencies, feed, file)
  if (taken === null) return
  // A sender that goes on writing keeps the file: its new content is another delivery.
  const [still] = (await listFiles(place)).filter(each => each.path.equals(file.path))
  if (still?.stamp !== file.stamp) return
  const target = taken.state === 'waiting' || taken.state === 'failed' ? taken.state : 'posted'
  if (path.join(folder, filedFolders[target]) !== place) await moveFile(file, folder, filedFolders[target])
  await dependencies.deliveries.markFiled(taken.id)
}

async function takeContent(
  dependencies: InboxDependencies,
  feed: Feed,
  file: InboxFile,
): Promise<Taken | null> {
  const name = shownName(file)
  const refuse = (code: string, details: Record<string, unknown> = {}) =>
    refuseDelivery(dependencies, feed, {
      hash: hashContent(code, file.name, file.stamp),
      name,
      bytes: file.size,
      reason: { code, ...details },
    })
  if (file.kind === 'link') return refuse('link')
  if (file.size > maxFileBytes) return refuse('large', { size: maxFileBytes / 1024 / 1024 })
  if (file.size === 0) return refuse('empty')
  const bytes = await readComplete(file)
  return bytes && takeDelivery(dependencies, feed, { name, bytes })
}
