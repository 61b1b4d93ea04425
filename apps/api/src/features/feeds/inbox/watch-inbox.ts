import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../../platform/errors/app-error.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { isCode, listFiles } from './inbox-files.ts'

interface WatchDependencies {
  inbox: string
  pollMs: number
  jobs: Pick<Jobs, 'send'>
  onError(message: string): void
}

/**
 * Looks at the inbox every few seconds and queues the job that takes files when something has changed. Polling works on
 * every file system, where notifications of changes get lost on network drives. Returns a function that stops it.
 */
export function watchInbox({ inbox, pollMs, jobs, onError }: WatchDependencies): () => void {
  let sent = ''
  let isLooking = false
  const look = async (): Promise<void> => {
    const seen = await fingerprint(inbox)
    if (seen === '' || seen === sent) return
    // A running job may have looked before the change, so the change counts as sent only with a job of its own.
    if ((await jobs.send('take-files', {})) !== null) sent = seen
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    look()
      .catch(error => {
        // Until the database is open there is no queue.
        if (!(error instanceof AppError && error.code === 'starting')) onError(`Inbox: ${String(error)}`)
      })
      .finally(() => {
        isLooking = false
      })
  }, pollMs)
  return () => clearInterval(timer)
}

/**
 * Names, sizes and times of all files; empty if there are none. A folder that cannot be read counts as a change, so that
 * the job tells what is wrong with it.
 */
async function fingerprint(inbox: string): Promise<string> {
  const stamps: string[] = []
  const list = async <Entry>(folder: string, read: () => Promise<Entry[]>): Promise<Entry[]> => {
    try {
      return await read()
    } catch (error) {
      if (!isCode(error, 'ENOENT')) stamps.push(`${folder} ${String(error)}`)
      return []
    }
  }
  for (const family of await list(inbox, () => listFolders(inbox)))
    for (const custodian of await list(family, () => listFolders(family)))
      for (const { path: place, stamp } of await list(custodian, () => listFiles(custodian)))
        stamps.push(`${place.toString('hex')} ${stamp}`)
  return stamps.length === 0 ? '' : createHash('sha256').update(stamps.join('\n')).digest('hex')
}

async function listFolders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries.filter(entry => entry.isDirectory()).map(({ name }) => path.join(folder, name))
}
