import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import { afterEach, describe, expect, it } from 'vitest'
import { type Metrics, measure } from './metrics.ts'
import { startMetricsServer } from './metrics-server.ts'

let metrics: Metrics
const app = () => {
  const server = Fastify()
  metrics = measure(server, '1.2.3', () => ({
    plumbline_snapshots: { help: 'Snapshots in memory.', value: 3 },
  }))
  server.get('/things/:id', async request => {
    if ((request.params as { id: string }).id === 'bad') throw new Error('bad')
    return {}
  })
  return server
}
afterEach(() => metrics.close())

describe('metrics', () => {
  it('count and time requests by route and status, not by URL', async () => {
    const server = app()
    for (const id of ['1', '2', 'bad']) await server.inject(`/things/${id}`)
    await server.inject('/nothing?token=secret')
    const text = metrics.text()
    expect(text).toContain('plumbline_http_requests_total{method="GET",route="/things/:id",status="200"} 2')
    expect(text).toContain('plumbline_http_requests_total{method="GET",route="/things/:id",status="500"} 1')
    expect(text).toContain(
      'plumbline_http_request_duration_seconds_count{method="GET",route="/things/:id"} 3',
    )
    expect(text).toContain('route="none",status="404"} 1')
    expect(text).not.toContain('secret')
    expect(text).toContain('plumbline_snapshots 3')
    expect(text).toContain('plumbline_http_requests_in_flight 0')
  })

  it('are in the Prometheus text format', async () => {
    const server = app()
    await server.inject('/things/1')
    const name = '[a-z_][a-z0-9_]*'
    const line = new RegExp(`^(# (HELP|TYPE) ${name} .+|${name}(\\{[^}]*\\})? -?[0-9.e+-]+)$`)
    for (const text of metrics.text().trimEnd().split('\n')) expect(text).toMatch(line)
  })

  it('have cumulative buckets that end with the count', async () => {
    const server = app()
    for (let request = 0; request < 20; request += 1) await server.inject('/things/1')
    const counts = [...metrics.text().matchAll(/_bucket\{[^}]*\} (\d+)/g)].map(match => Number(match[1]))
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts.at(-1)).toBe(20)
  })

  it('are served on their own port with the token', async () => {
    app()
    const server = await startMetricsServer(
      { port: 0, host: '127.0.0.1', token: 'open sesame' },
      metrics.text,
    )
    const { port } = server.address() as AddressInfo
    const fetchStatus = async (path: string, headers: Record<string, string> = {}) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers })).status
    expect(await fetchStatus('/metrics')).toBe(401)
    expect(await fetchStatus('/metrics', { authorization: 'Bearer wrong' })).toBe(401)
    expect(await fetchStatus('/metrics', { authorization: 'Bearer open sesame' })).toBe(200)
    expect(await fetchStatus('/')).toBe(404)
    server.close()
  })
})
