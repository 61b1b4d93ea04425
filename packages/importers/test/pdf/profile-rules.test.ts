import { describe, expect, it } from 'vitest'
import type { FormRule, TableRule } from '../../src/pdf/profiles/profile.ts'
import { openDocument } from '../../src/pdf/text/document.ts'
import { readForm } from '../../src/pdf/text/forms.ts'
import { compileLabels } from '../../src/pdf/text/labels.ts'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'
import { readTable } from '../../src/pdf/text/tables.ts'
import { compileTemplate, matchTemplate } from '../../src/pdf/text/templates.ts'

const open = (text: string) => openDocument(text.trim().split('\n'), compileLabels())
const match = (text: string, template: string) => {
  const { lines, notation } = open(text)
  return lines[0] ? matchTemplate(lines[0], compileTemplate(template), notation) : null
}

describe('templates', () => {
  it('reads one of several words, and words that may be missing', () => {
    expect(match('Verkauf 3 Stk', '{Kauf|Verkauf} {shares} {|Stk}')).toEqual({ shares: '3' })
    expect(match('Kauf 3', '{Kauf|Verkauf} {shares} {|Stk}')).toEqual({ shares: '3' })
    expect(match('Tausch 3', '{Kauf|Verkauf} {shares} {|Stk}')).toBeNull()
  })

  it('does not join two numbers, nor takes a reference for an amount', () => {
    expect(match('5 130,00', '{shares} {amount}')).toEqual({ shares: '5', amount: '130' })
    expect(match('Lastschrift 110624', '{text} {amount}')).toBeNull()
    expect(match('Lastschrift 110 EUR', '{text} {amount} {currency}')).toMatchObject({ amount: '110' })
  })

  it('adds up taxes and fees of one line', () => {
    expect(match('Kosten 1,50 EUR 0,25 EUR', 'Kosten {fee} EUR {fee} EUR')).toEqual({ fee: '1.75' })
  })
})

const form = (rule: Partial<FormRule>): FormRule => ({
  when: [],
  kind: 'purchase',
  currency: 'EUR',
  values: ['Kauf {shares} {name} zu {price}', 'am {date}', 'Kurswert {gross}', 'Gesamt {amount}'],
  ...rule,
})
const note = `
Kauf 4 Muster AG zu 25,00
am 03.02.2021
Kurswert 100,00
Entgelt 1,00
Entgelt 2,00
Gesamt 103,00
`

describe('forms', () => {
  it('adds up the fees of all places', () => {
    const { transactions } = readForm(open(note), form({ optional: ['Entgelt {fee}'] }))
    expect(transactions).toMatchObject([
      { kind: 'purchase', date: '2021-02-03', shares: '4', amount: '103', gross: '100', fees: '3' },
    ])
  })

  it('refuses amounts that do not add up, and names what is missing', () => {
    expect(readForm(open(note), form({})).problems[0]?.message).toMatch(/do not make 103/)
    const other = form({ values: ['Valuta {date}'] })
    expect(readForm(open(note), other).problems[0]?.message).toMatch(/not found: Valuta/)
  })

  it('takes a rebate off the fees, and a discount off the price', () => {
    const rebate = readForm(
      open(note.replace('Gesamt 103,00', 'Rabatt 0,50\nGesamt 102,50')),
      form({ optional: ['Entgelt {fee}', 'Rabatt {rebate}'] }),
    )
    expect(rebate.transactions).toMatchObject([{ amount: '102.5', fees: '2.5', gross: '100' }])
    const discount = readForm(
      open(note.replace('zu 25,00', 'zu 26,00').replace('Gesamt', 'Nachlass 4,00\nGesamt')),
      form({ optional: ['Entgelt {fee}', 'Nachlass {discount}'] }),
    )
    expect(discount.transactions).toMatchObject([{ gross: '100' }])
  })

  it('reads only the notes with a certain line', () => {
    const two = `${note}${note.replace('Muster', 'Probe')}Vermerk\n`
    const rule = form({
      starts: 'Kauf {*}',
      where: 'Vermerk',
      optional: ['Entgelt {fee}'],
    })
    expect(readForm(open(two), rule).transactions).toMatchObject([{ name: 'Probe AG' }])
  })

  it('counts contracts times their size', () => {
    const option = 'Kauf 2 MUSTER 100C zu 1,50\nGrösse 100\nam 03.02.2021\nGesamt 300,00'
    const rule = form({
      values: ['Kauf {contracts} {name} zu {price}', 'Grösse {contractSize}', 'am {date}', 'Gesamt {amount}'],
    })
    expect(readForm(open(option), rule).transactions).toMatchObject([{ shares: '200', amount: '300' }])
  })
})

describe('tables', () => {
  const table: TableRule = {
    currency: 'EUR',
    context: ['Auszug vom {until}'],
    rows: [
      {
        lines: ['{day} {text} {amount}'],
        kind: { credit: 'deposit', debit: 'removal' },
        kindByText: [
          { words: ['^kauf'], rejected: 'other-document' },
          { words: ['unklar'], isUnknown: true },
          { words: [''], isByWords: true },
        ],
      },
    ],
  }
  const reading = (rows: string) => readTable(open(`Auszug vom 15.01.2021\n${rows}`), table)

  it('gives days of December the year before', () => {
    const dates = reading('30.12. Gutschrift 5,00\n04.01. Gutschrift 6,00').transactions.map(
      ({ date }) => date,
    )
    expect(dates).toEqual(['2020-12-30', '2021-01-04'])
  })

  it('chooses the kind by words, and leaves what is not known as a problem', () => {
    const { transactions, problems } = reading(
      '04.01. Entgelt -2,00\n05.01. Einkauf Markt -3,00\n06.01. Kauf Fonds -4,00\n07.01. unklar 1,00',
    )
    expect(transactions.map(({ kind, rejected }) => `${kind} ${rejected ?? ''}`.trim())).toEqual([
      'fee',
      'removal',
      'removal other-document',
    ])
    expect(problems).toHaveLength(1)
  })
})

describe('profiles', () => {
  it('reads invented documents of the banks', () => {
    const viac = `
VIAC
E-Mail info@viac.ch
Dividendenausschüttung
Dividendenart: Rückerstattung Quellensteuer
0.250 Anteile Beispiel Fonds Welt
ISIN: IE00B4L5Y983
Ausschüttung: CHF 8.00
Betrag CHF 2.00
Gutgeschriebener Betrag: Valuta 03.03.2021 CHF 2.00`
    const saxo = `
Saxo Bank
Cash Transfer Details, EUR
Deposit 123456 02-Mar-2021 02-Mar-2021 500,00 1,000000 0,00 500,00`
    const read = (text: string) => readStatementLines(text.trim().split('\n'))
    expect(read(viac)).toMatchObject({
      bank: 'wirbank',
      transactions: [{ kind: 'taxRefund', date: '2021-03-03', amount: '2', currency: 'CHF' }],
    })
    expect(read(saxo)).toMatchObject({
      bank: 'saxobank',
      transactions: [{ kind: 'deposit', date: '2021-03-02', amount: '500', currency: 'EUR' }],
    })
  })
})
