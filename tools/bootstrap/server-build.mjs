import path from 'node:path'
import { buildOnce } from './build-once.mjs'
import { pinnedNode, root } from './install.mjs'
import { quietStep } from './steps.mjs'

const api = path.join(root, 'apps/api')
const built = path.join(api, 'dist')
/** Everything the built server is made from. */
const sources = [
  'apps/api/src',
  'apps/api/vite.config.ts',
  'packages/charts',
  'packages/contract',
  'packages/engine',
  'packages/importers/src',
  'package-lock.json',
]

/** Where the built server begins. */
export const serverFile = path.join(built, 'main.js')

/** Builds the server, unless it was built from exactly these sources, and tells whatever is started from here. */
export async function ensureServerBuilt() {
  await buildOnce(built, sources, () => {
    const vite = path.join(root, 'node_modules/vite/bin/vite.js')
    // Whoever asks, a test runner among them: what is built is what people get.
    const env = { ...process.env, NODE_ENV: 'production' }
    return quietStep('Building the server', pinnedNode(), [vite, 'build', api, '--logLevel', 'warn'], {
      cwd: root,
      env,
    })
  })
  process.env.PLUMBLINE_BUILT = built
}
