import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints, contract } from './contract.ts'

const calls = allEndpoints()

describe('request bodies', () => {
  const sent = calls.flatMap(([name, { params, query, body }]) =>
    [params, query, body].flatMap(schema => (schema ? [[name, schema] as const] : [])),
  )

  it('are bounded in length everywhere', () => {
    for (const [name, schema] of sent)
      expect(unboundedIn(z.toJSONSchema(schema, { io: 'input' })), name).toEqual([])
  })

  it('drop undeclared fields', () => {
    const { body } = contract.settings.change
    const given = { color_scheme: 'light', role: 'admin', family: 'x', id: 'x', is_beta_tester: true }
    expect(body.parse(given)).toEqual({ color_scheme: 'light' })
  })
})

describe('a change', () => {
  const empty = { settings: {}, filters: {} }
  const changes = calls.filter(
    ([, { method, path, body }]) =>
      body && (method === 'PATCH' || (path.endsWith('/:id/') && body.safeParse({}).success)),
  )

  it('adds no defaults for omitted fields', () => {
    for (const [name, { body }] of changes) {
      const parsed = body?.safeParse({})
      // The filter of a read by POST defaults to empty settings and filters.
      if (parsed?.success) expect({ ...empty, ...(parsed.data as object) }, name).toEqual(empty)
    }
  })
})

describe('an invalid word', () => {
  const order = contract.positions.list.query.safeParse({ order_by: 'colour' })
  const cases = {
    'order_by of positions': order,
    'order_by of transactions': contract.transactions.list.query.safeParse({ order_by: '-colour' }),
    'type of positions': contract.positions.list.query.safeParse({ type: 'half-open' }),
    'type of manual assets': contract.assets.list.query.safeParse({ type: 'yacht' }),
    'group_by of grouping': contract.grouped.list.query.safeParse({ group_by: 'colour' }),
    'filter_key of a group': contract.grouped.detail.query.safeParse({ filter_key: 'x', filter_value: 'y' }),
    'group_by of fees': contract.fees.list.query.safeParse({ group_by: 'sector' }),
    'filter_key of fees': contract.fees.detail.query.safeParse({ filter_key: 'x', filter_value: 'y' }),
    'category of transactions': contract.transactions.list.query.safeParse({ category: 'x' }),
    'type of a task': contract.userTasks.create.body.safeParse({ task_type: 'x' }),
    'type of a report': contract.reports.create.body.safeParse({
      name: 'n',
      report_type: 'x',
      calculated_currency: 'CHF',
    }),
  }

  it.each(Object.entries(cases))('as %s is rejected with the list of allowed words', (_name, result) => {
    expect(result.error?.issues.map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Use one of: \w+, .*\w/),
    ])
  })

  it('in order_by is rejected with the list of fields', () => {
    const message = order.error?.issues[0]?.message
    for (const field of [
      'price_break_even',
      'contract_expiration',
      'pnl_rel_unrealized',
      'taxes',
      'other_income',
    ])
      expect(message).toContain(field)
  })
})

describe('order_by', () => {
  it('accepts every scalar field of a position and of a transaction, ascending and descending', () => {
    for (const [list, excluded] of [
      [contract.positions.list, ['flags', 'price_trend']],
      // The quantity after a transaction is only stated for one position, in the order of its transactions.
      [contract.transactions.list, ['flags', 'revision', 'is_editable', 'quantity_after']],
    ] as const) {
      const fields = Object.keys(list.reply.shape.data.element.shape)
      for (const field of fields.filter(name => !excluded.some(other => other === name))) {
        expect(list.query.parse({ order_by: field }).order_by).toBe(field)
        expect(list.query.parse({ order_by: `-${field}` }).order_by).toBe(`-${field}`)
      }
    }
  })
})

describe('paging', () => {
  const { query } = contract.reports.list

  it('has defaults and bounds', () => {
    expect(query.parse({})).toMatchObject({ limit: 50, offset: 0 })
    expect(query.parse({ limit: '1000', offset: '7' })).toMatchObject({ limit: 1000, offset: 7 })
    for (const wrong of [
      { limit: '0' },
      { limit: '1001' },
      { limit: 'ten' },
      { limit: '' },
      { offset: '-1' },
    ])
      expect(query.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  })
})

/** Paths inside a JSON Schema where text, lists or maps are unbounded. */
function unboundedIn(schema: unknown, path = '$'): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const {
    type,
    enum: words,
    const: word,
    maxLength,
    maxItems,
    format,
    pattern,
  } = schema as z.core.JSONSchema.BaseSchema
  const isFree = type === 'string' && !words && word === undefined
  const isText = isFree && maxLength === undefined && !format && !isFixedLength(pattern)
  const isList = type === 'array' && maxItems === undefined
  const here = isText || isList ? [path] : []
  return [...here, ...Object.entries(schema).flatMap(([key, value]) => unboundedIn(value, `${path}.${key}`))]
}

/** A pattern without repetition bounds what it matches. */
function isFixedLength(pattern: string | undefined): boolean {
  return pattern !== undefined && !/[*+]|\{\d+,\}/.test(pattern)
}
