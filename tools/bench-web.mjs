// npm run bench:web: how long the web app takes, beside a blank page of the same server.
import path from 'node:path'
import { root } from './bootstrap/install.mjs'
import { runWithServer } from './with-server.mjs'

await runWithServer([path.join(root, 'e2e/bench/run.ts')])
