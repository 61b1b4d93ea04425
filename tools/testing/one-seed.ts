import fc from 'fast-check'

// The seed of the run, which vitest.config.ts prints: SEED=n npm test repeats it.
fc.configureGlobal({ seed: Number(process.env.TEST_SEED ?? 1) })
