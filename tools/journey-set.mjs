// Runs a set of journeys that `npm test` skips, on a separate server:
//   npm run journeys:all    all journeys in the other theme, every screen and modal in German, cut text at seven widths
//   npm run check:texts     data that contains markup, on every screen and modal; PLANT=1: must fail
import path from 'node:path'
import { pinnedNode, root } from './bootstrap/install.mjs'
import { openStep, runScript } from './bootstrap/steps.mjs'

const [set, ...more] = process.argv.slice(2)
await runScript(() =>
  openStep(pinnedNode(), [path.join(root, 'tools/e2e.mjs'), ...more], {
    cwd: root,
    env: { ...process.env, PLUMBLINE_JOURNEYS: set },
  }),
)
