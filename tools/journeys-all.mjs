// npm run journeys:all: the whole set of journeys in the other theme, then every screen and modal in German.
import path from 'node:path'
import { pinnedNode, root } from './bootstrap/install.mjs'
import { openStep, runScript } from './bootstrap/steps.mjs'

await runScript(() =>
  openStep(pinnedNode(), [path.join(root, 'tools/e2e.mjs'), ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, PLUMBLINE_JOURNEYS: 'all' },
  }),
)
