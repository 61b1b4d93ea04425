import { constants } from 'node:fs'
import { copyFile, link, lstat, readFile, rename, unlink } from 'node:fs/promises'
import path from 'node:path'
import { type InboxFile, isCode, requireFolder } from './inbox-files.ts'

const maxNames = 10_000

/**
 * Moves a file into a folder beside it. Never overwrites: a taken name gets a number in front. A move that a dead
 * server left halfway is finished, not repeated.
 */
export async function moveFile(file: InboxFile, folder: string, target: string): Promise<void> {
  const place = path.join(folder, target)
  await requireFolder(place)
  for (let number = 1; number <= maxNames; number += 1) {
    const name = number === 1 ? file.name : Buffer.concat([Buffer.from(`${number}-`), file.name])
    const wanted = Buffer.concat([Buffer.from(place + path.sep), name.subarray(0, 255)])
    if (file.kind === 'link') {
      if (await exists(wanted)) continue
      await rename(file.path, wanted)
      return
    }
    if (!(await copyTo(file, wanted)) && !(await isSameContent(file, wanted))) continue
    await unlink(file.path)
    return
  }
  throw new Error(`${place} has too many files of the same name`)
}

/** A second name for the same file; a copy where the file system has no such links. False if the name is taken. */
async function copyTo(file: InboxFile, wanted: Buffer): Promise<boolean> {
  try {
    await link(file.path, wanted)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    if (!isCode(error, 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV')) throw error
  }
  try {
    await copyFile(file.path, wanted, constants.COPYFILE_EXCL)
    return true
  } catch (error) {
    if (isCode(error, 'EEXIST')) return false
    throw error
  }
}

async function isSameContent(file: InboxFile, other: Buffer): Promise<boolean> {
  const found = await lstat(other)
  if (!found.isFile() || found.size !== file.size) return false
  return (await readFile(file.path)).equals(await readFile(other))
}

async function exists(place: Buffer): Promise<boolean> {
  return lstat(place).then(
    () => true,
    () => false,
  )
}
