import path from 'node:path'
import { buildApp, buildOnce } from './build-once.mjs'
import { root } from './install.mjs'

const api = path.join(root, 'apps/api')
const built = path.join(api, 'dist')
/** The sources of the server build. */
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

/** The entry point of the built server. */
export const serverFile = path.join(built, 'main.js')

/** Builds the server unless it is up to date, and passes its folder to child processes. */
export async function ensureServerBuilt() {
  await buildOnce(built, sources, () => buildApp('Building the server', api))
  process.env.PLUMBLINE_BUILT = built
}
