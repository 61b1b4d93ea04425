import { isZip, readZip } from '../archive/zip.ts'
import type { CsvRecord } from '../csv/table/records.ts'
import { UnreadableFile } from '../problem.ts'
import { openMarkup, openWorkbook } from '../spreadsheet/open-spreadsheet.ts'
import { decode } from '../text/decode.ts'
import { isXml, readEcbXml } from './ecb-xml.ts'
import type { MarketReading } from './market-rows.ts'
import { readMarketRecords, readMarketTable } from './read-market.ts'

/** Names that a file may list at most: more tell a person nothing. */
const maxNames = 5

/** Reads a file of prices or exchange rates: a table as text or workbook, the XML of the ECB, or an archive of one. */
export function readMarketFile(bytes: Uint8Array, today: string): MarketReading {
  const workbook = openWorkbook(bytes)
  if (workbook) return readSheets(workbook, today)
  const { text } = decode(isZip(bytes) ? unpackOnlyFile(bytes) : bytes)
  const page = openMarkup(text)
  if (page) return readSheets(page, today)
  return isXml(text) ? readEcbXml(text, today) : readMarketTable(text, today)
}

/** The first sheet with a table of prices or rates. */
function readSheets(sheets: readonly { records: readonly CsvRecord[] }[], today: string): MarketReading {
  for (const { records } of sheets) {
    try {
      return readMarketRecords(records, today, true)
    } catch (error) {
      const isOther = error instanceof UnreadableFile && ['empty', 'no_header'].includes(error.code)
      if (!isOther) throw error
    }
  }
  throw new UnreadableFile('no_header', 1)
}

function unpackOnlyFile(bytes: Uint8Array): Uint8Array {
  const files = [...readZip(bytes)].filter(([name]) => !/(?:^|\/)(?:\.|__MACOSX\/)/.test(name))
  const [first] = files
  if (!first) throw new UnreadableFile('empty', 1)
  if (files.length > 1) {
    const names = files.slice(0, maxNames).map(([name]) => name)
    throw new UnreadableFile('several_files', 1, { value: names.join(', ') })
  }
  return first[1]
}
