import { constants } from 'node:fs'
import { lstat, mkdir, open, readdir } from 'node:fs/promises'
import path from 'node:path'
import { maxFileBytes } from '@plumbline/contract'

/** An entry of a feed's folder. Names are bytes: a sender may use another encoding. */
export interface InboxFile {
  name: Buffer
  path: Buffer
  kind: 'file' | 'link'
  size: number
  changedAtMs: number
  /** Changes with every write. */
  stamp: string
}

/** Folders for files that were taken, below the folder of a feed. */
export const filedFolders = { posted: 'done', waiting: 'waiting', failed: 'failed' } as const

/** The folder of a feed is not one, or leads elsewhere. */
export class FolderError extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

/** Senders write under these names and rename the file when it is complete. */
const unfinished = /^[.~]|(\.(part|partial|filepart|tmp|temp|crdownload|download|writing|swp|lock)|~)$/i

/** The path of a feed's folder, which is created if it is missing. A link would lead out of the inbox. */
export async function openFolder(inbox: string, folder: string): Promise<string> {
  let place = inbox
  await mkdir(inbox, { recursive: true })
  for (const part of folder.split('/')) {
    place = path.join(place, part)
    await requireFolder(place)
  }
  return place
}

/** Creates a folder; throws if something else is there. */
export async function requireFolder(place: string): Promise<void> {
  try {
    await mkdir(place)
  } catch (error) {
    if (!isCode(error, 'EEXIST')) throw error
  }
  if (!(await lstat(place)).isDirectory()) throw new FolderError('ENOTDIR')
}

/** The files of a folder that are not marked as unfinished. Folders and devices are left alone. */
export async function listFiles(folder: string): Promise<InboxFile[]> {
  const names = await readdir(folder, { encoding: 'buffer' })
  const files: InboxFile[] = []
  for (const name of names.sort(Buffer.compare)) {
    if (unfinished.test(name.toString())) continue
    const place = Buffer.concat([Buffer.from(folder + path.sep), name])
    const found = await lstat(place, { bigint: true }).catch(() => null)
    if (!found || !(found.isFile() || found.isSymbolicLink())) continue
    files.push({
      name,
      path: place,
      kind: found.isFile() ? 'file' : 'link',
      size: Number(found.size),
      changedAtMs: Number(found.mtimeMs),
      stamp: `${found.ino} ${found.size} ${found.mtimeNs}`,
    })
  }
  return files
}

/** The bytes of a file; null if it changed since it was listed. */
export async function readComplete(file: InboxFile): Promise<Buffer | null> {
  const handle = await open(
    file.path,
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  ).catch(error => {
    if (isCode(error, 'ENOENT', 'ELOOP')) return null
    throw error
  })
  if (!handle) return null
  try {
    const stampNow = async () => {
      const { ino, size, mtimeNs } = await handle.stat({ bigint: true })
      return `${ino} ${size} ${mtimeNs}`
    }
    if ((await stampNow()) !== file.stamp || file.size > maxFileBytes) return null
    const bytes = await handle.readFile()
    return (await stampNow()) === file.stamp ? bytes : null
  } finally {
    await handle.close()
  }
}

/** The name as text, as lists show it. */
export function shownName({ name }: InboxFile): string {
  const text = name.toString().replaceAll(/\p{C}/gu, '').trim().slice(0, 255)
  return text === '' ? 'file' : text
}

export function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
