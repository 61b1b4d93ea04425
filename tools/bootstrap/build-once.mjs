import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pinnedNode, root } from './install.mjs'
import { quietStep } from './steps.mjs'

const ignoredFolders = new Set(['node_modules', 'dist'])

/** Builds unless the last build used exactly these sources (files and folders of the repository). */
export async function buildOnce(folder, sources, build) {
  const stampFile = path.join(folder, '.built')
  const stamp = hashSources(sources)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  await build()
  writeFileSync(stampFile, stamp)
}

/** Builds an app with its own Vite configuration. */
export function buildApp(title, folder) {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  // A test runner sets NODE_ENV to test, but the build is always the one for production.
  const env = { ...process.env, NODE_ENV: 'production' }
  return quietStep(title, pinnedNode(), [vite, 'build', folder, '--logLevel', 'warn'], { cwd: root, env })
}

function hashSources(sources) {
  const hash = createHash('sha256')
  for (const source of sources) addToHash(hash, path.join(root, source))
  return hash.digest('hex')
}

function addToHash(hash, file) {
  if (!existsSync(file)) return
  if (statSync(file).isFile()) {
    hash.update(path.relative(root, file)).update(readFileSync(file))
    return
  }
  for (const name of readdirSync(file).sort())
    if (!ignoredFolders.has(name)) addToHash(hash, path.join(file, name))
}
