import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pinnedNode, root } from './install.mjs'
import { quietStep } from './steps.mjs'

const leftOut = new Set(['node_modules', 'dist'])

/** Builds, unless it was built from exactly these sources: files and folders of the repository. */
export async function buildOnce(folder, sources, build) {
  const stampFile = path.join(folder, '.built')
  const stamp = stampOf(sources)
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  await build()
  writeFileSync(stampFile, stamp)
}

/** Builds one of the apps by its own configuration. */
export function buildApp(title, folder) {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  // The caller, a test runner among them: what is built is what people get.
  const env = { ...process.env, NODE_ENV: 'production' }
  return quietStep(title, pinnedNode(), [vite, 'build', folder, '--logLevel', 'warn'], { cwd: root, env })
}

function stampOf(sources) {
  const hash = createHash('sha256')
  for (const source of sources) addTo(hash, path.join(root, source))
  return hash.digest('hex')
}

function addTo(hash, place) {
  if (!existsSync(place)) return
  if (statSync(place).isFile()) {
    hash.update(path.relative(root, place)).update(readFileSync(place))
    return
  }
  for (const name of readdirSync(place).sort()) if (!leftOut.has(name)) addTo(hash, path.join(place, name))
}
