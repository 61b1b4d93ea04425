import { runWorker } from '../queries/pool/worker-host.ts'
import { queryRegistry } from './queries.ts'

runWorker(queryRegistry)
