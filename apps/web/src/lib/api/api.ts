import { idempotencyHeader, languageHeader } from 'virtual:contract'
import type { CallBody, CallParams, CallQuery, CallReply, Endpoint, MediaType } from '@plumbline/contract'
import { reportReachable, reportUnreachable } from '../browser/online.ts'
import { chosenLanguage } from '../i18n/chosen-language.ts'
import { confirmPassword } from '../session/password-confirmation.ts'
import { clientHeaders, type Session, session, sessionExpired } from '../session/session.ts'
import { ApiError, needsPassword, readFailure, unreachable } from './api-error.ts'
import { confirmQuestions } from './confirm-questions.ts'
import { type IdempotencyKey, idempotencyKeyFor } from './idempotency-keys.ts'

type Defined<Part> = Exclude<Part, undefined>

/** Input that a call does not have is forbidden; input whose fields are all optional may be left out. */
type InputField<Name extends string, Part> = [Defined<Part>] extends [never]
  ? { [Key in Name]?: never }
  : Partial<Defined<Part>> extends Defined<Part>
    ? { [Key in Name]?: Defined<Part> }
    : { [Key in Name]: Defined<Part> }

interface CallOptions {
  signal?: AbortSignal
  /** The raw bytes that a call sends instead of JSON. */
  file?: Blob
  /** Answers questions about implausible values with yes: an undo restores what was there. */
  isConfirmed?: boolean
}

export type CallInput<E extends Endpoint> = InputField<'params', CallParams<E>> &
  InputField<'query', CallQuery<E>> &
  InputField<'body', CallBody<E>> &
  CallOptions

type CallArguments<E extends Endpoint> =
  Partial<CallInput<E>> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

export type Reply<E extends Endpoint> = [Defined<CallReply<E>>] extends [never]
  ? undefined
  : Defined<CallReply<E>>

/** A file from a response, with the name the server gave it. */
export interface ReplyFile {
  blob: Blob
  name: string | null
}

export interface FileOptions {
  accept: MediaType
  /** Called with the number of bytes received so far. */
  onProgress?: (bytes: number) => void
}

export interface ApiClient {
  call<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<Reply<E>>
  callForFile<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: FileOptions): Promise<ReplyFile>
}

/** The input of any call, without its specific types. */
interface AnyInput extends CallOptions {
  params?: unknown
  query?: unknown
  body?: unknown
}

export function createApiClient(session: Session): ApiClient {
  const send = (endpoint: Endpoint, input: AnyInput, accept: string) =>
    confirmed(() => answered(input, changed => sendInSession(session, endpoint, changed, accept)))
  return {
    async call<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) {
      const response = await send(endpoint, input ?? {}, 'application/json')
      // The contract types the reply, and the server validates its replies against the same contract.
      return (response.status === 204 ? undefined : await response.json()) as Reply<E>
    },
    async callForFile(endpoint, input, { accept, onProgress }) {
      const response = await send(endpoint, input, accept)
      return { blob: await readBlob(response, accept, onProgress), name: parseFileName(response) }
    },
  }
}

export const { call, callForFile } = createApiClient(session)

/**
 * Retries a call that the server rejects for lack of a recent password, once the user confirms it. The server
 * rejects before it does any work, so nothing runs twice.
 */
async function confirmed(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (needsPassword(error) && (await confirmPassword())) return send()
    throw error
  }
}

/** Repeats a call about whose values the server asks, with the answers, once the user confirms them. */
async function answered(input: AnyInput, send: (input: AnyInput) => Promise<Response>): Promise<Response> {
  try {
    return await send(input)
  } catch (error) {
    const questions = error instanceof ApiError ? error.questions : []
    // A call that sends a file has no other body.
    const part = input.file === undefined ? 'body' : 'query'
    const known: unknown[] = Object(input[part]).confirm ?? []
    const asked = new Set(questions.map(({ code }) => code).filter(code => !known.includes(code)))
    if (asked.size === 0 || !(input.isConfirmed || (await confirmQuestions(questions)))) throw error
    // The ledger may have changed since: further questions are asked too.
    return answered({ ...input, [part]: { ...Object(input[part]), confirm: [...known, ...asked] } }, send)
  }
}

/** Error codes that leave the outcome of a creating call open: it is retried under the same key. */
const unknownOutcomeCodes = new Set([
  'outcome_unknown',
  'already_running',
  'database_unavailable',
  'overloaded',
  'starting',
])
const retryDelayMs = 1000

/** Sends a creating call under an idempotency key, so that it can be retried until its outcome is known. */
async function sendInSession(
  session: Session,
  endpoint: Endpoint,
  input: AnyInput,
  accept: string,
): Promise<Response> {
  if (!endpoint.creates) return sendOnce(session, endpoint, input, accept, null)
  const key = idempotencyKeyFor(`${endpoint.method} ${buildPath(endpoint, input)}`, input.body, input.file)
  const attempt = () => sendOnce(session, endpoint, input, accept, key)
  try {
    const response = await attempt().catch(async (error: ApiError) => {
      if (error.code !== 'outcome_unknown') throw error
      await new Promise(resolve => setTimeout(resolve, retryDelayMs))
      return attempt()
    })
    key.release()
    return response
  } catch (error) {
    // Without a status there was no response: the next attempt means the same call.
    const { status, code } = error as Partial<ApiError>
    if (typeof status === 'number' && !unknownOutcomeCodes.has(code ?? '')) key.release()
    throw error
  }
}

/**
 * Makes one call under the rules of the session. Refreshes the token before it expires, after a 401 and after
 * a failure without a response, then retries once where that is safe. Only a 401 on the retry signs out.
 */
async function sendOnce(
  session: Session,
  endpoint: Endpoint,
  input: AnyInput,
  accept: string,
  key: IdempotencyKey | null,
): Promise<Response> {
  const attempt = (token: string | null) => request(endpoint, input, accept, token, key)
  if (endpoint.may === 'anyone') return throwIfFailed(await attempt(null))

  const token = await session.tokenToSend()
  let response: Response | null = null
  let failure: unknown
  try {
    response = await attempt(token)
  } catch (error) {
    if (input.signal?.aborted) throw error
    failure = error
  }

  if (response === null || response.status === 401) {
    const refreshed = await session.refresh(token)
    if (refreshed === 'ended') throw sessionExpired()
    // A write whose response is lost may have been applied: without a key it is not retried.
    const isSafe = endpoint.method === 'GET' || endpoint.reads === true || key !== null
    const mayRetry = response !== null || isSafe
    if (refreshed === 'unreachable' || !mayRetry) throw failure ?? unreachable(null)
    response = await attempt(await session.tokenToSend())
  }
  if (response.status === 401) session.end('expired')
  return throwIfFailed(response)
}

async function request(
  endpoint: Endpoint,
  input: AnyInput,
  accept: string,
  token: string | null,
  key: IdempotencyKey | null,
) {
  const headers = new Headers({ ...clientHeaders, accept })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  if (key !== null) headers.set(idempotencyHeader, key.key)
  const language = chosenLanguage()
  if (language !== undefined) headers.set(languageHeader, language)
  const init: RequestInit = { method: endpoint.method, headers }
  if (input.file !== undefined) {
    headers.set('content-type', 'application/octet-stream')
    init.body = input.file
  } else if (input.body !== undefined) {
    headers.set('content-type', 'application/json')
    init.body = JSON.stringify(input.body)
  }
  if (input.signal) init.signal = input.signal
  try {
    const response = await fetch(buildPath(endpoint, input), init)
    reportReachable()
    return response
  } catch (error) {
    if (input.signal?.aborted) throw error
    reportUnreachable()
    throw unreachable(error)
  }
}

async function throwIfFailed(response: Response): Promise<Response> {
  if (!response.ok) throw await readFailure(response)
  return response
}

function buildPath(endpoint: Endpoint, { params, query }: AnyInput): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(Object(params)[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(Object(query))) {
    for (const single of Array.isArray(value) ? value : [value]) {
      if (single === undefined || single === null) continue
      search.append(name, typeof single === 'object' ? JSON.stringify(single) : String(single))
    }
  }
  return search.size === 0 ? path : `${path}?${search}`
}

/** Streams the response, so that a long export can show progress and be cancelled. */
async function readBlob(
  response: Response,
  type: string,
  onProgress?: (bytes: number) => void,
): Promise<Blob> {
  if (response.body === null || onProgress === undefined) return response.blob()
  const parts: BlobPart[] = []
  let bytes = 0
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return new Blob(parts, { type })
    parts.push(value)
    bytes += value.byteLength
    onProgress(bytes)
  }
}

function parseFileName(response: Response): string | null {
  const disposition = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? null
}
