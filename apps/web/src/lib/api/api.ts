import { idempotencyHeader, languageHeader } from 'virtual:contract'
import type { CallBody, CallParams, CallQuery, CallReply, Endpoint, MediaType } from '@plumbline/contract'
import { noteReachable, noteUnreachable } from '../browser/online.ts'
import { chosenLanguage } from '../i18n/chosen-language.ts'
import { confirmPassword } from '../session/password-confirmation.ts'
import { clientHeaders, type Session, session, sessionExpired } from '../session/session.ts'
import { type ApiError, failureOf, needsPassword, unreachable } from './api-error.ts'
import { idempotencyKeyFor, type SentKey } from './idempotency-keys.ts'

type Given<Part> = Exclude<Part, undefined>

/** A part that the call does not have is refused, one that may be empty is optional, others are needed. */
type InputPart<Name extends string, Part> = [Given<Part>] extends [never]
  ? { [Key in Name]?: never }
  : Partial<Given<Part>> extends Given<Part>
    ? { [Key in Name]?: Given<Part> }
    : { [Key in Name]: Given<Part> }

interface CallOptions {
  signal?: AbortSignal
  /** The bytes that a call takes instead of JSON. */
  file?: Blob
}

export type CallInput<E extends Endpoint> = InputPart<'params', CallParams<E>> &
  InputPart<'query', CallQuery<E>> &
  InputPart<'body', CallBody<E>> &
  CallOptions

type CallArguments<E extends Endpoint> =
  Partial<CallInput<E>> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

export type Reply<E extends Endpoint> = [Given<CallReply<E>>] extends [never]
  ? undefined
  : Given<CallReply<E>>

/** A file that a call answered with, and the name the server gave it. */
export interface ReplyFile {
  blob: Blob
  name: string | null
}

export interface FileOptions {
  accept: MediaType
  /** Told the number of bytes that have arrived so far. */
  onProgress?: (bytes: number) => void
}

export interface ApiClient {
  call<E extends Endpoint>(endpoint: E, ...input: CallArguments<E>): Promise<Reply<E>>
  callForFile<E extends Endpoint>(endpoint: E, input: CallInput<E>, options: FileOptions): Promise<ReplyFile>
}

/** The input of any call, once its types have done their work. */
interface AnyInput extends CallOptions {
  params?: unknown
  query?: unknown
  body?: unknown
}

export function createApiClient(session: Session): ApiClient {
  const send = (endpoint: Endpoint, input: AnyInput, accept: string) =>
    confirmed(() => sendInSession(session, endpoint, input, accept))
  return {
    async call<E extends Endpoint>(endpoint: E, ...[input]: CallArguments<E>) {
      const response = await send(endpoint, input ?? {}, 'application/json')
      // The contract types the reply, and the server checks what it sends against the same contract.
      return (response.status === 204 ? undefined : await response.json()) as Reply<E>
    },
    async callForFile(endpoint, input, { accept, onProgress }) {
      const response = await send(endpoint, input, accept)
      return { blob: await readBlob(response, accept, onProgress), name: fileNameOf(response) }
    },
  }
}

export const { call, callForFile } = createApiClient(session)

/**
 * A call that the server refuses without a recent password is made once more when its user has given it. The refusal
 * comes before anything is done, so that nothing is done twice.
 */
async function confirmed(send: () => Promise<Response>): Promise<Response> {
  try {
    return await send()
  } catch (error) {
    if (needsPassword(error) && (await confirmPassword())) return send()
    throw error
  }
}

/** Answers after which the outcome of a creating call is still open: it is sent again under the same key. */
const stillOpen = new Set([
  'outcome_unknown',
  'already_running',
  'database_unavailable',
  'overloaded',
  'starting',
])
const repeatAfterMs = 1000

/** A creating call is sent under a key, so that it can be repeated until its outcome is known. */
async function sendInSession(
  session: Session,
  endpoint: Endpoint,
  input: AnyInput,
  accept: string,
): Promise<Response> {
  if (!endpoint.creates) return sendOnce(session, endpoint, input, accept, null)
  const key = idempotencyKeyFor(`${endpoint.method} ${pathOf(endpoint, input)}`, input.body, input.file)
  const attempt = () => sendOnce(session, endpoint, input, accept, key)
  try {
    const response = await attempt().catch(async (error: ApiError) => {
      if (error.code !== 'outcome_unknown') throw error
      await new Promise(resolve => setTimeout(resolve, repeatAfterMs))
      return attempt()
    })
    key.answered()
    return response
  } catch (error) {
    // Without a status there was no answer: the next try means the same thing.
    const { status, code } = error as Partial<ApiError>
    if (typeof status === 'number' && !stillOpen.has(code ?? '')) key.answered()
    throw error
  }
}

/**
 * One call with the rules of the session: a token is renewed before it ends, and after a failure without
 * an answer or a 401; then the call is made once more where that is safe. Only a 401 after that signs out.
 */
async function sendOnce(
  session: Session,
  endpoint: Endpoint,
  input: AnyInput,
  accept: string,
  key: SentKey | null,
): Promise<Response> {
  const attempt = (token: string | null) => request(endpoint, input, accept, token, key)
  if (endpoint.may === 'anyone') return okOrFailure(await attempt(null))

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
    const renewal = await session.renew(token)
    if (renewal === 'ended') throw sessionExpired()
    // A call that writes and whose answer got lost may have done its work: without a key it is not made twice.
    const isSafe = endpoint.method === 'GET' || endpoint.reads === true || key !== null
    const mayRepeat = response !== null || isSafe
    if (renewal === 'unreachable' || !mayRepeat) throw failure ?? unreachable(null)
    response = await attempt(await session.tokenToSend())
  }
  if (response.status === 401) session.end('expired')
  return okOrFailure(response)
}

async function request(
  endpoint: Endpoint,
  input: AnyInput,
  accept: string,
  token: string | null,
  key: SentKey | null,
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
    const response = await fetch(pathOf(endpoint, input), init)
    noteReachable()
    return response
  } catch (error) {
    if (input.signal?.aborted) throw error
    noteUnreachable()
    throw unreachable(error)
  }
}

async function okOrFailure(response: Response): Promise<Response> {
  if (!response.ok) throw await failureOf(response)
  return response
}

function pathOf(endpoint: Endpoint, { params, query }: AnyInput): string {
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

/** Reads piece by piece, so that a long export can show how far it is and be left. */
async function readBlob(
  response: Response,
  type: string,
  onProgress?: (bytes: number) => void,
): Promise<Blob> {
  if (response.body === null || onProgress === undefined) return response.blob()
  const pieces: BlobPart[] = []
  let bytes = 0
  for (const reader = response.body.getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return new Blob(pieces, { type })
    pieces.push(value)
    bytes += value.byteLength
    onProgress(bytes)
  }
}

function fileNameOf(response: Response): string | null {
  const disposition = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1] ?? null
}
