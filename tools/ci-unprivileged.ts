/**
 * Runs the tests that depend on privileges as an ordinary user: node tools/ci-unprivileged.ts report.json, as root.
 * The account gets a copy of the checkout, since it may be unable to read or write that of root.
 */
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findNobody, isReachableByOthers } from '../apps/api/src/platform/db/embedded/server-account.ts'
import { pinnedNode, root } from './bootstrap/install.mjs'
import { openStep, runScript, StepFailed } from './bootstrap/steps.mjs'
import { privilegedTests } from './testing/privileged-tests.ts'

const timeoutMs = 300_000

await runScript(async () => {
  const [report] = process.argv.slice(2)
  const account = findNobody()
  if (!report) throw new StepFailed('Usage: node tools/ci-unprivileged.ts report.json')
  if (!account) throw new StepFailed("There is no account 'nobody' to run tests as.")
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find(isReachableByOthers)
  if (!parent) throw new StepFailed(`The account 'nobody' cannot access any folder for temporary files.`)
  const folder = mkdtempSync(path.join(parent, 'plumbline-unprivileged-'))
  try {
    console.log(`\nTests that depend on privileges, as the account 'nobody' (uid ${account.uid}):`)
    return await runTests(folder, account, report)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

async function runTests(
  folder: string,
  account: { uid: number; gid: number },
  report: string,
): Promise<number> {
  const checkout = path.join(folder, 'checkout')
  const home = path.join(folder, 'home')
  const ownReport = path.join(home, 'report.json')
  cpSync(root, checkout, { recursive: true, verbatimSymlinks: true, filter: isCopied })
  // cp copies these fifty thousand files ten times as fast as cpSync.
  execFileSync('cp', ['-a', path.join(root, 'node_modules'), checkout])
  mkdirSync(home)
  execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, folder])
  const node = path.join(checkout, path.relative(root, pinnedNode()))
  const vitest = path.join(checkout, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${ownReport}`]
  const code = await openStep(node, [vitest, 'run', ...privilegedTests, ...reporters], {
    cwd: checkout,
    ...account,
    env: { PATH: process.env.PATH, HOME: home, CI: 'true', SEED: process.env.SEED },
    stdio: ['ignore', 'inherit', 'inherit'],
    timeout: timeoutMs,
  })
  copyFileSync(ownReport, report)
  return code
}

/** Excludes packages, Git history, the database of a running server, and builds. */
function isCopied(source: string): boolean {
  const file = path.relative(root, source)
  return !['node_modules', '.git', 'data'].includes(file) && path.basename(file) !== 'dist'
}
