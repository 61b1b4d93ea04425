import { writeZip } from './write-zip.ts'

/** A cell of a workbook: text, a number, or a date as an ISO day. */
export type SheetCell = string | number | { readonly day: string }

const escapeXml = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

function columnName(index: number): string {
  const first = Math.floor(index / 26)
  return (first > 0 ? String.fromCharCode(64 + first) : '') + String.fromCharCode(65 + (index % 26))
}

const serial = (day: string): number => (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / 86_400_000

function writeSheet(rows: readonly (readonly SheetCell[])[]): string {
  const body = rows.map((cells, at) => {
    const written = cells.map((cell, index) => {
      const place = `${columnName(index)}${at + 1}`
      if (cell === '') return ''
      if (typeof cell === 'string')
        return `<c r="${place}" t="inlineStr"><is><t>${escapeXml(cell)}</t></is></c>`
      if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
      return `<c r="${place}" s="1"><v>${serial(cell.day)}</v></c>`
    })
    return `<row r="${at + 1}">${written.join('')}</row>`
  })
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${body.join('')}</sheetData></worksheet>`
}

/** Writes a workbook for tests. */
export function writeXlsx(
  sheets: readonly { readonly name: string; readonly rows: readonly (readonly SheetCell[])[] }[],
): Buffer {
  const part = (text: string) => Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
  const list = sheets.map(
    ({ name }, at) => `<sheet name="${escapeXml(name)}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  )
  const links = sheets.map(
    (_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`,
  )
  return writeZip([
    ['[Content_Types].xml', part('<Types/>')],
    ['xl/workbook.xml', part(`<workbook xmlns:r="urn:r"><sheets>${list.join('')}</sheets></workbook>`)],
    ['xl/_rels/workbook.xml.rels', part(`<Relationships>${links.join('')}</Relationships>`)],
    [
      'xl/styles.xml',
      part('<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'),
    ],
    ...sheets.map(({ rows }, at) => [`xl/worksheets/sheet${at + 1}.xml`, part(writeSheet(rows))] as const),
  ])
}
