import { expect, it } from 'vitest'
import { findLoneSurrogate } from './lone-surrogates.ts'

it('finds a lone surrogate in nested texts and keys', () => {
  expect(findLoneSurrogate('\ud800')).toEqual([])
  expect(findLoneSurrogate({ name: 'a', filterCustodian: ['b', '\ude00'] })).toEqual(['filterCustodian', '1'])
  expect(findLoneSurrogate({ data: { '\ud800': 1 } })).toEqual(['data'])
})

it('accepts surrogate pairs, numbers, null and undefined', () => {
  expect(findLoneSurrogate({ name: '\ud83d\ude00', amount: 1, note: null, tags: ['é'] })).toBeNull()
  expect(findLoneSurrogate(undefined)).toBeNull()
})
