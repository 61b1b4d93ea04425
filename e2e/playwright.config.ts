import { defineConfig } from '@playwright/test'

/**
 * What the window around a page would do, which nobody sees here. The popups of its address bar alone, drawn by a
 * process of their own, cost as much as a page. The last list of this kind counts, so the runner's is in it too.
 */
const withoutFeatures = [
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

/** A page lives for seconds here: what is optimised behind it is thrown away before it pays. The whole matrix has it. */
const withoutOptimising = isAll ? [] : ['--js-flags=--no-maglev --no-turbofan']

/** What Chromium needs to run as root in a container, and to stay off the network. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  `--disable-features=${withoutFeatures.join(',')}`,
  ...withoutOptimising,
]

const baseURL = process.env.PLUMBLINE_URL ?? 'http://127.0.0.1:4000'

/** What `npm test` leaves to `npm run journeys:all`: the same journey in the other size, and the walk through all modals. */
const onlyInAll = /\b390\b|every modal opens by its address/

/** What a device remembers when it is first opened. */
function remembered(choices: Readonly<Record<string, string>>) {
  const localStorage = Object.entries(choices).map(([name, value]) => ({ name, value }))
  return { cookies: [], origins: [{ origin: baseURL, localStorage }] }
}

/** Fills a site with three hundred families and people: it needs a server that nobody else looks at. */
const everyText = 'hostile/every-text.spec.ts'

/**
 * Journeys find what they press by its English name, as a reader of them expects: in German they would say
 * nothing. So the whole set runs once more in the light theme, where every name is the same, and German has
 * a set of its own that knows no names: it goes to every screen and modal in both sizes and looks for words
 * that are not German, words that are cut off, pages that are too wide and rules of accessibility.
 */
const everything = [
  {
    name: 'light',
    testIgnore: ['walk/**', everyText],
    use: { storageState: remembered({ plumbline_theme: 'light' }) },
    // Which theme a new device begins with is asked of one that remembers none.
    grepInvert: /changes theme and language/,
  },
  {
    name: 'german',
    testDir: 'walk',
    use: {
      locale: 'de-CH',
      storageState: remembered({ plumbline_theme: 'light', plumbline_language: 'de' }),
    },
  },
]

/** Waits for what happens once a minute, so it goes beside the two that keep the machine busy. */
const waitsForTheClock = 'alerts.spec.ts'

const oneThemeAndSize = [
  { name: 'journeys', testIgnore: ['walk/**', waitsForTheClock, everyText], workers: 2 },
  { name: 'by the clock', testMatch: waitsForTheClock, workers: 1 },
].map(project => ({ ...project, grepInvert: onlyInAll }))

export default defineConfig({
  testDir: '.',
  projects: isTexts ? [{ name: 'texts', testMatch: everyText }] : isAll ? everything : oneThemeAndSize,
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
    // Keeping a trace of everything costs a third of the time: `--trace on` where one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    // Frames on the way from one state to the next cost a tenth of the time; the whole matrix has them.
    contextOptions: { reducedMotion: isAll ? 'no-preference' : 'reduce' },
    // A journey that answers calls itself must see them all; the one about the service worker allows it.
    serviceWorkers: 'block',
    launchOptions: { args, executablePath: process.env.PLUMBLINE_CHROMIUM ?? '/usr/bin/chromium' },
  },
})
