/**
 * The load generator, in a separate worker so that reading replies does not block the server under test. It receives a
 * load and replies with the latencies.
 */
import { Agent, request } from 'node:http'
import { parentPort } from 'node:worker_threads'
import type { MeasuredCall } from './calls.ts'

/** Each client sends its next request after the reply to the last one. */
export interface ClosedLoad {
  kind: 'closed'
  port: number
  call: MeasuredCall
  token: string
  clients: number
  requests: number
}

/** Sends at a fixed rate whether or not the server keeps up. Latency counts from when a request was due. */
export interface OpenLoad {
  kind: 'open'
  port: number
  calls: MeasuredCall[]
  tokens: string[]
  perSecond: number
  seconds: number
}

export interface LoadResult {
  milliseconds: number[]
  bytes: number
  failures: number
  seconds: number
}

type Outcome = { status: number; bytes: number }

function send(agent: Agent, port: number, call: MeasuredCall, token: string): Promise<Outcome> {
  const payload = call.method === 'POST' ? JSON.stringify(call.body ?? {}) : ''
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        method: call.method,
        path: call.path,
        headers: {
          authorization: `Bearer ${token}`,
          ...(payload ? { 'content-type': 'application/json', 'content-length': payload.length } : {}),
        },
      },
      reply => {
        let bytes = 0
        reply.on('data', (chunk: Buffer) => {
          bytes += chunk.length
        })
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, bytes }))
      },
    )
    sent.on('error', reject)
    sent.end(payload)
  })
}

async function runClosed({ port, call, token, clients, requests }: ClosedLoad): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const result: LoadResult = { milliseconds: [], bytes: 0, failures: 0, seconds: 0 }
  let left = requests
  const started = performance.now()
  const client = async () => {
    while (left > 0) {
      left -= 1
      const from = performance.now()
      const { status, bytes } = await send(agent, port, call, token)
      result.milliseconds.push(performance.now() - from)
      result.bytes = Math.max(result.bytes, bytes)
      if (status !== 200) result.failures += 1
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  result.seconds = (performance.now() - started) / 1000
  agent.destroy()
  return result
}

async function runOpen({ port, calls, tokens, perSecond, seconds }: OpenLoad): Promise<LoadResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: tokens.length })
  const result: LoadResult = { milliseconds: [], bytes: 0, failures: 0, seconds: 0 }
  const started = performance.now()
  const pending: Promise<void>[] = []
  const total = Math.round(perSecond * seconds)
  const sendNext = async (place: number) => {
    const due = started + (place * 1000) / perSecond
    const call = calls[place % calls.length] as MeasuredCall
    const token = tokens[place % tokens.length] ?? ''
    const { status, bytes } = await send(agent, port, call, token)
    result.milliseconds.push(performance.now() - due)
    result.bytes += bytes
    if (status !== 200) result.failures += 1
  }
  for (let place = 0; place < total; ) {
    const due = Math.min(total, Math.floor(((performance.now() - started) * perSecond) / 1000))
    for (; place < due; place += 1) pending.push(sendNext(place))
    await new Promise(resolve => setTimeout(resolve, 2))
  }
  await Promise.all(pending)
  result.seconds = (performance.now() - started) / 1000
  agent.destroy()
  return result
}

parentPort?.on('message', async (load: ClosedLoad | OpenLoad) => {
  parentPort?.postMessage(await (load.kind === 'closed' ? runClosed(load) : runOpen(load)))
})
