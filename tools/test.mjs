// npm test: everything that must hold, from a fresh clone, with one count at the end. With --unprivileged, root also runs
// the tests that depend on privileges as an ordinary user.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { ensureInstalled, pinnedNode, root } from './bootstrap/install.mjs'
import { openStep, quietStep, runScript } from './bootstrap/steps.mjs'
import { ensureWebBuilt } from './bootstrap/web-build.mjs'
import { findChromium } from './chromium.mjs'

const bin = name => path.join(root, 'node_modules', name)
const projects = [
  'packages/engine',
  'packages/charts',
  'packages/contract',
  'packages/importers',
  'packages/api-docs',
  'packages/demo-world',
  'apps/web',
  // With the server, which it measures: checked apart, most files would be read twice.
  'bench',
  'tools',
]

await runScript(async () => {
  await ensureInstalled()
  // Where one has to be fetched, that takes a while in which the machine has little else to do. If it cannot be had,
  // the journeys say so.
  const browser = findChromium({ isBeside: true }).catch(() => null)
  const count = { passed: 0, failed: 0 }
  const add = ({ passed, failed }) => {
    count.passed += passed
    count.failed += failed
  }
  for (const project of projects)
    add(await check(`Types of ${project}`, bin('typescript/bin/tsc'), ['-p', path.join(root, project)]))
  const besides = [
    check('Lint', bin('@biomejs/biome/bin/biome'), ['check', '--error-on-warnings', root], {
      isBeside: true,
    }),
    check('Unused code', bin('knip/bin/knip.js'), ['--no-progress'], { isBeside: true }),
  ]
  add(await check('Web build', null, []))
  for (const counts of await Promise.all(besides)) add(counts)
  add(await unitTests())
  if (process.argv.includes('--unprivileged') && process.getuid?.() === 0) add(await unprivilegedTests())
  await browser
  add(await journeys())
  process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`)
  return count.failed === 0 && count.passed > 0 ? 0 : 1
})

/** One thing that holds or does not, such as the types of a package. */
async function check(title, program, args, options = {}) {
  try {
    if (program) await quietStep(title, pinnedNode(), [program, ...args], { cwd: root, ...options })
    else await ensureWebBuilt()
    return { passed: 1, failed: 0 }
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    return { passed: 0, failed: 1 }
  }
}

function vitestCounts({ numPassedTests, numTotalTests }) {
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests }
}

function unitTests() {
  return withReport(async file => {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    return openStep(pinnedNode(), [bin('vitest/vitest.mjs'), ...args], { cwd: root })
  }, vitestCounts)
}

function unprivilegedTests() {
  const script = path.join(root, 'tools/ci-unprivileged.ts')
  return withReport(file => openStep(pinnedNode(), [script, file], { cwd: root }), vitestCounts)
}

function journeys() {
  return withReport(
    async file => {
      const env = { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
      return openStep(pinnedNode(), [path.join(root, 'tools/e2e.mjs'), '--reporter=line,json'], {
        cwd: root,
        env,
      })
    },
    ({ stats }) => ({ passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped }),
  )
}

/** Whatever ends with an error but names no failed test (a file that does not load, say) counts as one. */
async function withReport(run, countsOf) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-test-'))
  const file = path.join(folder, 'report.json')
  try {
    const code = await run(file)
    const counts = countsOf(JSON.parse(readFileSync(file, 'utf8')))
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
