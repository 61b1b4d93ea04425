import { UnreadableFile } from '../problem.ts'
import { readBiffString, readSharedStrings } from './biff-strings.ts'
import {
  badSpreadsheet,
  builtInFormat,
  cellText,
  type NumberFormat,
  plainFormat,
  readFormatCode,
} from './cell-values.ts'
import { readCompoundFile } from './compound-file.ts'
import { type CellCount, type SheetBuilder, type SourceTable, sheetBuilder } from './sheet-builder.ts'

/** Record types of BIFF8 that hold cells and what is needed to show them ([MS-XLS]). */
const record = {
  formula: 0x06,
  eof: 0x0a,
  dateMode: 0x22,
  filePass: 0x2f,
  continue: 0x3c,
  boundSheet: 0x85,
  mulRk: 0xbd,
  xf: 0xe0,
  mergedCells: 0xe5,
  sst: 0xfc,
  labelSst: 0xfd,
  number: 0x203,
  label: 0x204,
  string: 0x207,
  rk: 0x27e,
  format: 0x41e,
  bof: 0x809,
} as const

interface BiffRecord {
  readonly type: number
  readonly data: Buffer
}

interface Globals {
  readonly sheets: { readonly name: string; readonly offset: number; readonly isHidden: boolean }[]
  readonly strings: readonly string[]
  readonly styles: readonly NumberFormat[]
  readonly is1904: boolean
}

/** Reads the sheets of a workbook of Excel 97 to 2003. Formulas are taken as the result that was saved with them. */
export function readXls(bytes: Uint8Array): SourceTable[] {
  const streams = readCompoundFile(bytes)
  if (streams.has('EncryptedPackage')) throw new UnreadableFile('encrypted', 1)
  const stream = streams.get('Workbook')
  if (!stream)
    throw badSpreadsheet(streams.has('Book') ? 'it is older than Excel 97' : 'it holds no workbook')
  const book = Buffer.from(stream.buffer, stream.byteOffset, stream.byteLength)
  try {
    const globals = readGlobals(book)
    const count: CellCount = { cells: 0 }
    return globals.sheets.map(({ name, offset }) => {
      const sheet = sheetBuilder(name, count)
      readSheet(book, offset, globals, sheet)
      return sheet.finish()
    })
  } catch (error) {
    // A number beyond the end of its record.
    if (error instanceof RangeError) throw badSpreadsheet('a record is cut off')
    throw error
  }
}

/** The records from an offset to the end of their part; parts within it, such as charts, are skipped. */
function* readRecords(book: Buffer, from: number): Generator<BiffRecord> {
  let depth = 0
  for (let at = from; at + 4 <= book.length; ) {
    const type = book.readUInt16LE(at)
    const length = book.readUInt16LE(at + 2)
    if (at + 4 + length > book.length) throw badSpreadsheet('a record is cut off')
    const data = book.subarray(at + 4, at + 4 + length)
    at += 4 + length
    if (type === record.bof) {
      depth += 1
      if (depth === 1 && data.readUInt16LE(0) !== 0x600) throw badSpreadsheet('it is older than Excel 97')
    }
    if (depth === 1) yield { type, data }
    if (type === record.eof) {
      depth -= 1
      if (depth <= 0) return
    }
  }
  throw badSpreadsheet('it is cut off')
}

function readGlobals(book: Buffer): Globals {
  const own = new Map<number, NumberFormat>()
  const formatIds: number[] = []
  const sheets: Globals['sheets'] = []
  const sharedParts: Buffer[] = []
  let is1904 = false
  let isShared = false
  for (const { type, data } of readRecords(book, 0)) {
    if (type === record.filePass) throw new UnreadableFile('encrypted', 1)
    if (type === record.dateMode) is1904 = data.readUInt16LE(0) === 1
    if (type === record.format) own.set(data.readUInt16LE(0), readFormatCode(readBiffString(data, 2, 2)))
    if (type === record.xf) formatIds.push(data.readUInt16LE(2))
    if (type === record.boundSheet && data.readUInt8(5) === 0)
      sheets.push({
        name: readBiffString(data, 6, 1),
        offset: data.readUInt32LE(0),
        isHidden: data.readUInt8(4) !== 0,
      })
    if (type === record.sst || (type === record.continue && isShared)) sharedParts.push(data)
    isShared = type === record.sst || (type === record.continue && isShared)
  }
  return {
    sheets: sheets.sort((a, b) => Number(a.isHidden) - Number(b.isHidden)),
    strings: sharedParts.length === 0 ? [] : readSharedStrings(sharedParts),
    styles: formatIds.map(id => own.get(id) ?? builtInFormat(id)),
    is1904,
  }
}

function readSheet(book: Buffer, offset: number, globals: Globals, sheet: SheetBuilder): void {
  /** The place of a formula whose text follows in the next record. */
  let waiting: [row: number, column: number] | null = null
  const set = (row: number, column: number, style: number, value: number): void =>
    sheet.set(row + 1, column + 1, cellText(value, globals.styles[style] ?? plainFormat, globals.is1904))
  for (const { type, data } of readRecords(book, offset)) {
    if (type === record.string && waiting) {
      sheet.set(waiting[0] + 1, waiting[1] + 1, readBiffString(data, 0, 2))
      waiting = null
      continue
    }
    if (!cellRecords.has(type)) {
      if (type === record.mergedCells) readMerges(data, sheet)
      continue
    }
    const [row, column, style] = [data.readUInt16LE(0), data.readUInt16LE(2), data.readUInt16LE(4)]
    if (type === record.labelSst) {
      const text = globals.strings[data.readUInt32LE(6)]
      if (text === undefined) throw badSpreadsheet('a text of a cell is missing')
      sheet.set(row + 1, column + 1, text)
    } else if (type === record.label) sheet.set(row + 1, column + 1, readBiffString(data, 6, 2))
    else if (type === record.number) set(row, column, style, data.readDoubleLE(6))
    else if (type === record.rk) set(row, column, style, readRk(data.readInt32LE(6)))
    else if (type === record.mulRk)
      for (let at = 4, place = column; at + 6 <= data.length - 2; at += 6, place += 1)
        set(row, place, data.readUInt16LE(at), readRk(data.readInt32LE(at + 2)))
    else if (data.readUInt16LE(12) !== 0xffff) set(row, column, style, data.readDoubleLE(6))
    else if (data.readUInt8(6) === 0) waiting = [row, column]
  }
}

const cellRecords: ReadonlySet<number> = new Set([
  record.labelSst,
  record.label,
  record.number,
  record.rk,
  record.mulRk,
  record.formula,
])

/** A number of 30 bits: an integer, or the upper half of a double; the lowest bit divides it by 100. */
function readRk(bits: number): number {
  const isInteger = (bits & 2) !== 0
  const wide = Buffer.alloc(8)
  wide.writeInt32LE(bits & ~3, 4)
  const value = isInteger ? bits >> 2 : wide.readDoubleLE(0)
  return (bits & 1) === 1 ? value / 100 : value
}

function readMerges(data: Buffer, sheet: SheetBuilder): void {
  const count = data.readUInt16LE(0)
  for (let index = 0; index < count && 2 + (index + 1) * 8 <= data.length; index += 1) {
    const at = 2 + index * 8
    sheet.merge(data.readUInt16LE(at) + 1, data.readUInt16LE(at + 2) + 1, data.readUInt16LE(at + 4) + 1)
  }
}
