// npm run build
import { ensureInstalled } from './bootstrap/install.mjs'
import { ensureServerBuilt } from './bootstrap/server-build.mjs'
import { runScript } from './bootstrap/steps.mjs'
import { ensureWebBuilt } from './bootstrap/web-build.mjs'

await runScript(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  await ensureServerBuilt()
  return 0
})
