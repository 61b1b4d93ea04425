import { describe, expect, it } from 'vitest'
import type { JobRequest } from './job.ts'
import { makeResultKey } from './result-key.ts'

type Query = Extract<JobRequest, { kind: 'query' }>

const query: Query = {
  kind: 'query',
  key: 'family@1/1/20000',
  name: 'POST /api/positions/list/',
  view: {
    accounts: ['a', 'b'],
    family: { id: 'f', name: 'Family' },
    currency: 'CHF',
    asOf: 20_000,
    today: 20_001,
    language: 'en-US',
    mayCorrect: 'none',
  },
  call: {
    params: undefined,
    query: { limit: 50 },
    body: { settings: {}, filters: {} },
    accept: 'json',
    input: [],
  },
}
const withView = (view: Partial<Query['view']>): Query => ({ ...query, view: { ...query.view, ...view } })
const withCall = (call: Partial<Query['call']>): Query => ({ ...query, call: { ...query.call, ...call } })

const variants: Record<string, Query> = {
  'another version': { ...query, key: 'family@2/1/20000' },
  'another query': { ...query, name: 'POST /api/cash/' },
  'fewer accounts': withView({ accounts: ['a'] }),
  'another account': withView({ accounts: ['a', 'c'] }),
  'another family name': withView({ family: { id: 'f', name: 'Renamed' } }),
  'another currency': withView({ currency: 'EUR' }),
  'another last day': withView({ asOf: 20_001 }),
  'another day of the caller': withView({ today: 20_002 }),
  'another language': withView({ language: 'de' }),
  'another right': withView({ mayCorrect: 'all' }),
  'another page': withCall({ query: { limit: 50, offset: 50 } }),
  'another filter': withCall({ body: { settings: {}, filters: { filter_account: ['a'] } } }),
  'another path': withCall({ params: { positionId: 'p' } }),
  'another input': withCall({ input: ['x'] }),
  'no value in the input': withCall({ input: [null] }),
}

describe('the key of a result', () => {
  it('is the same for equal queries', () => {
    expect(makeResultKey(structuredClone(query))).toBe(makeResultKey(query))
  })

  it.each(Object.entries(variants))('differs for %s', (_title, variant) => {
    expect(makeResultKey(variant)).not.toBe(makeResultKey(query))
    const others = Object.values(variants).filter(each => each !== variant)
    expect(others.map(makeResultKey)).not.toContain(makeResultKey(variant))
  })

  it.each([[new Map([['a', 1]])], [[Number.NaN]], [[undefined]], [{ at: new Date(0) }]])(
    'does not exist for an input that JSON would change: %o',
    input => expect(makeResultKey(withCall({ input }))).toBeNull(),
  )

  it('does not exist for exports and loads', () => {
    expect(makeResultKey(withCall({ accept: 'csv' }))).toBeNull()
    const load = { families: [], today: 1, marketDay: null, asOf: null, market: null }
    expect(makeResultKey({ kind: 'load', ...load, atLeast: { families: [], market: '1' } })).toBeNull()
  })
})
