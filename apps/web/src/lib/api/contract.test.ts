import { contract, hasRole } from 'virtual:contract'
import { allEndpoints } from '@plumbline/contract'
import { describe, expect, it } from 'vitest'

const calls = Object.entries(contract).flatMap(([feature, group]) =>
  Object.entries(group).map(([name, call]): [string, object] => [`${feature}.${name}`, call]),
)

describe('the contract in the browser', () => {
  it('has every call under its name', () => {
    expect(calls.map(([name]) => name).sort()).toEqual(
      allEndpoints()
        .map(([name]) => name)
        .sort(),
    )
  })

  it('holds what sending a call takes, and no schema', () => {
    const known = new Set(['method', 'path', 'may', 'reads', 'creates'])
    for (const [name, call] of calls) {
      expect(
        Object.keys(call).filter(key => !known.has(key)),
        name,
      ).toEqual([])
    }
  })

  it('checks roles as the server does', () => {
    expect(hasRole('adviser', ['admin', 'adviser'])).toBe(true)
    expect(hasRole('demo', 'admin')).toBe(false)
  })
})
