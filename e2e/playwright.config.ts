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

export default defineConfig({
  testDir: '.',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: process.env.PLUMBLINE_URL ?? 'http://127.0.0.1:4000',
    locale: 'en-US',
    timezoneId: 'Europe/Zurich',
    viewport: { width: 1440, height: 900 },
    // Keeping a trace of everything costs a third of the time: `--trace on` where one is wanted.
    trace: 'off',
    screenshot: 'only-on-failure',
    // A journey that answers calls itself must see them all; the one about the service worker allows it.
    serviceWorkers: 'block',
    launchOptions: { args, executablePath: process.env.PLUMBLINE_CHROMIUM ?? '/usr/bin/chromium' },
  },
})
