// npm run shots: takes screenshots of every screen in both themes and three widths into the folder `shots`. A subset:
// npm run shots -- -g 'light at 390'
import path from 'node:path'
import { root } from './bootstrap/install.mjs'
import { runWithServer } from './with-server.mjs'

await runWithServer([
  path.join(root, 'node_modules/@playwright/test/cli.js'),
  'test',
  '--config',
  path.join(root, 'e2e/shots/playwright.config.ts'),
  ...process.argv.slice(2),
])
