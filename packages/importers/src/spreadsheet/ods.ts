import { limits } from '../limits.ts'
import { UnreadableFile } from '../problem.ts'
import { badSpreadsheet, numberText } from './cell-values.ts'
import { type CellCount, type SheetBuilder, type SourceTable, sheetBuilder } from './sheet-builder.ts'
import { decodePart, numberFrom, scanPart } from './xlsx.ts'

/** Reads the sheets of an OpenDocument spreadsheet (ISO 26300). */
export function readOds(files: ReadonlyMap<string, Uint8Array>): SourceTable[] {
  const content = files.get('content.xml')
  const manifest = files.get('META-INF/manifest.xml')
  if (manifest && decodePart(manifest, 'manifest.xml').includes('encryption-data'))
    throw new UnreadableFile('encrypted', 1)
  if (content === undefined) throw badSpreadsheet('it has no content')
  return readOdsContent(decodePart(content, 'content.xml'))
}

type Attributes = Readonly<Record<string, string>>

export function readOdsContent(text: string): SourceTable[] {
  const tables: SourceTable[] = []
  const count: CellCount = { cells: 0 }
  let sheet: SheetBuilder | null = null
  let row = 0
  let rowRepeat = 1
  let column = 0
  let cell: Attributes | null = null
  let words: string[] = []
  let hidden = 0
  let waiting: { column: number; value: string }[] = []

  const endCell = (): void => {
    if (cell === null) return
    const repeat = readRepeat(cell['number-columns-repeated'])
    const value = readCell(cell, words.join(' '))
    // Empty cells are repeated up to the edge of the sheet.
    if (value !== '')
      for (let at = 1; at <= Math.min(repeat, limits.columns + 1); at += 1)
        waiting.push({ column: column + at, value })
    const spanned = readRepeat(cell['number-rows-spanned'])
    if (spanned > 1) sheet?.merge(row + 1, row + spanned, column + 1)
    column += repeat
    cell = null
  }
  const endRow = (): void => {
    if (waiting.length > 0 && rowRepeat > limits.rows)
      throw new UnreadableFile('too_many_rows', 1, { value: String(limits.rows) })
    if (waiting.length > 0)
      for (let at = 1; at <= rowRepeat; at += 1)
        for (const each of waiting) sheet?.set(row + at, each.column, each.value)
    row += rowRepeat
    waiting = []
  }
  scanPart(text, {
    open: (name, attributes) => {
      if (name === 'table' && sheet === null) {
        sheet = sheetBuilder(attributes.name ?? '', count)
        row = 0
      } else if (name === 'table-row') {
        rowRepeat = readRepeat(attributes['number-rows-repeated'])
        column = 0
      } else if (name === 'table-cell' || name === 'covered-table-cell') {
        cell = attributes
        words = []
      } else if (name === 'annotation') hidden += 1
      else if (name === 'p' && hidden === 0) words.push('')
      else if (name === 's' && words.length > 0) words[words.length - 1] += ' '
    },
    text: value => {
      if (cell !== null && hidden === 0 && words.length > 0) words[words.length - 1] += value
    },
    close: name => {
      if (name === 'annotation') hidden -= 1
      else if (name === 'table-cell' || name === 'covered-table-cell') endCell()
      else if (name === 'table-row') endRow()
      else if (name === 'table' && sheet) {
        tables.push(sheet.finish())
        sheet = null
      }
    },
  })
  return tables
}

function readRepeat(text: string | undefined): number {
  const repeat = Number(text ?? 1)
  if (!Number.isInteger(repeat) || repeat < 1 || repeat > 2_000_000)
    throw badSpreadsheet('a repeated cell is invalid')
  return repeat
}

function readCell(cell: Attributes, words: string): string {
  switch (cell['value-type']) {
    case 'float':
    case 'percentage':
      return numberText(numberFrom(cell.value ?? ''))
    case 'currency':
      return `${numberText(numberFrom(cell.value ?? ''))} ${cell.currency ?? ''}`.trim()
    case 'date':
      return (cell['date-value'] ?? words).replace('T', ' ').replace(/ 00:00:00(\.0+)?$/, '')
    case 'time': {
      const time = /^PT(\d+)H(\d+)M(\d+)(?:[.,]\d+)?S$/.exec(cell['time-value'] ?? '')
      return time
        ? time
            .slice(1, 4)
            .map(part => (part ?? '').padStart(2, '0'))
            .join(':')
        : words
    }
    default:
      return words
  }
}
