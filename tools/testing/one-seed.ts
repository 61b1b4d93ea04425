import fc from 'fast-check'

// A fixed seed makes runs of the same commit reproducible. SEED=n generates other cases; the reliability checks choose
// their own seeds.
fc.configureGlobal({ seed: Number(process.env.SEED ?? 20260101) })
