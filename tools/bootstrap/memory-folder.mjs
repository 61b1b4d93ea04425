import { statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const memoryFolder = '/dev/shm'
const neededBytes = 2e9

/**
 * Lets this process and those it starts keep temporary files in memory, where there is room: making and dropping the
 * database of a test is ten times the work on a disk. Whoever has set TMPDIR is obeyed.
 */
export function keepTemporaryFilesInMemory() {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = memoryFolder
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return Math.min(bavail * bsize, process.availableMemory?.() ?? freemem()) >= neededBytes
  } catch {
    return false
  }
}
