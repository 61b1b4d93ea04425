// npm start: installs and builds what is missing, then runs the server with the pinned Node.
import { spawn } from 'node:child_process'
import { ensureInstalled, pinnedNode } from './bootstrap/install.mjs'
import { ensureServerBuilt, serverFile } from './bootstrap/server-build.mjs'
import { runScript } from './bootstrap/steps.mjs'
import { ensureWebBuilt } from './bootstrap/web-build.mjs'

await runScript(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  await ensureServerBuilt()
  return serve()
})

function serve() {
  // The IPC channel lets the server detect that this process has ended, even after a crash.
  const server = spawn(pinnedNode(), [serverFile], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  // Ctrl-C reaches the server directly, other signals only this process. In both cases wait for the server to drain.
  process.on('SIGINT', () => undefined)
  process.on('SIGHUP', () => undefined)
  process.on('SIGTERM', () => server.kill('SIGTERM'))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', code => resolve(code ?? 1))
  })
}
