// npm test: runs all checks and tests, also from a fresh clone, and prints one total. With --unprivileged, root runs
// the tests that depend on privileges as an ordinary user, and the short ones of them as root too.
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { ensureInstalled, pinnedNode, root } from './bootstrap/install.mjs'
import { openStep, quietStep, runScript } from './bootstrap/steps.mjs'
import { ensureWebBuilt } from './bootstrap/web-build.mjs'
import { findChromium } from './chromium.mjs'

const bin = name => path.join(root, 'node_modules', name)
/** A file that several packages import is parsed and checked once for all packages with the same options. */
const projects = [
  // Packages that also run in a browser, without the types of Node.
  'packages',
  'apps/web',
  // With apps/api and the packages that need Node.
  'bench',
  'tools',
]
/** Each checker examines the types it needs again, and the compiler's default of four takes twice the time of one. */
const typeCheckArgs = ['--checkers', '1']
/** Collects garbage less often than Go does by default. */
const typeCheckEnv = { ...process.env, GOGC: '300' }

await runScript(async () => {
  await ensureInstalled()
  // A download overlaps with the other checks. If it fails, the journeys report it.
  const browser = findChromium({ isBackground: true }).catch(() => null)
  const count = { passed: 0, failed: 0 }
  const add = ({ passed, failed }) => {
    count.passed += passed
    count.failed += failed
  }
  const backgroundChecks = [
    check('Lint', bin('@biomejs/biome/bin/biome'), ['check', '--error-on-warnings', root], {
      isBackground: true,
    }),
    check('Unused code', bin('knip/bin/knip.js'), ['--no-progress'], { isBackground: true }),
  ]
  for (const project of projects) {
    const args = [bin('typescript/bin/tsc'), ['-p', path.join(root, project), ...typeCheckArgs]]
    add(await check(`Types of ${project}`, ...args, { env: typeCheckEnv }))
  }
  add(await check('Web build', null, []))
  for (const counts of await Promise.all(backgroundChecks)) add(counts)
  const isUnprivileged = process.argv.includes('--unprivileged') && process.getuid?.() === 0
  add(await runUnitTests(isUnprivileged ? await listOnlyUnprivileged() : []))
  if (isUnprivileged) add(await runUnprivilegedTests())
  await browser
  add(await runJourneys())
  process.stdout.write(`\n${count.passed} passed, ${count.failed} failed\n`)
  return count.failed === 0 && count.passed > 0 ? 0 : 1
})

/** Runs a check that counts as one test, such as the types of a package. */
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

function readVitestCounts({ numPassedTests, numTotalTests }) {
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests }
}

/** The list is TypeScript, which the Node that starts this script may not read, but the pinned one does. */
async function listOnlyUnprivileged() {
  const list = pathToFileURL(path.join(root, 'tools/testing/privileged-tests.ts')).href
  const print = `import(${JSON.stringify(list)}).then(list => console.log(JSON.stringify(list.onlyUnprivileged)))`
  const { stdout } = await promisify(execFile)(pinnedNode(), ['--eval', print])
  return JSON.parse(stdout)
}

function runUnitTests(excluded) {
  return withReport(async file => {
    const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
    args.push(...excluded.map(name => `--exclude=${name}`))
    return openStep(pinnedNode(), [bin('vitest/vitest.mjs'), ...args], { cwd: root })
  }, readVitestCounts)
}

function runUnprivilegedTests() {
  const script = path.join(root, 'tools/ci-unprivileged.ts')
  return withReport(file => openStep(pinnedNode(), [script, file], { cwd: root }), readVitestCounts)
}

function runJourneys() {
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

/** A run that fails without a failed test, for example because a file does not load, counts as one failure. */
async function withReport(run, readCounts) {
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-test-'))
  const file = path.join(folder, 'report.json')
  try {
    const code = await run(file)
    const counts = readCounts(JSON.parse(readFileSync(file, 'utf8')))
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } catch (error) {
    process.stderr.write(`${error.message}\n`)
    return { passed: 0, failed: 1 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
