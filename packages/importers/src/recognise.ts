/** The kinds of statement file that are read. */
export const fileFormats = [
  'csv',
  'camt053',
  'mt940',
  'mt535',
  'ofx',
  'qif',
  'ibkr_flex',
  'portfolio_performance',
  'ghostfolio',
  'plumbline',
] as const
export type FileFormat = (typeof fileFormats)[number]

/** Enough to know a file by: formats name themselves early. */
const looked = 20_000

/**
 * The format of a text by what it says, never by what its file is called: people rename files, and banks call
 * three formats `.txt`. A text that is none of the formats with a mark of their own is taken for CSV.
 */
export function recognise(text: string): Exclude<FileFormat, 'plumbline'> | null {
  const head = text.slice(0, looked).trimStart()
  if (/^OFXHEADER\s*:/i.test(head) || /<OFX>/i.test(head)) return 'ofx'
  if (head.startsWith('<')) {
    if (/<FlexQueryResponse[\s>]/.test(head)) return 'ibkr_flex'
    if (/camt\.05[234]|<(\w+:)?BkToCstmr(Stmt|AcctRpt|DbtCdtNtfctn)[\s>]/.test(head)) return 'camt053'
    if (/<client[\s>]/.test(head)) return 'portfolio_performance'
    return null
  }
  if (/^!(type|account|option|clear)/i.test(head)) return 'qif'
  if (/^:16R:\s*GENL/m.test(head)) return 'mt535'
  if (/^(\{.*\{4:\s*)?:20:/m.test(head) && /^:(25|28C?|60[FM]|61):/m.test(head)) return 'mt940'
  if (head.startsWith('{') || head.startsWith('['))
    return /"(activities|orders)"\s*:/.test(text) ? 'ghostfolio' : null
  return /[,;\t|]/.test(head) ? 'csv' : null
}
