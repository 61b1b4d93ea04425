// npm run build
import { ensureInstalled } from './bootstrap/install.mjs'
import { runScript } from './bootstrap/steps.mjs'
import { ensureWebBuilt } from './bootstrap/web-build.mjs'

await runScript(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  return 0
})
