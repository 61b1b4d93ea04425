import path from 'node:path'
import { buildApp, buildOnce } from './build-once.mjs'
import { pinnedNode, root } from './install.mjs'
import { quietStep } from './steps.mjs'

const web = path.join(root, 'apps/web')
/** Everything the built web app is made from. */
const sources = ['apps/web', 'packages/contract', 'packages/engine', 'packages/charts', 'package-lock.json']

/** Builds the web app, unless it was built from exactly these sources. */
export function ensureWebBuilt() {
  return buildOnce(path.join(web, 'dist'), sources, async () => {
    await buildApp('Building the web app', web)
    const compress = path.join(root, 'tools/compress-web.mjs')
    await quietStep('Compressing it', pinnedNode(), [compress], { cwd: root })
  })
}
