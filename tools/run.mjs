// npm run <command>: runs a TypeScript program with the pinned Node and installs packages first if necessary.
import path from 'node:path'
import { ensureInstalled, pinnedNode, root } from './bootstrap/install.mjs'
import { ensureServerBuilt } from './bootstrap/server-build.mjs'
import { openStep, runScript } from './bootstrap/steps.mjs'

await runScript(async () => {
  const [program, ...args] = process.argv.slice(2)
  await ensureInstalled()
  await ensureServerBuilt()
  return openStep(pinnedNode(), [path.join(root, program), ...args], { cwd: root })
})
