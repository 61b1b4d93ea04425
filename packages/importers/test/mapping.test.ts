import { describe, expect, it } from 'vitest'
import { type ColumnMapping, readFile } from '../src/index.ts'
import { sampleBytes } from './support/sample-files.ts'

function look() {
  const reading = readFile(sampleBytes('unknown-depot.csv'))
  if (reading.state !== 'needs_columns') throw new Error('no preset knows it')
  return reading
}
function readWith(mapping: ColumnMapping) {
  const reading = readFile(sampleBytes('unknown-depot.csv'), { mapping })
  if (reading.state !== 'read') throw new Error(JSON.stringify(reading))
  return reading
}
const bytesOf = (text: string) => new TextEncoder().encode(text)

describe('an unknown CSV', () => {
  it('needs a column mapping and comes with a guessed one', () => {
    const { csv, encoding } = look()
    expect(csv.mapping).toMatchObject({ separator: ';', decimalMark: ',', dateOrder: 'dmy', headerLine: 3 })
    expect(encoding).toBe('windows-1252')
    expect(csv.columns.map(column => column.meaning)).toEqual([
      'date',
      'settle_date',
      'transaction_type',
      'valor',
      'name',
      'quantity',
      'price',
      'currency',
      'amount',
      'fees',
      'reference',
    ])
    expect(csv.columns[0]).toMatchObject({ sample: '28.10.2026', readAs: '2026-10-28', filledCount: 9 })
    expect(csv.columns[8]).toMatchObject({ sample: "1'036,80", readAs: '1036.8' })
    expect(csv.words).toContainEqual({ word: 'Kauf', count: 4 })
    expect(csv.mapping.words).toContainEqual({ word: 'Ausschüttung', type: 'dividend', side: null })
    expect(csv.firstLines[0]).toContain('Depotbewegungen')
  })

  it('is read with the guessed mapping, and unreadable rows become problems with their line', () => {
    const { reading } = readWith(look().csv.mapping)
    expect(
      reading.drafts.map(draft => [draft.line, draft.type, draft.quantity, draft.net ?? draft.amount]),
    ).toEqual([
      [4, 'trade', '-12', '991.8'],
      [5, 'dividend', null, '91'],
      [6, 'trade', '1200', '12645'],
      [7, 'trade', '1200', '12645'],
      [8, 'trade', '1200', '12645'],
      [11, 'fees_cash', null, '25'],
    ])
    expect(reading.problems.map(problem => [problem.line, problem.code])).toEqual([
      [9, 'not_a_date'],
      [10, 'no_quantity'],
      [12, 'unknown_type'],
    ])
  })

  it('keeps the readable part of a bad row for correction', () => {
    const { reading } = readWith(look().csv.mapping)
    expect(reading.problems[0]?.draft).toMatchObject({
      type: 'trade',
      side: 'buy',
      quantity: '20',
      price: '141.6',
    })
    expect(reading.problems[0]?.draft).not.toHaveProperty('date')
  })

  it('uses type words that the user mapped', () => {
    const { mapping } = look().csv
    const words = [...mapping.words, { word: 'Überraschung', type: 'other_income' as const, side: null }]
    const { reading } = readWith({ ...mapping, words })
    expect(reading.drafts.at(-1)).toMatchObject({ line: 12, type: 'other_income', net: '-25' })
  })

  it('takes the type of an instrument from its CFI code', () => {
    const bytes = bytesOf(
      [
        'Handelstag;Vorgang;ISIN;Bezeichnung;CFI-Code;Stück;Kurs;Währung;Betrag',
        '05.01.2026;Kauf;CH0038863350;Nestwerk;ESVUFR;10;100,00;CHF;1000,00',
        '06.01.2026;Kauf;DE0007164600;Kontor Index;CEOGES;5;200,00;CHF;1000,00',
        '07.01.2026;Kauf;US0378331005;Orchard 4 %;DBFTFB;1000;70,00;CHF;700,00',
        '08.01.2026;Kauf;US5949181045;Unclear;XXXXXX;7;100,00;CHF;700,00',
      ].join('\n'),
    )
    const looked = readFile(bytes)
    if (looked.state !== 'needs_columns') throw new Error(looked.state)
    expect(looked.csv.columns[4]?.meaning).toBe('instrument_type')
    const read = readFile(bytes, { mapping: looked.csv.mapping })
    if (read.state !== 'read') throw new Error(read.state)
    expect(read.reading.drafts.map(({ instrument }) => instrument?.type)).toEqual([
      'equity',
      'etf',
      'bond',
      null,
    ])
  })

  it('has the same signature wherever its header is', () => {
    const text = new TextDecoder('windows-1252').decode(sampleBytes('unknown-depot.csv'))
    const bare = readFile(bytesOf(text.split('\n').slice(2).join('\n')))
    expect(bare.state === 'needs_columns' && bare.signature).toBe(look().signature)
  })

  it('takes the direction from the type word where amounts have no sign', () => {
    const text =
      'Date,Type,Amount,Currency\n2026-01-05,Deposit,100.00,CHF\n2026-01-06,Withdrawal,40.00,CHF\n2026-01-07,Custody fee,5.00,CHF\n'
    const first = readFile(bytesOf(text))
    if (first.state !== 'needs_columns') throw new Error('no preset knows it')
    const reading = readFile(bytesOf(text), { mapping: first.csv.mapping })
    if (reading.state !== 'read') throw new Error('it is readable')
    expect(reading.reading.drafts.map(draft => [draft.type, draft.amount])).toEqual([
      ['deposit', '100'],
      ['withdrawal', '40'],
      ['fees_cash', '5'],
    ])
  })

  it('reads staking rewards as units received, under their English and German words', () => {
    const text =
      'Date,Type,Symbol,Quantity,Price,Currency\n2026-01-05,Staking reward,ETH,0.01,3000.00,CHF\n2026-01-06,Staking,ETH,0.02,,CHF\n2026-01-07,Staking-Ertrag,ETH,0.03,3100.00,CHF\n'
    const first = readFile(bytesOf(text))
    if (first.state !== 'needs_columns') throw new Error('no preset knows it')
    const reading = readFile(bytesOf(text), { mapping: first.csv.mapping })
    if (reading.state !== 'read') throw new Error('it is readable')
    expect(reading.reading.problems).toEqual([])
    expect(
      reading.reading.drafts.map(({ type, side, quantity, price, amount, net }) => [
        type,
        side,
        quantity,
        price,
        amount ?? net,
      ]),
    ).toEqual([
      ['staking_reward', 'in', '0.01', '3000', null],
      ['staking_reward', 'in', '0.02', null, null],
      ['staking_reward', 'in', '0.03', '3100', null],
    ])
  })

  it('is unreadable with a header line beyond its end', () => {
    const { mapping } = look().csv
    const reading = readFile(sampleBytes('unknown-depot.csv'), { mapping: { ...mapping, headerLine: 99 } })
    expect(reading).toMatchObject({ state: 'unreadable', code: 'no_header', line: 99 })
  })
})
