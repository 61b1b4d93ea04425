import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { idempotencyHeader } from '@plumbline/contract'
import type { Caller } from './import-files.ts'

const mostAttempts = 3
const pauseMs = 1000

/**
 * Calls a running server as anyone with a token does. What is posted carries a key, so that it can be sent again when
 * the connection breaks or the server cannot tell what became of it.
 */
export function callerOf(server: string, token: string, waitMs = pauseMs): Caller {
  return async (method, address, body) => {
    const isFile = body instanceof Uint8Array
    const isRepeatable = method === 'POST' || method === 'GET'
    const send = {
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
      const isLast = !isRepeatable || attempt === mostAttempts
      const reply = await fetch(new URL(address, server), send).catch((error: unknown) => {
        if (isLast) throw error
        return null
      })
      if (reply && (isLast || reply.status !== 503))
        return { status: reply.status, body: reply.status === 204 ? null : await reply.json() }
      await sleep(waitMs)
    }
  }
}
