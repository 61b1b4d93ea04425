import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allEndpoints, contract } from '../contract.ts'
import { filterBody } from './filter.ts'
import { findUnknownFields } from './unknown-fields.ts'

const namesIn = (schema: z.ZodType, value: unknown) =>
  [...findUnknownFields(schema, value)].map(({ path }) => path.join('.'))

describe('unknown fields', () => {
  it('are found at any depth, with the fields to choose from', () => {
    const typed = { settings: { perod: 'ytd' }, filters: { filter_acount: [] }, family: null, famly: null }
    expect([...findUnknownFields(filterBody, typed)]).toEqual([
      { path: ['settings', 'perod'], allowed: ['period', 'transaction_types', 'currency', 'group_by'] },
      { path: ['filters', 'filter_acount'], allowed: expect.arrayContaining(['filter_account']) },
      { path: ['famly'], allowed: ['settings', 'filters', 'family'] },
    ])
  })

  it('are found in lists, by index', () => {
    const lists = z.object({ lines: z.array(z.object({ date: z.string() })).nullish() })
    expect(namesIn(lists, { lines: [{ date: 'x' }, { dat: 'x' }] })).toEqual(['lines.1.dat'])
    expect(namesIn(lists, { lines: null })).toEqual([])
  })

  it('are found in the option of a union that accepts the value', () => {
    const union = z.union([
      z.object({ kind: z.literal('a'), of_a: z.string().optional() }),
      z.object({ kind: z.literal('b'), of_b: z.string().optional() }),
    ])
    expect(namesIn(union, { kind: 'b', of_b: 'x' })).toEqual([])
    expect(namesIn(union, { kind: 'b', of_a: 'x' })).toEqual(['of_a'])
    expect(namesIn(union, { kind: 'c', of_a: 'x' })).toEqual([])
  })

  it('are found in a filter that is a text in the query', () => {
    const { query } = contract.positions.search
    const filter = JSON.stringify({ filters: { filter_acount: [] } })
    expect(namesIn(query, { q: 'x', filter })).toEqual(['filter.filters.filter_acount'])
    expect(namesIn(query, { q: 'x', filter: '{}' })).toEqual([])
    expect(namesIn(query, { q: 'x', filter: '{' })).toEqual([])
  })

  it('include names that every object inherits', () => {
    const nothing = z.object({})
    expect(namesIn(nothing, JSON.parse('{"toString":1,"__proto__":1}'))).toEqual(['toString', '__proto__'])
  })
})

/** Kinds of schemas that have no fields, and those that the search looks into. */
const leaves = ['string', 'number', 'boolean', 'enum', 'literal', 'transform', 'custom']
const searched = ['object', 'array', 'union', 'pipe', 'optional', 'nonoptional', 'nullable', 'default']

/** The kinds of a schema and of those inside it. */
function collectKinds(schema: z.core.$ZodType, kinds: Set<string>): void {
  kinds.add(schema._zod.def.type)
  const inside = Object.values(schema._zod.def).flatMap(part =>
    typeof part === 'object' && part !== null && !(part instanceof z.ZodType) ? Object.values(part) : [part],
  )
  for (const part of inside) if (part instanceof z.ZodType) collectKinds(part, kinds)
}

describe('every call', () => {
  it('takes input only in schemas whose fields are searched, and without a place for unknown ones', () => {
    const kinds = new Set<string>()
    for (const [, { params, query, body }] of allEndpoints())
      for (const schema of [params, query, body]) if (schema) collectKinds(schema, kinds)
    expect([...kinds].filter(kind => !leaves.includes(kind) && !searched.includes(kind))).toEqual([])
    expect(kinds.size).toBeGreaterThan(10)
  })
})
