import { isZip, readZip } from '../archive/zip.ts'
import { isCompoundFile } from './compound-file.ts'
import { isExcelXml, readExcelXml } from './excel-xml.ts'
import { isHtml, readHtmlTables } from './html-tables.ts'
import { readOds } from './ods.ts'
import type { SourceTable } from './sheet-builder.ts'
import { readXls } from './xls.ts'
import { readXlsx } from './xlsx.ts'

const needed =
  /^(xl\/(workbook|sharedStrings|styles)\.xml|xl\/_rels\/workbook\.xml\.rels|xl\/worksheets\/[^/]+\.xml|content\.xml|META-INF\/manifest\.xml)$/

/** The tables of a workbook by its bytes; null if it is none. */
export function openWorkbook(bytes: Uint8Array): SourceTable[] | null {
  if (isCompoundFile(bytes)) return readXls(bytes)
  if (!isZip(bytes)) return null
  const names = new TextDecoder('latin1').decode(bytes)
  // Names are uncompressed in the list of files.
  if (names.includes('xl/workbook.xml')) return readXlsx(readZip(bytes, undefined, name => needed.test(name)))
  return names.includes('application/vnd.oasis.opendocument.spreadsheet')
    ? readOds(readZip(bytes, undefined, name => needed.test(name)))
    : null
}

/** The tables of a text that is a page or an XML spreadsheet; null if it is neither. */
export function openMarkup(text: string): SourceTable[] | null {
  const head = text
    .slice(0, 20_000)
    .replace(/^\ufeff/, '')
    .trimStart()
  if (isExcelXml(head)) return readExcelXml(text)
  return isHtml(head) ? readHtmlTables(text) : null
}
