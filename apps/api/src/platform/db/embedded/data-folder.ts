import { chmodSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { errorCode, StartupError } from '../../errors/startup-error.ts'
import { giveTo, type ServerAccount } from './server-account.ts'

/** What Plumbline keeps in its data folder, and what a file system may keep there. */
const ownNames =
  /^(?:postgres|postgres\.new|postgres\.log(?:\.1)?|run|binaries|\.writable|lost\+found|\.gitignore|\.DS_Store)$/

/** Makes the folder if need be, and finds out that it can be written. */
export function makeDataFolder(dataFolder: string): void {
  try {
    // Folders above it are made as well, and another account may have to pass through them.
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
 * Closes the data folder to everyone but the account that PostgreSQL runs as; root passes anyway. A folder that holds
 * other things, such as a home or /tmp, stays as it is: other programs may need it.
 *
 * @returns why it was left open, or null.
 */
export function closeDataFolder(dataFolder: string, account: ServerAccount): string | null {
  if (process.platform === 'win32') return null
  const { mode } = statSync(dataFolder)
  const others = readdirSync(dataFolder).filter(name => !ownNames.test(name))
  if (others.length > 0 || (mode & 0o1000) !== 0)
    return (mode & 0o077) === 0 ? null : stayedOpen(dataFolder, 'it holds other files as well')
  try {
    giveTo(account, dataFolder)
    chmodSync(dataFolder, 0o700)
    for (const name of ['postgres.log', 'postgres.log.1']) closeFile(path.join(dataFolder, name))
    return null
  } catch (error) {
    if (errorCode(error) !== 'EPERM') throw error
    return (mode & 0o077) === 0 ? null : stayedOpen(dataFolder, 'it belongs to another account')
  }
}

/** The log may quote values of statements. */
function closeFile(file: string): void {
  if (statSync(file, { throwIfNoEntry: false })) chmodSync(file, 0o600)
}

function stayedOpen(dataFolder: string, reason: string): string {
  return `Warning: other accounts of this machine can look into the data folder ${dataFolder}, because ${reason}. Set PLUMBLINE_DATA to a folder of its own.`
}
