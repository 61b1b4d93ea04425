import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pinnedNode, root } from './install.mjs'
import { quietStep } from './steps.mjs'

const web = path.join(root, 'apps/web')
const stampFile = path.join(web, 'dist/.built')
/** Everything the built web app is made from. */
const sources = ['apps/web', 'packages/contract', 'packages/engine', 'packages/charts', 'package-lock.json']
const leftOut = new Set(['node_modules', 'dist'])

/** Builds the web app, unless it was built from exactly these sources. */
export async function ensureWebBuilt() {
  const stamp = sourceStamp()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  const node = pinnedNode()
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  // Whoever asks, a test runner among them: what is built is what people get.
  const env = { ...process.env, NODE_ENV: 'production' }
  await quietStep('Building the web app', node, [vite, 'build', web, '--logLevel', 'warn'], {
    cwd: root,
    env,
  })
  await quietStep('Compressing it', node, [path.join(root, 'tools/compress-web.mjs')], { cwd: root })
  writeFileSync(stampFile, stamp)
}

function sourceStamp() {
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
