import type { Gauges } from '../platform/http/monitoring/metrics.ts'

interface Load {
  cache: { snapshots: number; bytes: number }
  loads: { primary: number; replica: number; joined: number }
  pool: { workers: number; busy: number; waiting: number }
  results: { results: number; bytes: number; hits: number }
}

/** Metrics of the snapshot cache, the worker pool and the result cache. */
export function describeLoad({ cache, loads, pool, results }: Load): Gauges {
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
    plumbline_results: { help: 'Results of queries in memory.', value: results.results },
    plumbline_result_bytes: { help: 'Memory of these results.', value: results.bytes },
    plumbline_result_hits_total: { help: 'Queries answered by a result in memory.', value: results.hits },
  }
}
