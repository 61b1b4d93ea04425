import { describe, expect, it } from 'vitest'
import type { TableRule } from '../../src/pdf/profiles/profile.ts'
import { openDocument } from '../../src/pdf/text/document.ts'
import { compileLabels } from '../../src/pdf/text/labels.ts'
import { readTable } from '../../src/pdf/text/tables.ts'
import type { PdfTransaction } from '../../src/pdf/text/transaction.ts'

const read = (text: string, table: TableRule) =>
  readTable(openDocument(text.trim().split('\n'), compileLabels()), table)

const describeOne = (one: PdfTransaction) =>
  [one.kind, one.date, one.isin ?? '-', one.shares ?? '-', one.amount, one.taxes, one.fees].join(' ')

const trades: TableRule = {
  currency: 'EUR',
  parts: ['{date} {*} {amount}'],
  rows: [
    {
      lines: ['{date} Kauf {amount}'],
      details: [
        'ISIN {isin} {shares} STK',
        'Kurs {price}',
        'Kurswert {gross} {currency}',
        '{Spesen|Provision} {fee} {currency}',
        'Devisenkurs {rate}',
      ],
      kind: 'purchase',
    },
    {
      lines: ['{date} Verkauf vor Steuern'],
      details: [
        'ISIN {isin} {shares} STK',
        'Kurswert {gross} {currency}',
        'Provision {fee} {currency}',
        'Steuer {tax} {currency}',
        'Betrag vor Steuern {beforeTax} {currency}',
      ],
      kind: 'sale',
    },
    { lines: ['{date} Entgelt Verkauf {shares} {isin} {price} {amount}'], kind: 'sale', also: 'fee' },
    { lines: ['{date} {text} {amount}'], kind: 'deposit', kindByText: [{ words: [''], isUnknown: true }] },
  ],
}

describe('tables of a profile', () => {
  it('refuse a trade whose security is not found', () => {
    const text = `
05.02.2024 Kauf -50,00
Wexlabu US0378331005 10,00 STK
Kurswert 50,00 EUR
`
    const { transactions, problems } = read(text, trades)
    expect(transactions).toEqual([])
    expect(problems.map(({ message }) => message)).toEqual(['The security is missing.'])
  })

  it('adds up the costs below a row, at the rate where they are foreign', () => {
    const text = `
05.02.2024 Kauf -92,50
ISIN US0378331005 10,00 STK Spesen 1,10 USD
Kurs 9,90 USD Kurswert 99,00 USD
Provision 1,50 EUR Devisenkurs 1,1000
06.02.2024 Entgelt Verkauf -0,5 DE0007164600 20,00 10,00
`
    const { transactions, problems } = read(text, trades)
    expect(problems).toEqual([])
    expect(transactions.map(describeOne)).toEqual([
      'purchase 2024-02-05 US0378331005 10 92.5 0 2.5',
      'sale 2024-02-06 DE0007164600 0.5 10 0 0',
      'fee 2024-02-06 DE0007164600 0.5 10 0 0',
    ])
    expect(transactions[0]).toMatchObject({ gross: '90', grossForeign: '99', foreignCurrency: 'USD' })
  })

  it('reports a row whose costs do not make the amount, or whose price is wrong', () => {
    const text = `
05.02.2024 Kauf -92,51
ISIN US0378331005 10,00 STK
Kurswert 90,00 EUR
Provision 1,50 EUR
05.02.2024 Kauf -91,50
ISIN US0378331005 10,00 STK
Kurs 9,50 EUR Kurswert 90,00 EUR
Provision 1,50 EUR
`
    const { transactions, problems } = read(text, trades)
    expect(transactions).toEqual([])
    expect(problems.map(({ message }) => message)).toEqual([
      'Gross 90, taxes 0 and fees 1.5 do not make 92.51.',
      'Quantity 10 times price 9.5 is not 90.',
    ])
  })

  it('takes the taxes off an amount that is stated before taxes', () => {
    const text = `
05.02.2024 Verkauf vor Steuern
ISIN US0378331005 10,00 STK
Kurswert 90,00 EUR
Provision 1,50 EUR
Steuer -8,00 EUR
Betrag vor Steuern 88,50 EUR
`
    expect(read(text, trades).transactions.map(describeOne)).toEqual([
      'sale 2024-02-05 US0378331005 10 80.5 8 1.5',
    ])
    expect(read(text.replace('1,50', '1,40'), trades).problems).toHaveLength(1)
  })

  it('reports a row without an amount, and one that it does not know', () => {
    const { transactions, problems } = read(
      '05.02.2024 Verkauf vor Steuern\n07.02.2024 Sonderfall 5,00',
      trades,
    )
    expect(transactions).toEqual([])
    expect(problems.map(({ message }) => message)).toEqual([
      'The amount is missing.',
      'This entry is not known: Sonderfall',
    ])
  })

  it('counts the holding for income that is reinvested', () => {
    const table: TableRule = {
      currency: 'EUR',
      context: ['Fonds {isin}', 'Bestand {holding}', '{name} = {isin}'],
      rows: [
        { lines: ['{date} Kauf {amount} {price} {shares}'], kind: 'purchase' },
        { lines: ['{date} Ertrag {amount} {price} {shares}'], kind: 'purchase', also: 'dividend' },
        { lines: ['{date} Tausch {name} {amount} {price} {shares}'], kind: 'sale' },
      ],
    }
    const text = `
Fonds DE0008474511
Bestand 10,000
05.01.2024 Kauf 20,00 10,00 +2,000
05.02.2024 Ertrag 6,00 12,00 +0,500
Fonds LU0052859252
06.02.2024 Ertrag 6,00 12,00 +0,500
Beispielfonds Europa = DE0009786285
Musterfonds Welt = LU0348413815
07.02.2024 Tausch Beispielfonds 10,00 5,00 -2,000
`
    expect(read(text, table).transactions.map(describeOne)).toEqual([
      'purchase 2024-01-05 DE0008474511 2 20 0 0',
      'purchase 2024-02-05 DE0008474511 0.5 6 0 0',
      'dividend 2024-02-05 DE0008474511 12 6 0 0',
      'purchase 2024-02-06 LU0052859252 0.5 6 0 0',
      'dividend 2024-02-06 LU0052859252 0 6 0 0',
      'sale 2024-02-07 DE0009786285 2 10 0 0',
    ])
  })

  it('gives a day the year of the statement, December before January', () => {
    const table: TableRule = {
      currency: 'EUR',
      context: ['Auszug bis {until}'],
      rows: [{ lines: ['{day} {text} {money}'], kind: { credit: 'deposit', debit: 'removal' } }],
    }
    const text = 'Auszug bis 05.01.2022\n30.12. Eingang 10,00\n03.01. Ausgang 4,00-'
    expect(read(text, table).transactions.map(({ kind, date }) => `${kind} ${date}`)).toEqual([
      'deposit 2021-12-30',
      'removal 2022-01-03',
    ])
  })

  it('knows the load of a fund in per cent, and what was withheld by the difference', () => {
    const table: TableRule = {
      currency: 'EUR',
      rows: [
        {
          lines: ['{date} Anlage {isin} {product}', 'zu {amount} {load} {price} {shares}'],
          kind: 'purchase',
        },
        { lines: ['{date} Coupon {shares} {isin} {gross} {n} {amount}'], kind: 'dividend', restIsTax: true },
      ],
    }
    const text = `
05.02.2024 Anlage US0378331005 105,00
zu 105,00 5,00 10,50 10,000
06.02.2024 Coupon 4 FR0000120628 20,00 3,00 14,00
`
    expect(read(text, table).transactions.map(describeOne)).toEqual([
      'purchase 2024-02-05 US0378331005 10 105 0 5',
      'dividend 2024-02-06 FR0000120628 4 14 6 0',
    ])
  })

  it('keeps numbers and dates whole', () => {
    const table: TableRule = {
      currency: 'EUR',
      rows: [{ lines: ['{word} {date} {shares} {isin} {price} {amount}'], kind: 'purchase' }],
    }
    expect(read('22.04.2024 2,0000 US0378331005 50,0000 100,00', table).transactions).toEqual([])
    expect(
      read('A1 22.04.2024 2,0000 US0378331005 50,0000 100,00', table).transactions.map(describeOne),
    ).toEqual(['purchase 2024-04-22 US0378331005 2 100 0 0'])
  })
})
