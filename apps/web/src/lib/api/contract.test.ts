import { contract, hasRole } from 'virtual:contract'
import { allEndpoints } from '@plumbline/contract'
import { describe, expect, it } from 'vitest'

const calls = Object.entries(contract).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, call]): [string, object] => [`${feature}.${name}`, call]),
)

describe('the browser contract', () => {
  it('contains every call under its name', () => {
    expect(calls.map(([name]) => name).sort()).toEqual(
      allEndpoints()
        .map(([name]) => name)
        .sort(),
    )
  })

  it('contains what is needed to send a call, and no schemas', () => {
    const known = new Set(['method', 'path', 'may', 'reads', 'creates'])
    for (const [name, call] of calls) {
      expect(
        Object.keys(call).filter(key => !known.has(key)),
        name,
      ).toEqual([])
    }
  })

  it('checks roles like the server', () => {
    expect(hasRole('adviser', ['admin', 'adviser'])).toBe(true)
    expect(hasRole('demo', 'admin')).toBe(false)
  })
})
