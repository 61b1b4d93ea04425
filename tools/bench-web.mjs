// npm run bench:web: measures load times of the web app against a blank page from the same server.
import path from 'node:path'
import { root } from './bootstrap/install.mjs'
import { runWithServer } from './with-server.mjs'

await runWithServer([path.join(root, 'e2e/bench/run.ts')])
