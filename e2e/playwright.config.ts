import { defineConfig } from '@playwright/test'

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
]

const baseURL = process.env.PLUMBLINE_URL ?? 'http://127.0.0.1:4000'

/** What `npm test` leaves to `npm run journeys:all`: the same journey in the other size, and the walk through all modals. */
const onlyInAll = /\b390\b|every modal opens by its address/

/** What a device remembers when it is first opened. */
function remembered(choices: Readonly<Record<string, string>>) {
  const localStorage = Object.entries(choices).map(([name, value]) => ({ name, value }))
  return { cookies: [], origins: [{ origin: baseURL, localStorage }] }
}

/**
 * Journeys find what they press by its English name, as a reader of them expects: in German they would say
 * nothing. So the whole set runs once more in the light theme, where every name is the same, and German has
 * a set of its own that knows no names: it goes to every screen and modal in both sizes and looks for words
 * that are not German, words that are cut off, pages that are too wide and rules of accessibility.
 */
const everything = [
  {
    name: 'light',
    testIgnore: 'walk/**',
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

export default defineConfig({
  testDir: '.',
  ...(process.env.PLUMBLINE_JOURNEYS === 'all'
    ? { projects: everything }
    : { testIgnore: 'walk/**', grepInvert: onlyInAll }),
  outputDir: '../test-results',
  fullyParallel: false,
  // One more than cores: some journeys wait for the clock.
  workers: 2,
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
    contextOptions: { reducedMotion: 'reduce' },
    // A journey that answers calls itself must see them all; the one about the service worker allows it.
    serviceWorkers: 'block',
    launchOptions: { args, executablePath: process.env.PLUMBLINE_CHROMIUM ?? '/usr/bin/chromium' },
  },
})
