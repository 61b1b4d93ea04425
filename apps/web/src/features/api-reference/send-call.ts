import { unreachable } from '../../lib/api/api-error.ts'
import { clientHeaders, session, sessionExpired } from '../../lib/session/session.ts'
import type { ApiCall } from './api-document.ts'

/** What the form of a call holds; an empty parameter is not sent. */
export interface CallValues {
  parameters: Readonly<Record<string, string>>
  /** JSON text, a file, or nothing. */
  body: string | File | null
}

export interface CallResult {
  status: number
  statusText: string
  headers: readonly (readonly [string, string])[]
  /** The text of the body; null for a file. */
  text: string | null
  bytes: number
  type: string
}

function buildUrl({ path, parameters }: ApiCall, values: CallValues['parameters']): string {
  const value = (name: string) => values[name] ?? ''
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(value(name)))
  const search = new URLSearchParams()
  for (const { name, in: place } of parameters)
    if (place === 'query' && value(name) !== '') search.append(name, value(name))
  return search.size === 0 ? filled : `${filled}?${search}`
}

/** Sends a call with the session of the user and returns whatever the server replies. */
export async function sendCall(call: ApiCall, values: CallValues): Promise<CallResult> {
  const token = call.may === 'anyone' ? null : await session.tokenToSend()
  let response = await send(call, values, token)
  if (response.status === 401 && token !== null) {
    // An expired token is renewed once; the server has not done anything yet.
    if ((await session.refresh(token)) === 'ended') throw sessionExpired()
    response = await send(call, values, await session.tokenToSend())
  }
  return readResult(response)
}

async function send(
  call: ApiCall,
  { parameters, body }: CallValues,
  token: string | null,
): Promise<Response> {
  const headers = new Headers({ ...clientHeaders, accept: 'application/json, */*;q=0.5' })
  if (token !== null) headers.set('authorization', `Bearer ${token}`)
  for (const { name, in: place } of call.parameters) {
    const value = parameters[name] ?? ''
    if (place === 'header' && value !== '') headers.set(name, value)
  }
  if (call.body !== null && body !== null) headers.set('content-type', call.body.type)
  try {
    return await fetch(buildUrl(call, parameters), { method: call.method, headers, body })
  } catch (error) {
    throw unreachable(error)
  }
}

async function readResult(response: Response): Promise<CallResult> {
  const blob = await response.blob()
  const type = response.headers.get('content-type') ?? ''
  const isText = /json|text|csv/.test(type)
  return {
    status: response.status,
    statusText: response.statusText,
    headers: [...response.headers].sort(([a], [b]) => (a < b ? -1 : 1)),
    text: isText ? await blob.text() : null,
    bytes: blob.size,
    type,
  }
}
