import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderError } from './provider-error.ts'

export interface ClientOptions {
  /** Base address of the provider, without a trailing slash. The client calls no other host. */
  address: string
  headers: Readonly<Record<string, string>>
  /** Pause between two requests. */
  pauseMs: number
  timeoutMs: number
  maxBytes: number
  /** Aborts requests and pauses. */
  signal: AbortSignal
}

export interface Client {
  /** Returns the body as text, and retries when the provider is busy or unreachable. */
  text(path: string, kinds: readonly MediaKind[]): Promise<string>
}

export type MediaKind = 'json' | 'xml' | 'csv'

const mediaTypes: Record<MediaKind, RegExp> = {
  json: /\bjson\b/,
  xml: /\bxml\b/,
  // Static file servers use many media types for CSV.
  csv: /\bcsv\b|^text\/plain\b|^application\/octet-stream\b/,
}

const tries = 3
/** If the provider asks for a longer delay, the next run tries again. */
const longestWaitMs = 60_000

/**
 * Calls one provider within its rate limit. Responses must have the expected type, stay within size and time
 * limits, and come from the address itself: a redirect could lead anywhere, even into our own network.
 */
export function createClient(options: ClientOptions): Client {
  const { address, pauseMs, signal } = options
  const host = new URL(address).host
  let nextAt = 0

  const request = async (path: string, kinds: readonly MediaKind[]): Promise<string> => {
    await wait(nextAt - Date.now(), signal)
    nextAt = Date.now() + pauseMs
    // One limit for the whole response, so that a slow body cannot take longer than a hanging one.
    const limit = AbortSignal.timeout(options.timeoutMs)
    const response = await send(`${address}${path}`, options, limit, host)
    const { status, headers } = response
    if (status !== 200) {
      await response.body?.cancel()
      throw toProviderError(status, headers, host)
    }
    const type = (headers.get('content-type') ?? '').toLowerCase()
    if (!kinds.some(kind => mediaTypes[kind].test(type))) {
      await response.body?.cancel()
      throw new ProviderError('wrong_type', { host, type: type.slice(0, 60) || '–' })
    }
    return readText(response, options, limit, host)
  }

  return {
    async text(path, kinds) {
      for (let tried = 1; ; tried += 1)
        try {
          return await request(path, kinds)
        } catch (error) {
          const pause = error instanceof ProviderError ? retryDelay(error, tried, pauseMs) : null
          if (pause === null) throw error
          await wait(pause, signal)
        }
    },
  }
}

/** The delay before the next try; null if a retry is useless. */
function retryDelay(error: ProviderError, tried: number, pauseMs: number): number | null {
  const isTemporary =
    error.code === 'unreachable' ||
    error.code === 'too_many' ||
    (error.code === 'http_status' && Number(error.details.status) >= 500)
  if (!isTemporary || tried >= tries) return null
  const pause = error.retryAfterMs ?? Math.max(pauseMs, 100) * 2 ** tried
  return pause > longestWaitMs ? null : pause
}

async function send(
  url: string,
  options: ClientOptions,
  limit: AbortSignal,
  host: string,
): Promise<Response> {
  try {
    return await fetch(url, {
      headers: { 'user-agent': 'Plumbline', ...options.headers },
      redirect: 'manual',
      signal: AbortSignal.any([limit, options.signal]),
    })
  } catch {
    throw toInterruption(limit, options.signal, host)
  }
}

async function readText(
  response: Response,
  options: ClientOptions,
  limit: AbortSignal,
  host: string,
): Promise<string> {
  const reader = response.body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
      size += part.value.length
      // An endless body must not fill the memory.
      if (size > options.maxBytes) throw new ProviderError('too_large', { host })
      chunks.push(part.value)
    }
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw toInterruption(limit, options.signal, host)
  } finally {
    await reader?.cancel().catch(() => undefined)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new ProviderError('unreadable', { host })
  }
}

function toInterruption(limit: AbortSignal, stopped: AbortSignal, host: string): ProviderError {
  if (stopped.aborted) return new ProviderError('stopped')
  return new ProviderError(limit.aborted ? 'too_slow' : 'unreachable', { host })
}

function toProviderError(status: number, headers: Headers, host: string): ProviderError {
  if (status >= 300 && status < 400) return new ProviderError('redirected', { host })
  if (status === 401 || status === 403) return new ProviderError('key_refused', { host, status })
  if (status === 404) return new ProviderError('unknown_symbol', { host })
  if (status === 429) return new ProviderError('too_many', { host }, retryAfterMs(headers))
  return new ProviderError('http_status', { host, status }, retryAfterMs(headers))
}

/** In seconds, or as an HTTP date. */
function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : Math.max(0, moment - Date.now())
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new ProviderError('stopped')
  if (milliseconds <= 0) return
  await sleep(milliseconds, undefined, { signal }).catch(() => {
    throw new ProviderError('stopped')
  })
}
