import { numberText } from './cell-values.ts'
import { type CellCount, type SheetBuilder, type SourceTable, sheetBuilder } from './sheet-builder.ts'
import { numberFrom, scanPart } from './xlsx.ts'

export const isExcelXml = (head: string): boolean =>
  head.includes('urn:schemas-microsoft-com:office:spreadsheet')

/** Reads the XML spreadsheets of Excel 2003, which some banks offer as .xls. */
export function readExcelXml(text: string): SourceTable[] {
  const tables: SourceTable[] = []
  const count: CellCount = { cells: 0 }
  let sheet: SheetBuilder | null = null
  let row = 0
  let column = 0
  /** Columns that the last cell covers beside its own. */
  let across = 0
  let type: string | null = null
  let value = ''
  scanPart(text, {
    open: (name, attributes) => {
      if (name === 'Worksheet') {
        sheet = sheetBuilder(attributes.Name ?? '', count)
        row = 0
      } else if (name === 'Row') {
        row = attributes.Index === undefined ? row + 1 : Number(attributes.Index)
        column = 0
        across = 0
      } else if (name === 'Cell') {
        column = attributes.Index === undefined ? column + 1 + across : Number(attributes.Index)
        across = Number(attributes.MergeAcross ?? 0)
        if (attributes.MergeDown !== undefined) sheet?.merge(row, row + Number(attributes.MergeDown), column)
      } else if (name === 'Data') {
        type = attributes.Type ?? 'String'
        value = ''
      }
    },
    text: words => {
      if (type !== null) value += words
    },
    close: name => {
      if (name === 'Data' && type !== null) {
        sheet?.set(row, column, readCell(type, value))
        type = null
      } else if (name === 'Worksheet' && sheet) {
        tables.push(sheet.finish())
        sheet = null
      }
    },
  })
  return tables
}

function readCell(type: string, value: string): string {
  if (value === '') return ''
  if (type === 'Number') return numberText(numberFrom(value))
  return type === 'DateTime' ? value.replace('T', ' ').replace(/ 00:00:00(\.0+)?$/, '') : value
}
