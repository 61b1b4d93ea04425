import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { errorCode } from '../../errors/startup-error.ts'

/** Why a server cannot store anything. */
type StorageProblem = 'disk_full' | 'data_folder_not_writable'

const checkedForMs = 5_000
const full = new Set(['ENOSPC', 'EDQUOT'])
/** More than the space that file systems keep for tiny files. */
const probe = Buffer.alloc(64 * 1024)

/**
 * Checks whether the data folder can be written to. PostgreSQL reports a full disk only once its reserves are used up,
 * and a proxy asks often, so a result counts for five seconds. `onChange` is called with a new problem, and with null
 * when it has passed.
 */
export function createDataFolderCheck(
  folder: string,
  onChange: (problem: StorageProblem | null, code: string) => void,
  now: () => number = () => performance.now(),
): () => Promise<StorageProblem | null> {
  const file = path.join(folder, '.write-check')
  let known: StorageProblem | null = null
  let checkedAt = Number.NEGATIVE_INFINITY
  return async () => {
    if (now() - checkedAt < checkedForMs) return known
    checkedAt = now()
    const code = await writeFile(file, probe).then(
      () => '',
      (error: unknown) => errorCode(error) || 'unknown',
    )
    if (code === '') await rm(file, { force: true }).catch(() => undefined)
    const found = code === '' ? null : full.has(code) ? 'disk_full' : 'data_folder_not_writable'
    if (found !== known) onChange(found, code)
    known = found
    return known
  }
}
