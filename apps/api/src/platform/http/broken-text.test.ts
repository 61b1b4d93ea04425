import { expect, it } from 'vitest'
import { placeOfBrokenText } from './broken-text.ts'

it('finds half of a character wherever it stands', () => {
  expect(placeOfBrokenText('\ud800')).toEqual([])
  expect(placeOfBrokenText({ name: 'a', filterCustodian: ['b', '\ude00'] })).toEqual(['filterCustodian', '1'])
  expect(placeOfBrokenText({ data: { '\ud800': 1 } })).toEqual(['data'])
})

it('leaves whole characters, numbers and nothing alone', () => {
  expect(placeOfBrokenText({ name: '\ud83d\ude00', amount: 1, note: null, tags: ['é'] })).toBeNull()
  expect(placeOfBrokenText(undefined)).toBeNull()
})
