import { readlinkSync } from 'node:fs'
import { getPriority, setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { type HashRequest, handleHashRequest } from '../features/auth/passwords/hash-request.ts'

/** With this nice value hashing gets a third of a busy core, so guessing passwords does not slow signed-in users. */
const niceStep = 5
const highestNice = 19

/** On Linux each thread has its own nice value, which any user may raise; elsewhere it belongs to the process. */
function lowerThreadPriority(): void {
  try {
    const thread = Number(readlinkSync('/proc/thread-self').split('/').at(-1))
    setPriority(thread, Math.min(highestNice, getPriority(thread) + niceStep))
  } catch {
    // Not Linux: hashing runs with normal priority.
  }
}

lowerThreadPriority()
parentPort?.on('message', (request: HashRequest) => parentPort?.postMessage(handleHashRequest(request)))
