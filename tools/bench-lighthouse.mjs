// npm run bench:lighthouse: scores the performance of every screen with Lighthouse, signed in, as desktop and as phone.
import path from 'node:path'
import { root } from './bootstrap/install.mjs'
import { runWithServer } from './with-server.mjs'

await runWithServer([path.join(root, 'e2e/lighthouse/run.ts')])
