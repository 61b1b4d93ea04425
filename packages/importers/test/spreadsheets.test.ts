import { describe, expect, it } from 'vitest'
import { type FileReading, readFile } from '../src/index.ts'
import { writeXls } from './support/write-xls.ts'
import { writeXlsx } from './support/write-xlsx.ts'
import { writeZip } from './support/write-zip.ts'

const headings = ['Trade date', 'Type', 'ISIN', 'Shares', 'Price', 'Currency', 'Net amount']
const purchase = ['Buy', 'CH0012032048', 12, 210.125, 'CHF', -2521.5] as const

function read(bytes: Uint8Array): Extract<FileReading, { state: 'read' }> {
  const first = readFile(bytes)
  if (first.state !== 'needs_columns') throw new Error(JSON.stringify(first))
  const reading = readFile(bytes, { mapping: first.csv.mapping })
  if (reading.state !== 'read') throw new Error(JSON.stringify(reading))
  return reading
}
const refusal = (bytes: Uint8Array) => {
  const reading = readFile(bytes)
  return reading.state === 'unreadable' ? [reading.code, reading.message] : reading.state
}
const expected = { date: '2026-11-04', quantity: '12', price: '210.125', net: '2521.5', currency: 'CHF' }
const part = (text: string) => Buffer.from(text)

describe('spreadsheets', () => {
  it('reads an XLSX workbook: the sheet with transactions, dates by format, numbers exactly', () => {
    const bytes = writeXlsx([
      { name: 'Cover', rows: [['Statement'], ['of November']] },
      { name: 'Moves', rows: [['Depot 30977'], [], headings, [{ day: '2026-11-04' }, ...purchase]] },
    ])
    const { reading, csv, format } = read(bytes)
    expect(format).toBe('spreadsheet')
    expect(csv?.mapping).toMatchObject({ sheet: 'Moves', headerLine: 3 })
    expect(reading.drafts).toMatchObject([{ line: 4, ...expected }])
  })

  it('reads a workbook of Excel 97 whose strings continue in another record', () => {
    const serial = (Date.UTC(2026, 10, 4) - Date.UTC(1899, 11, 30)) / 86_400_000
    const bytes = writeXls('Moves', [
      headings,
      [{ serial }, ...purchase],
      [{ serial }, 'Übertrag Ω', '', 0, 0, 'CHF', 5],
    ])
    const { reading } = read(bytes)
    expect(reading.drafts).toMatchObject([{ line: 2, ...expected }])
    expect(reading.problems).toMatchObject([{ line: 3, code: 'unknown_type', value: 'Übertrag Ω' }])
  })

  it('reads an OpenDocument sheet with repeated cells and rows', () => {
    const cell = (text: string) =>
      `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
    const number = (value: number) => `<table:table-cell office:value-type="float" office:value="${value}"/>`
    const rows = [
      '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="1024"/></table:table-row>',
      `<table:table-row>${headings.map(cell).join('')}</table:table-row>`,
      `<table:table-row><table:table-cell office:value-type="date" office:date-value="2026-11-04T00:00:00"/>${cell('Buy')}${cell('CH0012032048')}${number(12)}${number(210.125)}${cell('CHF')}${number(-2521.5)}</table:table-row>`,
    ]
    const content = `<office:document-content><office:body><office:spreadsheet><table:table table:name="A">${rows.join('')}</table:table></office:spreadsheet></office:body></office:document-content>`
    const bytes = writeZip(
      [
        ['mimetype', part('application/vnd.oasis.opendocument.spreadsheet')],
        ['META-INF/manifest.xml', part('<m x="application/vnd.oasis.opendocument.spreadsheet"/>')],
        ['content.xml', part(content)],
      ],
      { method: 0 },
    )
    expect(read(bytes).reading.drafts).toMatchObject([{ line: 5, ...expected }])
  })

  it('reads a web page with tables that calls itself a spreadsheet', () => {
    const row = (cells: readonly unknown[]) => `<tr>${cells.map(each => `<td>${each}`).join('')}`
    const page = `<html><body><table><tr><td>Menu</td></tr></table><table>${row(headings)}${row(['2026-11-04', ...purchase])}</table>`
    expect(read(part(page)).reading.drafts).toMatchObject([{ line: 2, ...expected }])
  })

  it('reads numbers as shown: noise of binary fractions, currencies in the format', () => {
    const styles =
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="#,##0.00 &quot;SEK&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>'
    const text = (place: string, words: string) =>
      `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`
    const rows = `<row r="1">${['Date', 'Type', 'ISIN', 'Quantity', 'Price', 'Amount'].map((words, at) => text(`${'ABCDEF'[at]}1`, words)).join('')}</row><row r="2">${text('A2', '2026-11-04')}${text('B2', 'Buy')}${text('C2', 'CH0012032048')}<c r="D2"><v>0.30000000000000004</v></c><c r="E2" s="1"><v>100</v></c><c r="F2" s="1"><v>-30</v></c></row>`
    const bytes = writeZip([
      ['xl/workbook.xml', part('<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>')],
      ['xl/_rels/workbook.xml.rels', part('<R><Relationship Id="r1" Target="/xl/worksheets/a.xml"/></R>')],
      ['xl/styles.xml', part(styles)],
      ['xl/worksheets/a.xml', part(`<worksheet><sheetData>${rows}</sheetData></worksheet>`)],
    ])
    expect(read(bytes).reading.drafts).toMatchObject([
      { quantity: '0.3', price: '100', net: '30', currency: 'SEK' },
    ])
  })

  it.each([
    [
      'an encrypted workbook',
      () => {
        const bytes = writeXls('Moves', [headings])
        bytes.write('EncryptedPackage', 512 * 2 + 128, 'utf16le')
        bytes.writeUInt16LE(34, 512 * 2 + 128 + 64)
        return bytes
      },
      'encrypted',
    ],
    [
      'a workbook that is cut off',
      () => writeXls('Moves', [headings, ['a', ...purchase]]).subarray(0, 1800),
      'bad_spreadsheet',
    ],
    [
      'a sheet with a cell beyond the last column',
      () =>
        writeZip([
          ['xl/workbook.xml', part('<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>')],
          ['xl/_rels/workbook.xml.rels', part('<R><Relationship Id="r1" Target="worksheets/a.xml"/></R>')],
          ['xl/worksheets/a.xml', part('<worksheet><row r="1"><c r="ZZZ1"><v>1</v></c></row></worksheet>')],
        ]),
      'too_many_columns',
    ],
    [
      'an entity in a sheet',
      () => writeZip([['xl/workbook.xml', part('<!DOCTYPE a [<!ENTITY b "c">]><workbook/>')]]),
      'entities',
    ],
    [
      'rows repeated without end',
      () =>
        writeZip(
          [
            ['mimetype', part('application/vnd.oasis.opendocument.spreadsheet')],
            [
              'content.xml',
              part(
                '<a><table table:name="A"><table-row table:number-rows-repeated="1048576"><table-cell table:number-columns-repeated="900" office:value-type="float" office:value="1"/></table-row></table></a>',
              ),
            ],
          ],
          { method: 0 },
        ),
      'too_many_rows',
    ],
  ])('refuses %s with a sentence', (_, write, code) => {
    expect(refusal(write())).toEqual([code, expect.stringMatching(/\.$/)])
  })
})
