import { createHash } from 'node:crypto'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { quietStep, StepFailed } from './steps.mjs'

export const root = path.resolve(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../..')

const oldestBootstrapNode = 20
const pinnedMajor = 24
const modules = path.join(root, 'node_modules')
const lockFile = path.join(root, 'package-lock.json')
const stampFile = path.join(modules, '.plumbline-installed')

// Node's compile cache halves the start-up time of the server and of each worker. Child processes inherit the setting;
// without a writable folder, Node runs without the cache.
process.env.NODE_COMPILE_CACHE ??= path.join(modules, '.cache', 'compiled')

/** Installs the packages of the lock file unless they are installed already. */
export async function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0])
  if (major < oldestBootstrapNode)
    throw new StepFailed(
      `Plumbline needs Node ${oldestBootstrapNode} or newer to start; this is ${process.version}.`,
    )
  const stamp = installStamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  if (!isInstalledByHand()) {
    // Prefer the npm that runs this script to the one on the PATH.
    const [command, ...args] = process.env.npm_execpath
      ? [process.execPath, process.env.npm_execpath]
      : ['npm']
    await quietStep(
      'Installing packages',
      command,
      [...args, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
      {
        cwd: root,
        shell: process.platform === 'win32' && args.length === 0,
      },
    )
  }
  writeFileSync(stampFile, stamp)
}

/** The pinned Node, which runs everything else, where npm has it for this platform. */
export function pinnedNode() {
  const platform = { linux: 'linux', win32: 'win', darwin: 'darwin' }[process.platform]
  const file = process.platform === 'win32' ? 'node.exe' : 'node'
  const pinned = path.join(modules, `node-${platform}-${process.arch}`, 'bin', file)
  if (existsSync(pinned)) return pinned
  const major = Number(process.versions.node.split('.')[0])
  if (major >= pinnedMajor) return process.execPath
  throw new StepFailed(`Plumbline needs Node ${pinnedMajor} on this platform; this is ${process.version}.`)
}

function installStamp() {
  return createHash('sha256')
    .update(readFileSync(lockFile))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex')
}

/** npm writes a hidden lock file after every complete install. */
function isInstalledByHand() {
  const hiddenLockFile = path.join(modules, '.package-lock.json')
  return existsSync(hiddenLockFile) && statSync(hiddenLockFile).mtimeMs >= statSync(lockFile).mtimeMs
}
