import { describe, expect, it } from 'vitest'
import { countryCodes, countryList } from './countries.ts'
import { calculationCurrencies, currencyCodes, currencyDigits, currencyList } from './currencies.ts'
import { instrumentTypes } from './instruments.ts'
import { manualTransactionTypes, manualTypes } from './manual-types.ts'
import { statusIcon } from './statuses.ts'
import { transactionCategories, transactionTypes, transactionTypesByCategory } from './transactions.ts'

describe('transaction types', () => {
  it('belong to one category each and are ordered by category', () => {
    expect(transactionCategories.flatMap(category => transactionTypesByCategory[category])).toEqual(
      transactionTypes,
    )
  })
})

describe('manual types', () => {
  it('are instrument types, each once', () => {
    const slugs = manualTypes.map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(slugs.length)
    for (const slug of slugs) expect(instrumentTypes).toContain(slug)
  })

  it('are posted as transaction types of the ledger', () => {
    for (const type of Object.values(manualTransactionTypes)) expect(transactionTypes).toContain(type)
  })
})

describe('currencies', () => {
  it('are those of ISO 4217, each once, in alphabetical order', () => {
    expect(currencyCodes).toEqual([...new Set(currencyCodes)].sort())
    for (const code of [...calculationCurrencies, 'DKK', 'NOK', 'XAU']) expect(currencyCodes).toContain(code)
  })

  it('have their usual number of decimals', () => {
    expect(['CHF', 'JPY', 'KWD', 'CLF'].map(currencyDigits)).toEqual([2, 0, 3, 4])
  })

  it('are named in the requested language', () => {
    const franc = (language: string) => currencyList(language).find(({ code }) => code === 'CHF')
    expect(franc('en-US')).toEqual({
      code: 'CHF',
      name: 'Swiss Franc',
      symbol: 'CHF',
      decimal_digits: 2,
      rounding: 0.05,
    })
    expect(franc('de')?.name).toBe('Schweizer Franken')
    expect(currencyList('en-US').find(({ code }) => code === 'EUR')?.symbol).toBe('€')
  })
})

describe('countries', () => {
  it('are the 249 of ISO 3166-1, each once', () => {
    expect(new Set(countryCodes).size).toBe(249)
    expect(countryCodes).toHaveLength(249)
  })

  it('all have a name', () => {
    for (const { code, name } of countryList('de')) expect(name, code).not.toBe(code)
  })
})

describe('the icon of an integration', () => {
  it('is 1 for success, 0 for no data and -1 for anything else', () => {
    expect(['success', 'no_data', 'failed', 'never heard of'].map(statusIcon)).toEqual([1, 0, -1, -1])
  })
})
