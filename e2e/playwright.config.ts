import { defineConfig } from '@playwright/test'

/**
 * Browser window features that tests do not need. The address bar popups alone run in their own process and cost as much
 * as a page. Chromium uses the last list only, so this one includes Playwright's defaults.
 */
const disabledFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
]

const isAll = process.env.PLUMBLINE_JOURNEYS === 'all'
const isTexts = process.env.PLUMBLINE_JOURNEYS === 'texts'

/** Optimising compilers do not pay off for pages that live for seconds. The full set keeps them. */
const compilerFlags = isAll ? [] : ['--js-flags=--no-maglev --no-turbofan']

/** Lets Chromium run as root in a container and keeps it off the network. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${disabledFeatures.join(',')}`,
  ...compilerFlags,
]

const baseURL = process.env.PLUMBLINE_URL ?? 'http://127.0.0.1:4000'

/** Journeys of `npm run journeys:all` alone: those at phone width, and the tour of all modals. */
const onlyInAll = /\b390\b|every modal opens by its address/

/** The initial local storage of a device. */
function createStorageState(choices: Readonly<Record<string, string>>) {
  const localStorage = Object.entries(choices).map(([name, value]) => ({ name, value }))
  return { cookies: [], origins: [{ origin: baseURL, localStorage }] }
}

/** Needs a separate server, since it creates three hundred families and users. */
const everyText = 'hostile/every-text.spec.ts'

/**
 * Journeys find controls by their English names, so they cannot run in German. The full set therefore repeats them in
 * the light theme. A separate set visits every screen and modal in German in both sizes, and checks for untranslated or
 * truncated texts, pages that are too wide and accessibility violations.
 */
const fullSet = [
  {
    name: 'light',
    testIgnore: ['walk/**', everyText],
    use: { storageState: createStorageState({ plumbline_theme: 'light' }) },
    // This journey tests the default theme, which needs a device without a saved one.
    grepInvert: /changes theme and language/,
  },
  {
    name: 'german',
    testDir: 'walk',
    use: {
      locale: 'de-CH',
      storageState: createStorageState({ plumbline_theme: 'light', plumbline_language: 'de' }),
    },
  },
]

/** Waits for jobs that run once a minute, so it runs in a third worker. */
const waitsForClock = 'alerts.spec.ts'

const oneThemeAndSize = [
  { name: 'journeys', testIgnore: ['walk/**', waitsForClock, everyText], workers: 2 },
  { name: 'by the clock', testMatch: waitsForClock, workers: 1 },
].map(project => ({ ...project, grepInvert: onlyInAll }))

export default defineConfig({
  testDir: '.',
  projects: isTexts ? [{ name: 'texts', testMatch: everyText }] : isAll ? fullSet : oneThemeAndSize,
  outputDir: '../test-results',
  fullyParallel: false,
  workers: isAll ? 2 : 3,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL,
    locale: 'en-US',
    timezoneId: 'Europe/Zurich',
    viewport: { width: 1440, height: 900 },
    // Traces cost a third of the time. Use `--trace on` when necessary.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Animations cost a tenth of the time. The full set keeps them.
    contextOptions: { reducedMotion: isAll ? 'no-preference' : 'reduce' },
    // Journeys that mock replies must see all requests. The offline journey allows the service worker.
    serviceWorkers: 'block',
    launchOptions: { args, executablePath: process.env.PLUMBLINE_CHROMIUM ?? '/usr/bin/chromium' },
  },
})
