import path from 'node:path'
import { buildApp, buildOnce } from './build-once.mjs'
import { pinnedNode, root } from './install.mjs'
import { quietStep } from './steps.mjs'

const web = path.join(root, 'apps/web')
/** The sources of the web build. */
const sources = ['apps/web', 'packages/contract', 'packages/engine', 'packages/charts', 'package-lock.json']

/** Builds the web app unless it is up to date. */
export function ensureWebBuilt() {
  return buildOnce(path.join(web, 'dist'), sources, async () => {
    await buildApp('Building the web app', web)
    const compress = path.join(root, 'tools/compress-web.mjs')
    await quietStep('Compressing it', pinnedNode(), [compress], { cwd: root })
  })
}
