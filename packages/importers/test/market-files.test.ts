import { describe, expect, it } from 'vitest'
import { findFileProblem, readMarketFile } from '../src/index.ts'
import { writeXlsx } from './support/write-xlsx.ts'
import { writeZip } from './support/write-zip.ts'

const today = '2026-11-16'
const bytes = (text: string) => Buffer.from(text)
const read = (file: Uint8Array) => readMarketFile(file, today)
const refusal = (file: Uint8Array) => {
  try {
    read(file)
    return null
  } catch (error) {
    return findFileProblem(error)
  }
}

const table = 'Date, USD, JPY, \n13 November 2026, 1.1614, 179.42, \n'
const expected = [
  { date: '2026-11-13', base: 'EUR', quote: 'USD', rate: '1.1614' },
  { date: '2026-11-13', base: 'EUR', quote: 'JPY', rate: '179.42' },
]

describe('the XML of the ECB', () => {
  const xml = (days: string) =>
    bytes(`<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01" xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
<gesmes:subject>Reference rates</gesmes:subject>
<Cube>${days}</Cube>
</gesmes:Envelope>`)
  const day = (date: string, ...cubes: string[]) => `<Cube time='${date}'>\n${cubes.join('\n')}\n</Cube>`
  const cube = (currency: string, rate: string) => `<Cube currency='${currency}' rate='${rate}'/>`

  it('is read with its days, without currencies that no longer exist', () => {
    const { kind, rates, problems } = read(
      xml(day('2026-11-13', cube('USD', '1.1614'), cube('JPY', '179.42'), cube('ZZZ', '1'))),
    )
    expect([kind, problems]).toEqual(['rates', []])
    expect(rates).toMatchObject(expected)
  })

  it('names line and reason of a rate that cannot be read', () => {
    const { rates, problems } = read(
      xml(day('2026-11-13', cube('USD', 'x'), cube('JPY', '0')) + day('2026-11-17', cube('USD', '1.2'))),
    )
    expect(rates).toEqual([])
    expect(problems).toEqual([
      { line: 5, code: 'not_a_number', field: 'rate', value: 'x' },
      { line: 6, code: 'not_a_number', field: 'rate', value: '0' },
      { line: 8, code: 'future_date', value: '2026-11-17' },
    ])
  })

  it('is refused when it was cut off, or is another document', () => {
    const whole = xml(day('2026-11-13', cube('USD', '1.1614')))
    expect(refusal(whole.subarray(0, whole.length - 30))).toMatchObject({ code: 'bad_xml' })
    expect(refusal(bytes('<?xml version="1.0"?><Prices><Price/></Prices>'))).toMatchObject({
      code: 'no_header',
    })
  })
})

describe('a packed file', () => {
  it('is unpacked if it is the only one', () => {
    const zip = writeZip([
      ['eurofxref.csv', bytes(table)],
      ['__MACOSX/eurofxref.csv', bytes('x')],
    ])
    expect(read(zip).rates).toMatchObject(expected)
  })

  it('is refused beside another one', () => {
    const zip = writeZip([
      ['a.csv', bytes(table)],
      ['b.csv', bytes(table)],
    ])
    expect(refusal(zip)).toMatchObject({ code: 'several_files', value: 'a.csv, b.csv' })
    expect(refusal(writeZip([]))).toMatchObject({ code: 'empty' })
  })
})

it('reads a workbook from its first sheet with rates', () => {
  const workbook = writeXlsx([
    { name: 'Notes', rows: [['Rates of the bank']] },
    {
      name: 'Rates',
      rows: [
        ['Datum', 'Währungspaar', 'Kurs'],
        [{ day: '2026-11-13' }, 'EUR/CHF', 0.9246],
      ],
    },
  ])
  expect(read(workbook).rates).toMatchObject([
    { date: '2026-11-13', base: 'EUR', quote: 'CHF', rate: '0.9246' },
  ])
})

it('takes the names of Stooq in brackets for no XML', () => {
  expect(read(bytes('<TICKER>,<DATE>,<CLOSE>\nKROC.US,20261113,10.5\n')).prices).toMatchObject([
    { symbol: 'KROC.US', price: '10.5' },
  ])
})

it('reads a list that is not in UTF-8', () => {
  const list = Buffer.from('Datum;Währungspaar;Kurs\n13.11.2026;EUR/CHF;0,9246\n', 'latin1')
  expect(read(list).rates).toMatchObject([{ base: 'EUR', quote: 'CHF', rate: '0.9246' }])
})
