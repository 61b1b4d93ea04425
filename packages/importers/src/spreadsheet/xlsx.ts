import { UnreadableFile } from '../problem.ts'
import { scanXml, type XmlHandler } from '../xml/scan.ts'
import {
  badSpreadsheet,
  builtInFormat,
  cellText,
  type NumberFormat,
  plainFormat,
  readFormatCode,
} from './cell-values.ts'
import { type CellCount, type SheetBuilder, type SourceTable, sheetBuilder } from './sheet-builder.ts'

type Part = (path: string) => string | null

interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly path: string }[]
  readonly is1904: boolean
}

/** Reads the sheets of an XLSX workbook (ECMA-376). Formulas are taken as the result that was saved with them. */
export function readXlsx(files: ReadonlyMap<string, Uint8Array>): SourceTable[] {
  const part: Part = path => {
    const bytes = files.get(path)
    return bytes === undefined ? null : decodePart(bytes, path)
  }
  const workbook = readWorkbook(part)
  const strings = readStrings(part('xl/sharedStrings.xml'))
  const formats = readStyles(part('xl/styles.xml'))
  const count: CellCount = { cells: 0 }
  return workbook.sheets.flatMap(({ name, path }) => {
    const text = part(path)
    if (text === null) return []
    const sheet = sheetBuilder(name, count)
    scanPart(text, sheetHandler(sheet, { strings, formats, is1904: workbook.is1904 }))
    return [sheet.finish()]
  })
}

export function decodePart(bytes: Uint8Array, path: string): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    return new TextDecoder(isWide ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw badSpreadsheet(`${path} is damaged`)
  }
}

/** Scans a part of a package. Lines of it mean nothing to its reader. */
export function scanPart(text: string, handler: XmlHandler): void {
  try {
    scanXml(text, handler)
  } catch (error) {
    if (error instanceof UnreadableFile && error.code === 'bad_xml')
      throw badSpreadsheet(error.details.value ?? 'its content is damaged')
    throw error instanceof UnreadableFile ? new UnreadableFile(error.code, 1, error.details) : error
  }
}

const ignoreText = { text: () => undefined, close: () => undefined }

function readWorkbook(part: Part): Workbook {
  const book = part('xl/workbook.xml')
  if (book === null) throw badSpreadsheet('it has no list of sheets')
  const targets = new Map<string, string>()
  scanPart(part('xl/_rels/workbook.xml.rels') ?? '<none/>', {
    ...ignoreText,
    open: (name, { Id = '', Target = '' }) => {
      if (name === 'Relationship') targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  const sheets: { name: string; path: string; isHidden: boolean }[] = []
  let is1904 = false
  scanPart(book, {
    ...ignoreText,
    open: (name, attributes) => {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904)
      const path = targets.get(attributes.id ?? '')
      if (name === 'sheet' && path !== undefined)
        sheets.push({
          name: attributes.name ?? '',
          path,
          isHidden: (attributes.state ?? 'visible') !== 'visible',
        })
    },
  })
  return { sheets: sheets.sort((a, b) => Number(a.isHidden) - Number(b.isHidden)), is1904 }
}

const isTrue = (text: string | undefined) => text === '1' || text === 'true'

/** Shared strings. Phonetic readings (rPh) are no part of the text. */
function readStrings(text: string | null): string[] {
  const strings: string[] = []
  if (text === null) return strings
  let current = ''
  let isText = false
  let phonetic = 0
  scanPart(text, {
    open: name => {
      if (name === 'si') current = ''
      if (name === 'rPh') phonetic += 1
      isText = name === 't' && phonetic === 0
    },
    text: value => {
      if (isText) current += value
    },
    close: name => {
      if (name === 'rPh') phonetic -= 1
      if (name === 't') isText = false
      if (name === 'si') strings.push(unescapeText(current))
    },
  })
  return strings
}

/** Characters that XML cannot hold are written as _x000D_. */
const unescapeText = (text: string): string =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  )

/** The number formats of cell styles, in their order. */
function readStyles(text: string | null): NumberFormat[] {
  const own = new Map<number, NumberFormat>()
  const styles: NumberFormat[] = []
  if (text === null) return styles
  let isCellFormat = false
  scanPart(text, {
    text: () => undefined,
    open: (name, attributes) => {
      if (name === 'numFmt') own.set(Number(attributes.numFmtId), readFormatCode(attributes.formatCode ?? ''))
      if (name === 'cellXfs') isCellFormat = true
      const id = Number(attributes.numFmtId ?? 0)
      if (name === 'xf' && isCellFormat) styles.push(own.get(id) ?? builtInFormat(id))
    },
    close: name => {
      if (name === 'cellXfs') isCellFormat = false
    },
  })
  return styles
}

interface CellContext {
  readonly strings: readonly string[]
  readonly formats: readonly NumberFormat[]
  readonly is1904: boolean
}

function sheetHandler(sheet: SheetBuilder, context: CellContext): XmlHandler {
  let row = 0
  let column = 0
  let cell: Readonly<Record<string, string>> = {}
  let value = ''
  let holder = ''
  return {
    open: (name, attributes) => {
      if (name === 'row') {
        row = attributes.r === undefined ? row + 1 : Number(attributes.r)
        column = 0
      } else if (name === 'c') {
        cell = attributes
        column = attributes.r === undefined ? column + 1 : columnNumber(attributes.r)
        value = ''
      } else if (name === 'mergeCell') {
        const match = /^([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})$/.exec(attributes.ref ?? '')
        if (match) sheet.merge(Number(match[2]), Number(match[4]), columnNumber(match[1] ?? ''))
      }
      holder = name
    },
    text: text => {
      if (holder === 'v' || holder === 't') value += text
    },
    close: name => {
      holder = ''
      if (name !== 'c' || value === '') return
      if (!(row >= 1 && row <= 1_048_576 && column >= 1)) throw badSpreadsheet('a cell has no place')
      sheet.set(row, column, readCell(cell, value, context))
    },
  }
}

function readCell(cell: Readonly<Record<string, string>>, value: string, context: CellContext): string {
  switch (cell.t ?? 'n') {
    case 's': {
      const text = context.strings[Number(value)]
      if (text === undefined) throw badSpreadsheet('a text of a cell is missing')
      return text
    }
    case 'b':
      return value === '1' ? 'true' : 'false'
    case 'n':
      return cellText(numberFrom(value), context.formats[Number(cell.s ?? 0)] ?? plainFormat, context.is1904)
    case 'd':
      return value.replace('T', ' ').replace(/ 00:00:00(\.0+)?Z?$/, '')
    default:
      return unescapeText(value)
  }
}

export function numberFrom(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || Number.isNaN(value)) throw badSpreadsheet('a number cannot be read')
  return value
}

/** The number of a column: A is 1, AB is 28. */
function columnNumber(place: string): number {
  let number = 0
  for (const char of place) {
    const code = char.charCodeAt(0)
    if (code < 65 || code > 90) break
    number = number * 26 + code - 64
  }
  return number
}
