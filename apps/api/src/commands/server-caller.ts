import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { idempotencyHeader } from '@plumbline/contract'
import type { Caller } from './import-files.ts'

const maxAttempts = 3
const retryPauseMs = 1000

/**
 * Calls a running server with an API token. A POST carries an idempotency key, so that it can be retried when the
 * connection breaks or the outcome is unknown.
 */
export function createCaller(server: string, token: string, waitMs = retryPauseMs): Caller {
  return async (method, address, body) => {
    const isFile = body instanceof Uint8Array
    const isRepeatable = method === 'POST' || method === 'GET'
    const request = {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(method === 'POST' ? { [idempotencyHeader]: randomUUID() } : {}),
        ...(body === undefined
          ? {}
          : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined
        ? {}
        : { body: isFile ? new Blob([new Uint8Array(body)]) : JSON.stringify(body) }),
    }
    for (let attempt = 1; ; attempt += 1) {
      const isLast = !isRepeatable || attempt === maxAttempts
      const reply = await fetch(new URL(address, server), request).catch((error: unknown) => {
        if (isLast) throw error
        return null
      })
      if (reply && (isLast || reply.status !== 503))
        return { status: reply.status, body: reply.status === 204 ? null : await reply.json() }
      await sleep(waitMs)
    }
  }
}
