import { runWorker } from '../queries/pool/worker-host.ts'
import { queryRegistry } from './query-registry.ts'

runWorker(queryRegistry)
