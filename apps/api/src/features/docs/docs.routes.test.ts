import { allEndpoints } from '@plumbline/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const get = (url: string) => app.call({ method: 'GET', url })

describe('the API reference', () => {
  it('shows every declared call as HTML under a strict content security policy', async () => {
    const reply = await get('/api/docs')
    expect(reply.headers['content-type']).toContain('text/html')
    const text = reply.body.replaceAll('<wbr>', '')
    const missing = allEndpoints().filter(([name]) => !text.includes(`id="${name}"`))
    expect(missing).toEqual([])
    expect(reply.body).not.toMatch(/<script|<style|\son\w+=|style="/)
    expect((await get('/api/docs/style.css')).headers['content-type']).toContain('text/css')
  })

  it('describes every declared call as OpenAPI 3.1', async () => {
    const document = (await get('/api/docs/openapi.json')).json()
    expect(document.openapi).toMatch(/^3\.1/)
    const operations = Object.values<object>(document.paths).flatMap(path => Object.keys(path))
    expect(operations.length).toBe(allEndpoints().length)
  })
})
