import type { Caller } from './import-files.ts'

/** Calls a running server as anyone with a token does. */
export function callerOf(server: string, token: string): Caller {
  return async (method, address, body) => {
    const isFile = body instanceof Uint8Array
    const reply = await fetch(new URL(address, server), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined
          ? {}
          : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body === undefined
        ? {}
        : { body: isFile ? new Blob([new Uint8Array(body)]) : JSON.stringify(body) }),
    })
    return { status: reply.status, body: reply.status === 204 ? null : await reply.json() }
  }
}
