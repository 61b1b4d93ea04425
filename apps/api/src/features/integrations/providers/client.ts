import { setTimeout as sleep } from 'node:timers/promises'
import { ProviderTrouble } from './trouble.ts'

export interface ClientOptions {
  /** Where the provider answers, without a slash at the end. Nothing else is ever asked. */
  address: string
  headers: Readonly<Record<string, string>>
  /** So long is waited between two requests. */
  pauseMs: number
  timeoutMs: number
  maxBytes: number
  /** Ends all waiting. */
  signal: AbortSignal
}

export interface Client {
  /** The body of an answer as text, asked for again a few times when the provider is busy or away. */
  text(path: string, kinds: readonly MediaKind[]): Promise<string>
}

export type MediaKind = 'json' | 'xml' | 'csv'

const mediaTypes: Record<MediaKind, RegExp> = {
  json: /\bjson\b/,
  xml: /\bxml\b/,
  // Servers of plain files call CSV by many names.
  csv: /\bcsv\b|^text\/plain\b|^application\/octet-stream\b/,
}

const tries = 3
/** A provider that wants to be left alone for longer is asked again by the next run. */
const longestWaitMs = 60_000

/**
 * Asks one provider, slowly enough for it. An answer must be of the kind that was asked for, within its size and
 * time, and come from the address itself: a redirection could lead anywhere, also into our own network.
 */
export function createClient(options: ClientOptions): Client {
  const { address, pauseMs, signal } = options
  const host = new URL(address).host
  let nextAt = 0

  const ask = async (path: string, kinds: readonly MediaKind[]): Promise<string> => {
    await wait(nextAt - Date.now(), signal)
    nextAt = Date.now() + pauseMs
    // One limit for the whole answer: a body that drips must not take longer than one that hangs.
    const limit = AbortSignal.timeout(options.timeoutMs)
    const response = await send(`${address}${path}`, options, limit, host)
    const { status, headers } = response
    if (status !== 200) {
      await response.body?.cancel()
      throw troubleOf(status, headers, host)
    }
    const type = (headers.get('content-type') ?? '').toLowerCase()
    if (!kinds.some(kind => mediaTypes[kind].test(type))) {
      await response.body?.cancel()
      throw new ProviderTrouble('wrong_type', { host, type: type.slice(0, 60) || '–' })
    }
    return readText(response, options, limit, host)
  }

  return {
    async text(path, kinds) {
      for (let tried = 1; ; tried += 1)
        try {
          return await ask(path, kinds)
        } catch (error) {
          const pause = error instanceof ProviderTrouble ? pauseAfter(error, tried, pauseMs) : null
          if (pause === null) throw error
          await wait(pause, signal)
        }
    },
  }
}

/** How long until it is worth another try; null when it is not. */
function pauseAfter(trouble: ProviderTrouble, tried: number, pauseMs: number): number | null {
  const isPassing =
    trouble.code === 'unreachable' ||
    trouble.code === 'too_many' ||
    (trouble.code === 'http_status' && Number(trouble.details.status) >= 500)
  if (!isPassing || tried >= tries) return null
  const pause = trouble.retryAfterMs ?? Math.max(pauseMs, 100) * 2 ** tried
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
    throw interruption(limit, options.signal, host)
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
      // An endless body would otherwise fill our memory.
      if (size > options.maxBytes) throw new ProviderTrouble('too_large', { host })
      chunks.push(part.value)
    }
  } catch (error) {
    if (error instanceof ProviderTrouble) throw error
    throw interruption(limit, options.signal, host)
  } finally {
    await reader?.cancel().catch(() => undefined)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    throw new ProviderTrouble('unreadable', { host })
  }
}

function interruption(limit: AbortSignal, stopped: AbortSignal, host: string): ProviderTrouble {
  if (stopped.aborted) return new ProviderTrouble('stopped')
  return new ProviderTrouble(limit.aborted ? 'too_slow' : 'unreachable', { host })
}

function troubleOf(status: number, headers: Headers, host: string): ProviderTrouble {
  if (status >= 300 && status < 400) return new ProviderTrouble('redirected', { host })
  if (status === 401 || status === 403) return new ProviderTrouble('key_refused', { host, status })
  if (status === 404) return new ProviderTrouble('unknown_symbol', { host })
  if (status === 429) return new ProviderTrouble('too_many', { host }, retryAfterMs(headers))
  return new ProviderTrouble('http_status', { host, status }, retryAfterMs(headers))
}

/** Seconds, or a date of HTTP. */
function retryAfterMs(headers: Headers): number | null {
  const text = headers.get('retry-after')
  if (text === null) return null
  if (/^\d{1,9}$/.test(text.trim())) return Number(text) * 1000
  const moment = Date.parse(text)
  return Number.isNaN(moment) ? null : Math.max(0, moment - Date.now())
}

async function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) throw new ProviderTrouble('stopped')
  if (milliseconds <= 0) return
  await sleep(milliseconds, undefined, { signal }).catch(() => {
    throw new ProviderTrouble('stopped')
  })
}
