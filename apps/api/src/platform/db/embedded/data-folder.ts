import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { errorCode, StartupError } from '../../errors/startup-error.ts'
import { chownTo, type ServerAccount } from './server-account.ts'

/** Files that Plumbline or a file system keeps in the data folder. */
const ownNames =
  /^(?:inbox|master\.key|postgres|postgres\.new|postgres\.log(?:\.1)?|run|binaries|\.writable|lost\+found|\.gitignore|\.DS_Store)$/

/** Creates the folder if needed and checks that it is writable. */
export function makeDataFolder(dataFolder: string): void {
  try {
    // Parent folders are created as well, and another account may have to traverse them.
    mkdirSync(dataFolder, { recursive: true, mode: 0o755 })
    const probe = path.join(dataFolder, '.writable')
    rmSync(probe, { recursive: true, force: true })
    mkdirSync(probe)
    rmSync(probe, { recursive: true })
  } catch (error) {
    throw new StartupError(
      `The data folder ${dataFolder} cannot be written (${errorCode(error)}). Set PLUMBLINE_DATA to another one.`,
    )
  }
}

/**
 * Restricts the data folder to the account that PostgreSQL runs as. A folder with other files, such as a home or
 * /tmp, keeps its permissions, because other programs may need them.
 *
 * @returns a warning when the folder stays open to others, or null.
 */
export function restrictDataFolder(dataFolder: string, account: ServerAccount): string | null {
  if (process.platform === 'win32') return null
  const { mode } = statSync(dataFolder)
  const others = readdirSync(dataFolder).filter(name => !ownNames.test(name))
  if (others.length > 0 || (mode & 0o1000) !== 0)
    return (mode & 0o077) === 0 ? null : warnOpenFolder(dataFolder, 'it holds other files as well')
  try {
    chownTo(account, dataFolder)
    chmodSync(dataFolder, 0o700)
    for (const name of ['postgres.log', 'postgres.log.1']) restrictFile(path.join(dataFolder, name))
    return null
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error
    return (mode & 0o077) === 0 ? null : warnOpenFolder(dataFolder, 'it belongs to another account')
  }
}

/** The log may quote values of statements. */
function restrictFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })) chmodSync(file, 0o600)
}

function warnOpenFolder(dataFolder: string, reason: string): string {
  return `Warning: other accounts of this machine can look into the data folder ${dataFolder}, because ${reason}. Set PLUMBLINE_DATA to a folder of its own.`
}
