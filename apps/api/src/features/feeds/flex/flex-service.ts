import { setTimeout as sleep } from 'node:timers/promises'
import { maxFileBytes } from '@plumbline/contract'
import { FlexError, inProgress, toFlexError } from './flex-error.ts'

export interface FlexRequest {
  /** The address of the service, without a trailing slash. */
  address: string
  token: string
  queryId: string
  /** Named in the requests, which the service demands. */
  version: string
  pausesMs: readonly number[]
  /** Called before each request; throws to stop. */
  onProgress(): Promise<void>
  signal: AbortSignal
}

const timeoutMs = 60_000

/**
 * Fetches a statement in two steps: a request returns a reference, with which the statement is asked for until it is
 * generated. The address in the first reply is ignored, because the token is sent to the configured one only.
 */
export async function fetchStatement(request: FlexRequest): Promise<Buffer> {
  const requested = parseStatus(await call(request, 'SendRequest', request.queryId))
  if (requested?.errorCode != null) throw toFlexError(requested.errorCode)
  if (!requested?.reference) throw new FlexError('unreadable', 'later')
  for (const pause of request.pausesMs) {
    await sleep(pause, undefined, { signal: request.signal })
    const bytes = await call(request, 'GetStatement', requested.reference)
    const status = parseStatus(bytes)
    if (!status) return refusePage(bytes)
    if (status.errorCode === null) throw new FlexError('unreadable', 'later')
    if (status.errorCode !== inProgress) throw toFlexError(status.errorCode)
  }
  throw toFlexError(inProgress)
}

async function call(
  { address, token, version, signal, onProgress }: FlexRequest,
  step: 'SendRequest' | 'GetStatement',
  query: string,
): Promise<Buffer> {
  await onProgress()
  const { host } = new URL(address)
  const parameters = new URLSearchParams({ t: token, q: query, v: '3' })
  try {
    const reply = await fetch(`${address}/${step}?${parameters}`, {
      headers: { 'user-agent': `Plumbline/${version}` },
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
    })
    if (reply.status >= 300 && reply.status < 400) throw new FlexError('redirected', 'never', { host })
    if (reply.status !== 200) throw refuseStatus(reply.status, host)
    return await readBody(reply, host)
  } catch (error) {
    if (error instanceof FlexError) throw error
    if (signal.aborted) throw new FlexError('stopped', 'later')
    // The error may name the address, and with it the token.
    const isSlow = error instanceof Error && error.name === 'TimeoutError'
    throw new FlexError(isSlow ? 'too_slow' : 'unreachable', 'later', { host })
  }
}

function refuseStatus(status: number, host: string): FlexError {
  const isTemporary = status >= 500 || status === 429 || status === 408
  return new FlexError('http_status', isTemporary ? 'later' : 'tomorrow', { host, status })
}

async function readBody(reply: Response, host: string): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of reply.body ?? []) {
    size += part.length
    if (size > maxFileBytes) throw new FlexError('too_large', 'tomorrow', { host })
    parts.push(part)
  }
  return Buffer.concat(parts)
}

interface FlexStatus {
  errorCode: number | null
  reference: string | null
}

/** The status that the service replies with in place of a statement; null for anything else. */
function parseStatus(bytes: Buffer): FlexStatus | null {
  const text = bytes.subarray(0, 4000).toString('utf8')
  if (!/<FlexStatementResponse[\s>]/.test(text)) return null
  const field = (name: string) => new RegExp(`<${name}>\\s*([^<]*?)\\s*</${name}>`).exec(text)?.[1] ?? null
  const code = field('ErrorCode')
  const reference = field('ReferenceCode')
  return {
    errorCode: code !== null && /^\d{1,6}$/.test(code) ? Number(code) : null,
    reference: reference !== null && /^[\w-]{1,60}$/.test(reference) ? reference : null,
  }
}

/** A statement is XML or CSV, as the query says. A web page is neither. */
function refusePage(bytes: Buffer): Buffer {
  const isPage = /^\s*<(!doctype html|html)/i.test(bytes.subarray(0, 200).toString('utf8'))
  if (isPage || bytes.length === 0) throw new FlexError('unreadable', 'later')
  return bytes
}
