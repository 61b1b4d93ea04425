import { describe, expect, it } from 'vitest'
import { compareStatement, type LedgerLine, readCoverage, type StatedLine } from './compare-statement.ts'

const tolerance = { price: 0.001, rate: 0.0005, accrued_interest: 10 }
const rates: Record<string, number> = { CHF: 1, EUR: 0.93, USD: 0.8 }
const rateInto = (currency: string) => rates[currency] ?? Number.NaN

function held(name: string, change: Partial<LedgerLine> = {}): LedgerLine {
  const quantity = change.quantity ?? 100
  const price = change.price === undefined ? 50 : change.price
  const rate = rateInto(change.currency ?? 'CHF')
  return {
    instrument: name,
    positionId: `p-${name}`,
    name,
    isin: null,
    symbol: null,
    currency: 'CHF',
    quantity,
    price,
    ownValue: price === null ? null : quantity * price,
    value: price === null ? null : quantity * price * rate,
    accrued: 0,
    cost: null,
    contractSize: 1,
    unsettled: 0,
    ...change,
  }
}

const cash = (currency: string, amount: number, change: Partial<LedgerLine> = {}) =>
  held(`Cash ${currency}`, {
    instrument: null,
    currency,
    quantity: amount,
    price: null,
    value: amount * rateInto(currency),
    ...change,
  })

function stated(name: string | null, change: Partial<StatedLine> = {}): StatedLine {
  const currency = change.currency ?? 'CHF'
  return {
    isin: null,
    symbol: null,
    name,
    currency,
    quantity: 100,
    price: name === null ? null : 50,
    value: null,
    valueCurrency: currency,
    accrued: null,
    ...change,
  }
}

const compare = (ledger: LedgerLine[], lines: StatedLine[]) =>
  compareStatement(ledger, { lines, coverage: readCoverage(lines) }, tolerance, rateInto)
const findCause = (ledger: LedgerLine[], lines: StatedLine[]) =>
  compare(ledger, lines).lines.map(({ cause, isWithinTolerance }) => [cause, isWithinTolerance])

describe('comparing a statement with the ledger', () => {
  it('agrees if both are equal, and adds up', () => {
    const found = compare(
      [held('ABB'), cash('EUR', 200)],
      [stated('ABB'), stated(null, { currency: 'EUR', quantity: 200 })],
    )
    expect(found).toMatchObject({ ledgerValue: 5186, statementValue: 5186, breakValue: 0 })
    expect(found.lines.map(({ cause }) => cause)).toEqual([null, null])
  })

  it('names unsettled transactions and leaves other causes to the statement as a whole', () => {
    expect(findCause([held('ABB')], [stated('ABB', { quantity: 80 })])).toEqual([
      ['missing_transaction', false],
    ])
    expect(findCause([held('ABB', { unsettled: 20 })], [stated('ABB', { quantity: 80 })])).toEqual([
      ['unsettled', true],
    ])
    expect(findCause([], [stated('New')])).toEqual([['missing_transaction', false]])
    const alone = compare([held('ABB'), held('Gone')], [stated('ABB')])
    expect(alone.lines[1]).toMatchObject({ stated: null, cause: 'missing_transaction', breakValue: -5000 })
  })

  it('names differences of price, interest and rate, and whether they are within tolerance', () => {
    expect(findCause([held('ABB')], [stated('ABB', { price: 50.04 })])).toEqual([['price', true]])
    expect(findCause([held('ABB')], [stated('ABB', { price: 50.06 })])).toEqual([['price', false]])
    const bond = held('Bond', { quantity: 10_000, price: 98, contractSize: 0.01, accrued: 50, value: 9850 })
    expect(findCause([bond], [stated('Bond', { quantity: 10_000, price: 98, accrued: 58 })])).toEqual([
      ['accrued_interest', true],
    ])
    expect(findCause([bond], [stated('Bond', { quantity: 10_000, price: 98, accrued: 70 })])).toEqual([
      ['accrued_interest', false],
    ])
    // The value excludes accrued interest, which is stated separately.
    expect(
      findCause([bond], [stated('Bond', { quantity: 10_000, price: 98, value: 9800, accrued: 50 })]),
    ).toEqual([[null, true]])
    const fund = held('Fund', { currency: 'EUR' })
    const inFrancs = (value: number) => stated('Fund', { currency: 'EUR', value, valueCurrency: 'CHF' })
    expect(findCause([fund], [inFrancs(4651)])).toEqual([['rate', true]])
    expect(findCause([fund], [inFrancs(4700)])).toEqual([['rate', false]])
  })

  it('does not make a bond a break because the statement leaves out accrued interest', () => {
    const bond = held('Bond', {
      quantity: 90_000,
      price: 98,
      contractSize: 0.01,
      accrued: 950,
      value: 89_150,
    })
    expect(findCause([bond], [stated('Bond', { quantity: 90_000, price: 98 })])).toEqual([
      ['accrued_interest', true],
    ])
    expect(findCause([bond], [stated('Bond', { quantity: 90_000, price: 98, value: 88_200 })])).toEqual([
      ['accrued_interest', true],
    ])
    // Another price stays a break.
    expect(findCause([bond], [stated('Bond', { quantity: 90_000, price: 99 })])).toEqual([['price', false]])
    const inEuros = { ...bond, currency: 'EUR', value: 89_150 * 0.93 }
    const inFrancs = stated('Bond', {
      quantity: 90_000,
      price: 98,
      currency: 'EUR',
      value: 82_026,
      valueCurrency: 'CHF',
    })
    expect(findCause([inEuros], [inFrancs])).toEqual([['accrued_interest', true]])
  })

  it('compares only the currencies of a statement of cash', () => {
    const ledger = [held('ABB'), cash('CHF', 700), cash('USD', 5)]
    expect(findCause(ledger, [stated(null, { quantity: 700 })])).toEqual([[null, true]])
  })

  it('excludes lines that one side cannot value from both totals', () => {
    expect(
      findCause([held('X', { price: null })], [stated('X', { price: null, isin: null, symbol: 'x' })]),
    ).toEqual([['not_valued', true]])
    const found = compare([held('X', { price: null, symbol: 'x' })], [stated('X', { symbol: 'x' })])
    expect(found.lines[0]).toMatchObject({ cause: 'not_valued', isWithinTolerance: false })
    expect(found).toMatchObject({ ledgerValue: 0, statementValue: 0, breakValue: 0 })
  })

  it('compares cash only if the statement contains cash', () => {
    const ledger = [held('ABB'), cash('CHF', 700), cash('USD', 5)]
    expect(findCause(ledger, [stated('ABB')])).toHaveLength(1)
    expect(findCause(ledger, [stated('ABB'), stated(null, { quantity: 700 })])).toEqual([
      [null, true],
      [null, true],
      ['missing_transaction', false],
    ])
  })

  it('matches lines by ISIN and currency before names', () => {
    const ledger = [
      held('Dollars', { isin: 'US0378331005', currency: 'USD' }),
      held('Euros', { isin: 'US0378331005', currency: 'EUR' }),
    ]
    const { lines } = compare(ledger, [stated('Dollars', { isin: 'US0378331005', currency: 'EUR' })])
    expect(lines[0]?.ledger?.name).toBe('Euros')
  })

  it('compares contracts by their gain where the statement gives only a price', () => {
    const future = held('Future', {
      quantity: 5,
      price: 52,
      contractSize: 10,
      ownValue: 100,
      value: 100,
      isContract: true,
    })
    expect(findCause([future], [stated('Future', { quantity: 5, price: 52 })])).toEqual(
      findCause([held('Share')], [stated('Share')]),
    )
    expect(compare([future], [stated('Future', { quantity: 5, price: 53 })]).breakValue).toBe(50)
  })
})
