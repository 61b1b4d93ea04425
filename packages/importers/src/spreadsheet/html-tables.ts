import { limits } from '../limits.ts'
import { type CellCount, type SheetBuilder, type SourceTable, sheetBuilder } from './sheet-builder.ts'

/** Some banks offer pages with tables as .xls. */
export const isHtml = (head: string): boolean =>
  /^<(!doctype html|html|table|head|body|meta|style|div)[\s>]/i.test(head)

interface OpenTable {
  readonly sheet: SheetBuilder
  row: number
  column: number
  /** Columns that a cell of an earlier row still covers, by column. */
  readonly covered: Map<number, number>
  cell: { text: string; rows: number; columns: number } | null
}

/** Reads the tables of an HTML page. Scripts, styles and comments are skipped; unclosed cells end with the next one. */
export function readHtmlTables(text: string): SourceTable[] {
  const tables: SourceTable[] = []
  const open: OpenTable[] = []
  const count: CellCount = { cells: 0 }
  const endTable = (): void => {
    const table = open.pop()
    if (!table) return
    endCell(table)
    const done = table.sheet.finish()
    if (done.records.length > 0) tables.push(done)
  }
  const lowerText = text.toLowerCase()
  let at = 0
  while (at < text.length) {
    const tag = text.indexOf('<', at)
    const words = text.slice(at, tag < 0 ? text.length : tag)
    const cell = open.at(-1)?.cell
    if (cell && words !== '' && cell.text.length <= limits.cellChars) cell.text += words
    if (tag < 0) break
    const comment = text.startsWith('<!--', tag)
    const end = text.indexOf(comment ? '-->' : '>', tag)
    if (end < 0) break
    at = end + (comment ? 3 : 1)
    if (comment) continue
    const [, slash = '', name = ''] = /^<(\/?)([a-z0-9]{1,12})/i.exec(text.slice(tag, tag + 16)) ?? []
    const lower = name.toLowerCase()
    if (slash === '' && (lower === 'script' || lower === 'style')) {
      const stop = lowerText.indexOf(`</${lower}`, at)
      if (stop < 0) break
      at = stop
    } else if (lower === 'table') {
      if (slash !== '') endTable()
      else if (open.length < 20)
        open.push({ sheet: sheetBuilder('', count), row: 0, column: 0, covered: new Map(), cell: null })
    } else handleTag(open.at(-1), lower, slash !== '', text.slice(tag, Math.min(end, tag + 2000)))
  }
  while (open.length > 0) endTable()
  return tables.map((table, index) => ({ ...table, name: String(index + 1) }))
}

function handleTag(table: OpenTable | undefined, name: string, isEnd: boolean, tag: string): void {
  if (!table) return
  if (name === 'tr') {
    endCell(table)
    if (!isEnd) {
      table.row += 1
      table.column = 0
    }
  } else if (name === 'td' || name === 'th') {
    endCell(table)
    if (!isEnd) table.cell = { text: '', rows: span(tag, 'rowspan'), columns: span(tag, 'colspan') }
  } else if (table.cell && /^(br|p|div|li)$/.test(name)) table.cell.text += ' '
}

function endCell(table: OpenTable): void {
  const { cell, covered } = table
  if (!cell) return
  table.cell = null
  if (table.row === 0) table.row = 1
  table.column += 1
  while ((covered.get(table.column) ?? 0) >= table.row) table.column += 1
  table.sheet.set(table.row, table.column, decodeEntities(cell.text))
  for (let column = table.column; column < table.column + cell.columns; column += 1)
    if (cell.rows > 1) covered.set(column, table.row + cell.rows - 1)
  if (cell.rows > 1) table.sheet.merge(table.row, table.row + cell.rows - 1, table.column)
  table.column += cell.columns - 1
}

function span(tag: string, name: 'rowspan' | 'colspan'): number {
  const value = Number(new RegExp(`\\b${name}\\s*=\\s*["']?(\\d{1,4})`, 'i').exec(tag)?.[1] ?? 1)
  return Math.min(Math.max(value, 1), limits.columns)
}

/** The names of the characters 160 to 255. */
const latin1 =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const entities = new Map<string, string>([
  ...latin1.split(' ').map((name, index) => [name, String.fromCharCode(160 + index)] as const),
  ...([
    ['amp', '&'],
    ['lt', '<'],
    ['gt', '>'],
    ['quot', '"'],
    ['apos', "'"],
    ['euro', '€'],
    ['ndash', '–'],
    ['mdash', '—'],
    ['minus', '−'],
    ['rsquo', '’'],
    ['lsquo', '‘'],
    ['thinsp', '\u2009'],
    ['OElig', 'Œ'],
    ['oelig', 'œ'],
    ['Scaron', 'Š'],
    ['scaron', 'š'],
  ] as const),
])

/** Decodes character references. An unknown one stays as it is written. */
function decodeEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(
    /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|([A-Za-z]\w{1,9}));/g,
    (whole, decimal, hex, name) => {
      if (name !== undefined) return entities.get(name) ?? whole
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : whole
    },
  )
}
