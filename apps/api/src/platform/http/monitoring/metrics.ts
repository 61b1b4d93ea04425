import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'

/** Further gauges by name, read at each scrape. */
export type Gauges = Record<string, { help: string; value: number }>

export interface Metrics {
  /** All metrics in the Prometheus text format. */
  text(): string
  close(): void
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

interface Series {
  labels: string
  count: number
  seconds: number
  /** Number of requests up to each bucket's bound. */
  within: number[]
}

/** Counts and times requests by route, not by URL, whose ids would each create a time series. */
export function measure(app: FastifyInstance, version: string, gauges: () => Gauges): Metrics {
  const totals = new Map<string, number>()
  const timings = new Map<string, Series>()
  const lag = monitorEventLoopDelay({ resolution: 20 })
  lag.enable()
  let inFlight = 0
  app.addHook('onRequest', async () => {
    inFlight += 1
  })
  app.addHook('onResponse', async (request, reply) => {
    inFlight -= 1
    const labels = `method="${request.method}",route="${escapeLabel(request.routeOptions.url ?? 'none')}"`
    const counted = `${labels},status="${reply.statusCode}"`
    totals.set(counted, (totals.get(counted) ?? 0) + 1)
    const series = timings.get(labels) ?? { labels, count: 0, seconds: 0, within: buckets.map(() => 0) }
    timings.set(labels, series)
    const seconds = reply.elapsedTime / 1000
    series.count += 1
    series.seconds += seconds
    buckets.forEach((bound, place) => {
      if (seconds <= bound) series.within[place] = (series.within[place] ?? 0) + 1
    })
  })

  const processGauges = (): Gauges => ({
    process_resident_memory_bytes: { help: 'Memory of the process.', value: process.memoryUsage.rss() },
    process_cpu_seconds_total: { help: 'Processor time.', value: cpuSeconds() },
    process_start_time_seconds: {
      help: 'When the process started, since 1970.',
      value: Math.round(Date.now() / 1000 - process.uptime()),
    },
    nodejs_eventloop_lag_p99_seconds: { help: 'How late timers come.', value: lag.percentile(99) / 1e9 },
    plumbline_http_requests_in_flight: { help: 'Requests being answered.', value: inFlight },
  })

  return {
    text() {
      const lines = [
        ...heading('plumbline_info', 'gauge', 'The version that runs.'),
        `plumbline_info{version="${escapeLabel(version)}"} 1`,
        ...heading('plumbline_http_requests_total', 'counter', 'Requests answered.'),
        ...[...totals].map(([labels, count]) => `plumbline_http_requests_total{${labels}} ${count}`),
        ...heading('plumbline_http_request_duration_seconds', 'histogram', 'How long answers took.'),
        ...[...timings.values()].flatMap(histogram),
      ]
      for (const [name, { help, value }] of Object.entries({ ...processGauges(), ...gauges() }))
        lines.push(...heading(name, name.endsWith('_total') ? 'counter' : 'gauge', help), `${name} ${value}`)
      lag.reset()
      return `${lines.join('\n')}\n`
    },
    close: () => lag.disable(),
  }
}

function heading(name: string, type: string, help: string): string[] {
  return [`# HELP ${name} ${help}`, `# TYPE ${name} ${type}`]
}

function histogram({ labels, count, seconds, within }: Series): string[] {
  const name = 'plumbline_http_request_duration_seconds'
  return [
    ...buckets.map((bound, place) => `${name}_bucket{${labels},le="${bound}"} ${within[place] ?? 0}`),
    `${name}_bucket{${labels},le="+Inf"} ${count}`,
    `${name}_sum{${labels}} ${seconds}`,
    `${name}_count{${labels}} ${count}`,
  ]
}

function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Escapes a label value for the text format. */
function escapeLabel(text: string): string {
  return text.replaceAll(/["\\\n]/g, sign => (sign === '\n' ? '\\n' : `\\${sign}`))
}
