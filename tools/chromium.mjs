import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './bootstrap/install.mjs'
import { quietStep, StepFailed } from './bootstrap/steps.mjs'

// The shell without a window comes first: the same engine, without what a whole browser draws around every page.
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
]
const fixedPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const packagedChromium = '@sparticuz/chromium@153.0.0'

/**
 * A Chromium to test with: the one of the machine, else one from the operating system's packages where we
 * may install them, else one from npm. `isBeside`: while something else is told about.
 */
export async function findChromium({ isBeside = false } = {}) {
  const found = process.env.PLUMBLINE_CHROMIUM || onThisMachine()
  if (found) return found
  for (const install of [fromSystemPackages, fromNpm]) {
    // What a failed way has to say it has printed; the next way may still work.
    const file = await install({ isBeside }).catch(() => null)
    if (file) return file
  }
  throw new StepFailed(
    'No Chromium was found and none could be installed. Install one, or set PLUMBLINE_CHROMIUM to it.',
  )
}

function onThisMachine() {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  const candidates = [
    ...names.flatMap(name => folders.map(folder => path.join(folder, name))),
    ...fixedPlaces,
  ]
  return candidates.find(file => existsSync(file)) ?? null
}

async function fromSystemPackages({ isBeside }) {
  const mayInstall = process.getuid?.() === 0 && spawnSync('apt-get', ['--version']).status === 0
  if (!mayInstall) return null
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, isBeside }
  await quietStep('Looking for system packages', 'apt-get', ['update', '-qq'], options)
  const install = name => quietStep('Installing Chromium', 'apt-get', ['install', '-y', '-qq', name], options)
  // Not every system has the shell as a package of its own.
  await install('chromium-headless-shell').catch(() => install('chromium'))
  return onThisMachine()
}

/** The package brings a Chromium for Linux on x64 alone, with the libraries it needs. */
async function fromNpm({ isBeside }) {
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
  await quietStep('Installing Chromium from npm', 'npm', args, { cwd: folder, isBeside })
  const entry = path.join(folder, 'node_modules/@sparticuz/chromium/build/index.js')
  // The package unpacks into the folder for temporary files, readable by its user alone and named alike for all users.
  const unpacked = path.join(folder, 'unpacked')
  mkdirSync(unpacked, { recursive: true })
  const unpack = `await (await import(${JSON.stringify(pathToFileURL(entry).href)})).default.executablePath()`
  await quietStep('Unpacking Chromium', process.execPath, ['--input-type=module', '-e', unpack], {
    env: { ...process.env, TMPDIR: unpacked },
    isBeside,
  })
  const file = path.join(unpacked, 'chromium')
  return spawnSync(file, ['--version']).status === 0 ? file : null
}
