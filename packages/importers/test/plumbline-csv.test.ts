import { HELD_TYPES, TRANSACTION_TYPES } from '@plumbline/engine'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Exported, readFile, writePlumblineCsv } from '../src/index.ts'
import { sampleBytes } from './support/sample-files.ts'

const decimal = fc
  .tuple(fc.boolean(), fc.bigInt({ min: 1n, max: 10n ** 20n }), fc.nat(8))
  .map(([isNegative, units, scale]) => {
    const digits = units.toString().padStart(scale + 1, '0')
    const fraction = digits.slice(digits.length - scale).replace(/0+$/, '')
    const whole = digits.slice(0, digits.length - scale)
    const value = scale === 0 || fraction === '' ? whole : `${whole}.${fraction}`
    return isNegative && !/^[0.]+$/.test(value) ? `-${value}` : value
  })
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })
/** Any text, including formulas. A file changes only line ends. */
const words = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    fc.constantFrom(
      '=1+1',
      "'=x",
      "''@a",
      '-5',
      ' a ',
      'a"b',
      'x,y\nz',
      '＝1',
      " '＠a",
      '\u00a0＋1',
      "'\u200b－1",
    ),
  )
  .map(text => text.replace(/\r\n?/g, '\n').replaceAll('\0', ' '))
  .filter(text => text !== '' && !text.startsWith('\ufeff'))
const day = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map(date => date.toISOString().slice(0, 10))
const currency = fc.constantFrom('CHF', 'EUR', 'USD', 'GBX')

const instrument = fc.record({
  isin: maybe(fc.constantFrom('CH0099000116', 'US99ALP00010')),
  symbol: maybe(words),
  name: words,
  currency: maybe(currency),
  type: maybe(fc.constantFrom(...HELD_TYPES)),
  exchange: maybe(words),
  country: maybe(fc.constantFrom('CH', 'US')),
  identifiers: fc.array(fc.record({ kind: fc.constantFrom('cusip', 'valor', 'other'), value: words }), {
    maxLength: 3,
  }),
  contractSize: maybe(fc.constantFrom('100', '0.01')),
  expiry: maybe(day),
  strike: maybe(fc.constantFrom('45', '1.265')),
  right: maybe(fc.constantFrom('call', 'put')),
  underlying: maybe(words),
})

const transaction = fc.record({
  key: words,
  type: fc.constantFrom(...TRANSACTION_TYPES),
  side: maybe(fc.constantFrom('buy', 'sell', 'in', 'out')),
  date: day,
  time: maybe(fc.constantFrom('09:30:00', '23:59:59')),
  settleDate: maybe(day),
  exDate: maybe(day),
  instrument,
  quantity: decimal,
  price: maybe(decimal),
  amount: decimal,
  currency: maybe(currency),
  net: decimal,
  rate: maybe(decimal),
  fees: decimal,
  taxes: decimal,
  accrued: maybe(decimal),
  counterCurrency: currency,
  counterAmount: decimal,
  counterAccount: maybe(words),
  link: maybe(words),
  numerator: decimal,
  denominator: decimal,
  basisShare: maybe(fc.constantFrom('0', '0.1948', '1')),
  note: maybe(words),
  reference: maybe(words),
}) as fc.Arbitrary<Exported>

function readBack(csv: string): Exported[] {
  const reading = readFile(new TextEncoder().encode(csv))
  if (reading.state !== 'read') throw new Error(JSON.stringify(reading))
  expect(reading.reading.problems).toEqual([])
  return reading.reading.drafts.map(({ line: _, raw: __, statement: ___, ...draft }) => draft)
}

describe('Plumbline CSV', () => {
  it('returns exactly the written transactions for any text and numbers', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(transaction, { minLength: 1, maxLength: 5, selector: row => row.key }),
        transactions => {
          expect(readBack(writePlumblineCsv(transactions))).toEqual(transactions)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('is identical after writing, reading and writing again', () => {
    const reading = readFile(sampleBytes('ibkr-flex.xml'))
    if (reading.state !== 'read') throw new Error('it is readable')
    const csv = writePlumblineCsv(reading.reading.drafts)
    expect(writePlumblineCsv(readBack(csv))).toBe(csv)
  })

  it('guards text that a spreadsheet would run as a formula, but not numbers', () => {
    const [first] = fc.sample(transaction, 1)
    if (!first) throw new Error('there is one')
    const csv = writePlumblineCsv([{ ...first, note: '=HYPERLINK("x")', quantity: '-5' }])
    for (const note of ['＝1', '＋1', '－1', '＠SUM(A1)', ' =1', '\u00a0＝1', '\u200b@x', '\t1'])
      expect(writePlumblineCsv([{ ...first, note }]), note).toContain(`'${note}`)
    expect(csv).toContain(`"'=HYPERLINK(""x"")"`)
    expect(csv).toContain(',-5,')
  })
})
