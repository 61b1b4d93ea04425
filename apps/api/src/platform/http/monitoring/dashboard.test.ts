import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

const docs = path.join(import.meta.dirname, '../../../../../../docs')
const metric = /\b(?:plumbline|process|nodejs)_[a-z0-9_]+/g
const metricsIn = (text: string) => new Set(text.match(metric) ?? [])

interface Dashboard {
  panels: { id: number; title: string; targets: { expr: string }[] }[]
  templating: { list: { query: string }[] }
}

const dashboard: Dashboard = JSON.parse(readFileSync(path.join(docs, 'grafana-dashboard.json'), 'utf8'))
const queries = [
  ...dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)),
  ...dashboard.templating.list.map(({ query }) => query),
].join('\n')

let app: TestApp
let exported: Set<string>

beforeAll(async () => {
  app = await createTestApp()
  await app.call({ method: 'GET', url: '/healthz' })
  exported = metricsIn(app.metrics())
})
afterAll(() => app.close())

describe('the Grafana dashboard', () => {
  it('names only metrics that a server exports', () => {
    const named = metricsIn(queries)
    expect(named.size).toBeGreaterThan(10)
    expect([...named].filter(name => !exported.has(name))).toEqual([])
  })

  it('shows every metric that the operations page suggests alerts for', () => {
    const page = readFileSync(path.join(docs, 'operations.md'), 'utf8')
    const [, alerts = ''] = page.split('## Monitoring')
    const rows = alerts.split('\n').filter(line => line.startsWith('| `'))
    const suggested = [...metricsIn(rows.join('\n'))]
    expect(suggested.length).toBeGreaterThan(8)
    // A histogram is shown by its buckets.
    const shown = (name: string) => metricsIn(queries).has(name) || metricsIn(queries).has(`${name}_bucket`)
    expect(suggested.filter(name => !shown(name))).toEqual([])
  })

  it('has a place and a title of its own for each panel', () => {
    const ids = dashboard.panels.map(({ id }) => id)
    const titles = dashboard.panels.map(({ title }) => title)
    expect([new Set(ids).size, new Set(titles).size]).toEqual([ids.length, ids.length])
  })
})
