import { describe, expect, it } from 'vitest'
import { accountWords, nameCustody } from './display-names.ts'

const bank = { id: 'rochette', name: 'Banque Rochette' }
const manual = { id: 'manual', name: 'Manual' }

describe('where a position is kept', () => {
  it('is the custodian, or the account where no custodian tells accounts apart', () => {
    expect(nameCustody({ custodian: bank, account: { name: 'Private' } })).toBe('Banque Rochette')
    expect(nameCustody({ custodian: manual, account: { name: 'Blue broker' } })).toBe('Blue broker')
  })

  it('is custodian and account, each named once', () => {
    expect(accountWords({ custodian: bank, account: { name: 'Private' } })).toEqual([
      'Banque Rochette',
      'Private',
    ])
    expect(accountWords({ custodian: bank, account: { name: 'Banque Rochette 17' } })).toEqual([
      'Banque Rochette 17',
    ])
    expect(accountWords({ custodian: manual, account: { name: 'Blue broker' } })).toEqual(['Blue broker'])
  })
})
