// npm run e2e: browser journeys against the real server on an empty data folder of its own.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ensureInstalled, pinnedNode, root } from './bootstrap/install.mjs'
import { openStep, runScript, StepFailed } from './bootstrap/steps.mjs'
import { ensureWebBuilt } from './bootstrap/web-build.mjs'
import { findChromium } from './chromium.mjs'

const readyPatienceMs = 60_000

await runScript(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  const chromium = await findChromium()
  const server = await startServer()
  try {
    const playwright = path.join(root, 'node_modules/@playwright/test/cli.js')
    const args = ['test', '--config', path.join(root, 'e2e/playwright.config.ts'), ...process.argv.slice(2)]
    const env = { ...process.env, PLUMBLINE_URL: server.url, PLUMBLINE_CHROMIUM: chromium }
    return await openStep(pinnedNode(), [playwright, ...args], { cwd: root, env })
  } finally {
    await server.stop()
  }
})

async function startServer() {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-e2e-'))
  const url = `http://127.0.0.1:${await freePort()}`
  const env = {
    ...process.env,
    PORT: new URL(url).port,
    HOST: '127.0.0.1',
    PLUMBLINE_DATA: path.join(folder, 'data'),
  }
  delete env.DATABASE_URL
  const child = spawn(pinnedNode(), [path.join(root, 'apps/api/src/main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env,
  })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + readyPatienceMs
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new StepFailed('The server for the browser journeys did not start.')
    }
    await sleep(100)
  }
  return { url, stop }
}

async function isReady(url) {
  try {
    return (await fetch(`${url}/readyz`)).ok
  } catch {
    return false
  }
}

function freePort() {
  return new Promise(resolve => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}
