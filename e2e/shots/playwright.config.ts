import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

// The projects of journeys exclude sizes that screenshots include.
const { projects: _, ...shared } = journeys

/** Screenshots run one at a time, since a busy machine may capture unfinished pages. */
export default defineConfig({
  ...shared,
  testDir: '.',
  testMatch: '*.shots.ts',
  workers: 1,
  timeout: 300_000,
})
