import { parentPort } from 'node:worker_threads'
import { carryOut, type HashOrder } from './features/auth/hash-order.ts'
import { yieldToOthers } from './yield-to-others.ts'

/** The thread that hashes passwords: whoever guesses them gets what nobody else needs at the moment. */
yieldToOthers(0.33)
parentPort?.on('message', (order: HashOrder) => parentPort?.postMessage(carryOut(order)))
