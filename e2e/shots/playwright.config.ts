import { defineConfig } from '@playwright/test'
import journeys from '../playwright.config.ts'

// Journeys leave sizes out that pictures are taken of.
const { projects: _, ...alike } = journeys

/** Pictures instead of journeys: one after the other, so that a busy machine shows no half-drawn page. */
export default defineConfig({
  ...alike,
  testDir: '.',
  testMatch: '*.shots.ts',
  workers: 1,
  timeout: 300_000,
})
