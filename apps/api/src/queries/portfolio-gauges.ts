import type { Gauges } from '../platform/http/metrics.ts'

/** Metrics of the snapshot cache and the worker pool. */
export function describeLoad(
  cache: { snapshots: number; bytes: number },
  loads: { primary: number; replica: number; joined: number },
  pool: { workers: number; busy: number; waiting: number },
): Gauges {
  return {
    plumbline_snapshots: { help: 'Snapshots in memory.', value: cache.snapshots },
    plumbline_snapshot_bytes: { help: 'Memory of snapshots and market data.', value: cache.bytes },
    plumbline_snapshots_loaded_primary_total: {
      help: 'Snapshots loaded from the primary.',
      value: loads.primary,
    },
    plumbline_snapshots_loaded_replica_total: {
      help: 'Snapshots loaded from the replica.',
      value: loads.replica,
    },
    plumbline_snapshots_joined_total: {
      help: 'Snapshots of several families, joined from the snapshot of each.',
      value: loads.joined,
    },
    plumbline_threads: { help: 'Query workers.', value: pool.workers },
    plumbline_threads_busy: { help: 'Query workers that run a job.', value: pool.busy },
    plumbline_queries_waiting: { help: 'Queries in the queue of the worker pool.', value: pool.waiting },
  }
}
