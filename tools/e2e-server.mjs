// Starts a separate server for a browser run on a free port with an empty data folder, deleted afterwards.
import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pinnedNode } from './bootstrap/install.mjs'
import { serverFile } from './bootstrap/server-build.mjs'
import { StepFailed } from './bootstrap/steps.mjs'

const readyTimeoutMs = 180_000

/** Starts the real server with demo data in an empty folder and waits until it is ready. */
export async function startServer(settings = {}) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-e2e-'))
  // PostgreSQL started by root runs as another account, which needs to traverse this folder.
  chmodSync(folder, 0o711)
  const url = `http://127.0.0.1:${await freePort()}`
  const env = {
    ...process.env,
    ...settings,
    PORT: new URL(url).port,
    HOST: '127.0.0.1',
    PLUMBLINE_DATA: path.join(folder, 'data'),
  }
  delete env.DATABASE_URL
  // Its links begin with its own address, not with that of another server of the same run.
  delete env.PLUMBLINE_URL
  const child = spawn(pinnedNode(), [serverFile], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env,
  })
  let printed = ''
  child.stdout.on('data', part => {
    printed += part
  })
  const ended = new Promise(resolve => child.once('exit', resolve))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const deadline = Date.now() + readyTimeoutMs
  while (!(await isReady(url))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await stop()
      throw new StepFailed('The server for browser tests did not start.')
    }
    await sleep(100)
  }
  return { url, stop, data: env.PLUMBLINE_DATA, printed: () => printed }
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
