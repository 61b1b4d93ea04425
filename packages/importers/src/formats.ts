import type { FileFormat } from '@plumbline/contract'
import { readCamt } from './camt053/read.ts'
import { readGhostfolio } from './ghostfolio/read.ts'
import { readIbkrActivity } from './ibkr-activity/read.ts'
import { readIbkrFlex } from './ibkr-flex/read.ts'
import { readOfx } from './ofx/read.ts'
import { readPortfolioPerformanceXml } from './portfolio-performance/read-xml.ts'
import { readQif } from './qif/read.ts'
import type { ReadContext, Reading } from './reading.ts'
import { readMt535 } from './swift/mt535.ts'
import { readMt940 } from './swift/mt940.ts'

/** Tables have no mark of their own; `read-file.ts` tells them apart by their header. PDFs are not text. */
type OtherFormat = Extract<FileFormat, 'csv' | 'plumbline' | 'spreadsheet' | 'pdf'>
type MarkedFormat = Exclude<FileFormat, OtherFormat>

interface StatementFormat {
  /** Recognizes a file by its content. `head` is its beginning without leading space. */
  readonly matches: (head: string, text: string) => boolean
  readonly read: (text: string, context: ReadContext) => Reading
}

const isXml = (head: string) => head.startsWith('<')
const isJson = (head: string) => /^[{[]/.test(head)

/**
 * Every text format of the contract's vocabulary that is not CSV; omitting one is a compile error. The first match decides:
 * OFX may be XML, and SWIFT messages may begin with a brace as JSON does.
 */
export const statementFormats = {
  ofx: {
    matches: head => /^OFXHEADER\s*:/i.test(head) || /<OFX>/i.test(head),
    read: readOfx,
  },
  ibkr_flex: {
    matches: head => isXml(head) && /<FlexQueryResponse[\s>]/.test(head),
    read: readIbkrFlex,
  },
  ibkr_activity: {
    matches: head => /^\ufeff?"?Statement"?,"?Header"?,/.test(head),
    read: readIbkrActivity,
  },
  camt053: {
    matches: head =>
      isXml(head) && /camt\.05[234]|<(\w+:)?BkToCstmr(Stmt|AcctRpt|DbtCdtNtfctn)[\s>]/.test(head),
    read: readCamt,
  },
  portfolio_performance: {
    matches: head => isXml(head) && /<client[\s>]/.test(head),
    read: readPortfolioPerformanceXml,
  },
  qif: {
    matches: head => /^!(type|account|option|clear)/i.test(head),
    read: readQif,
  },
  mt535: {
    matches: head => !isXml(head) && /^:16R:\s*GENL/m.test(head),
    read: readMt535,
  },
  mt940: {
    matches: head =>
      !isXml(head) && /^(\{.*\{4:\s*)?:20:/m.test(head) && /^:(25|28C?|60[FM]|61):/m.test(head),
    read: readMt940,
  },
  ghostfolio: {
    matches: (head, text) => isJson(head) && /"(activities|orders)"\s*:/.test(text),
    read: readGhostfolio,
  },
} as const satisfies Readonly<Record<MarkedFormat, StatementFormat>>

/** Formats identify themselves early in a file. */
const headChars = 20_000

/**
 * Recognizes a format by content, never by file name: people rename files, and banks use `.txt` for three formats.
 * A delimited text without the mark of another format is CSV.
 */
export function recognizeFormat(text: string): MarkedFormat | 'csv' | null {
  const head = text.slice(0, headChars).trimStart()
  // Object.entries loses the key type; the keys are those of the table above.
  const formats = Object.entries(statementFormats) as [MarkedFormat, StatementFormat][]
  const found = formats.find(([, format]) => format.matches(head, text))
  if (found) return found[0]
  return !isXml(head) && !isJson(head) && /[,;\t|]/.test(head) ? 'csv' : null
}
