import { contract } from '@plumbline/contract'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { guardPolicy } from './policy-guard.ts'

describe('the policy guard', () => {
  it('rejects a route that the policy does not list', () => {
    const app = Fastify()
    const guard = guardPolicy(app)
    app.get('/healthz', async () => 'ok')
    const { method, path } = contract.auth.login
    app.route({ method, url: path, handler: async () => 'ok' })
    expect([...guard.routes]).toEqual(['GET /healthz', `${method} ${path}`])
    expect(() => app.get('/api/side-door/', async () => 'open')).toThrow(
      'GET /api/side-door/ has a row in the policy',
    )
    expect(() => app.route({ method: 'PUT', url: path, handler: async () => 'open' })).toThrow('PUT')
    guard.stop()
    app.get('/assets/index.js', async () => 'the web app')
    expect(guard.routes.size).toBe(2)
  })

  it('checks routes inside plugins', async () => {
    const app = Fastify()
    guardPolicy(app)
    app.register(async inner => {
      inner.get('/api/hidden/', async () => 'open')
    })
    await expect(app.ready()).rejects.toThrow('GET /api/hidden/ has a row in the policy')
  })
})
