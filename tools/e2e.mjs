// npm run e2e: browser journeys against the real server with an empty data folder.
import path from 'node:path'
import { root } from './bootstrap/install.mjs'
import { runWithServer } from './with-server.mjs'
import './e2e-rates.mjs'

await runWithServer([
  path.join(root, 'node_modules/@playwright/test/cli.js'),
  'test',
  '--config',
  path.join(root, 'e2e/playwright.config.ts'),
])
