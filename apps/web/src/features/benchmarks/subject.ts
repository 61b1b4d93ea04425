import type { Subject } from '@plumbline/contract'
import type { Benchmark } from './use-benchmarks.ts'

/** What the receipts of a comparison are about. */
export function benchmarkSubject({ strategy }: Benchmark): Subject {
  return strategy ? { kind: 'strategy', id: strategy.id } : { kind: 'portfolio' }
}
