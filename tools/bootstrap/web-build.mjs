import path from 'node:path'
import { buildOnce } from './build-once.mjs'
import { pinnedNode, root } from './install.mjs'
import { quietStep } from './steps.mjs'

const web = path.join(root, 'apps/web')
/** Everything the built web app is made from. */
const sources = ['apps/web', 'packages/contract', 'packages/engine', 'packages/charts', 'package-lock.json']

/** Builds the web app, unless it was built from exactly these sources. */
export function ensureWebBuilt() {
  return buildOnce(path.join(web, 'dist'), sources, async () => {
    const node = pinnedNode()
    const vite = path.join(root, 'node_modules/vite/bin/vite.js')
    // Whoever asks, a test runner among them: what is built is what people get.
    const env = { ...process.env, NODE_ENV: 'production' }
    await quietStep('Building the web app', node, [vite, 'build', web, '--logLevel', 'warn'], {
      cwd: root,
      env,
    })
    await quietStep('Compressing it', node, [path.join(root, 'tools/compress-web.mjs')], { cwd: root })
  })
}
