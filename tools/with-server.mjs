// Prepares a browser command: builds the app, finds a browser and starts a separate server.
import { ensureInstalled, pinnedNode, root } from './bootstrap/install.mjs'
import { keepTemporaryFilesInMemory } from './bootstrap/memory-folder.mjs'
import { ensureServerBuilt } from './bootstrap/server-build.mjs'
import { openStep, runScript } from './bootstrap/steps.mjs'
import { ensureWebBuilt } from './bootstrap/web-build.mjs'
import { findChromium } from './chromium.mjs'
import { startServer } from './e2e-server.mjs'

/** Runs a program with the pinned Node against a fresh server; the environment names the server and the browser. */
export function runWithServer(args) {
  return runScript(async () => {
    await ensureInstalled()
    await ensureWebBuilt()
    await ensureServerBuilt()
    keepTemporaryFilesInMemory()
    const chromium = await findChromium()
    const server = await startServer()
    try {
      const env = { ...process.env, PLUMBLINE_URL: server.url, PLUMBLINE_CHROMIUM: chromium }
      return await openStep(pinnedNode(), [...args, ...process.argv.slice(2)], { cwd: root, env })
    } finally {
      await server.stop()
    }
  })
}
