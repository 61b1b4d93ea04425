import path from 'node:path'
import { buildApp, buildOnce } from './build-once.mjs'
import { root } from './install.mjs'

const api = path.join(root, 'apps/api')
const built = path.join(api, 'dist')
/** Everything the built server is made from. */
const sources = [
  'apps/api/src',
  'apps/api/vite.config.ts',
  'packages/api-docs',
  'packages/charts',
  'packages/contract',
  'packages/demo-world',
  'packages/engine',
  'packages/importers/src',
  'package-lock.json',
]

/** Where the built server begins. */
export const serverFile = path.join(built, 'main.js')

/** Builds the server, unless it was built from exactly these sources, and tells whatever is started from here. */
export async function ensureServerBuilt() {
  await buildOnce(built, sources, () => buildApp('Building the server', api))
  process.env.PLUMBLINE_BUILT = built
}
