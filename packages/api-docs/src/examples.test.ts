import { allEndpoints } from '@plumbline/contract'
import { describe, expect, it } from 'vitest'
import { buildExample } from './examples.ts'
import { collectSchemas } from './json-schemas.ts'
import { listSchemas, openApi } from './openapi.ts'
import { referenceHtml } from './reference-html.ts'

const calls = allEndpoints()
const schemas = collectSchemas(calls.flatMap(([, call]) => listSchemas(call)))

describe.each(calls)('the example of %s', (_name, call) => {
  const example = buildExample(call, schemas)

  it('is accepted by the request schemas', () => {
    const text = (fields: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]))
    for (const [schema, value] of [
      [call.params, text(example.params)],
      [call.query, text(example.query)],
      [call.body, example.body],
    ] as const)
      expect(schema?.safeParse(value).error?.issues ?? []).toEqual([])
  })

  it('is accepted by the reply schema', () => {
    expect(call.reply?.safeParse(example.answer).error?.issues ?? []).toEqual([])
  })
})

describe('examples', () => {
  it('appear on the page and in the OpenAPI document', () => {
    const html = referenceHtml()
    expect(html.match(/<pre/g)?.length).toBeGreaterThan(calls.length)
    const { components } = openApi('1')
    // Bodies of several calls and examples of several replies are components.
    expect(JSON.stringify(components.requestBodies)).toContain('"example":{"settings"')
    expect(JSON.stringify(components.examples)).toContain('"daily_fees_abs"')
  })
})
