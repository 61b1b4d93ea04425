import { lstat } from 'node:fs/promises'
import path from 'node:path'
import { maxFileBytes } from '@plumbline/contract'
import { type DeliveriesStore, type Feed, watchedDays } from '../deliveries.store.ts'
import { hashContent } from '../hash-content.ts'
import { filedFolders, type InboxFile, listFiles, readComplete, shownName } from './inbox-files.ts'

/** Files whose content is known, by folder: they are read again only after a change. */
export type CheckedFiles = Map<string, ReadonlySet<string>>

interface GrownFile {
  /** The folder it was moved to. */
  place: string
  file: InboxFile
}

interface Watch {
  deliveries: Pick<DeliveriesStore, 'isOther'>
  feed: Feed
  folder: string
  checked: CheckedFiles
}

/**
 * Filed files whose content is another one than was taken. A sender that pauses for long goes on writing to the same
 * file, wherever it was moved.
 */
export async function findGrownFiles({ deliveries, feed, folder, checked }: Watch): Promise<GrownFile[]> {
  const grown: GrownFile[] = []
  for (const target of Object.values(filedFolders)) {
    const place = path.join(folder, target)
    const before = checked.get(place)
    const same = new Set<string>()
    for (const file of await listWatched(place)) {
      const key = identify(file)
      if (before?.has(key)) same.add(key)
      else if (await isGrown(deliveries, feed, file)) grown.push({ place, file })
      else same.add(key)
    }
    checked.set(place, same)
  }
  return grown
}

export const identify = ({ path, stamp }: InboxFile): string => `${path.toString('hex')} ${stamp}`

const watchedMs = watchedDays * 24 * 60 * 60_000

async function listWatched(place: string): Promise<InboxFile[]> {
  // A link would lead out of the inbox.
  const isFolder = await lstat(place).then(
    found => found.isDirectory(),
    () => false,
  )
  if (!isFolder) return []
  return (await listFiles(place)).filter(
    ({ kind, size, changedAtMs }) =>
      kind === 'file' && size > 0 && size <= maxFileBytes && Date.now() - changedAtMs < watchedMs,
  )
}

async function isGrown(deliveries: Watch['deliveries'], feed: Feed, file: InboxFile): Promise<boolean> {
  const bytes = await readComplete(file)
  // It is being written.
  if (bytes === null) return true
  const name = shownName(file)
  // A name that was taken got a number in front.
  return deliveries.isOther(feed, [name, name.replace(/^\d+-/, '')], hashContent(bytes))
}
