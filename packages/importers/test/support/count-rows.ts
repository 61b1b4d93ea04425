import type { FileFormat } from '@plumbline/contract'

const count = (text: string, pattern: RegExp): number => [...text.matchAll(pattern)].length

/** Rows of a table: lines outside quotation marks that are not empty, without the header. */
function countTableRows(text: string): number {
  let rows = 0
  let isQuoted = false
  let isEmpty = true
  for (const char of `${text}\n`) {
    if (char === '"') isQuoted = !isQuoted
    if (char === '\n' && !isQuoted) {
      if (!isEmpty) rows += 1
      isEmpty = true
    } else if (/\S/.test(char) && char !== '\ufeff') isEmpty = false
  }
  return rows - 1
}

/** Records of QIF that are transactions or belong to no known section. */
function countQif(text: string): number {
  let section = ''
  let rows = 0
  for (const line of text.split('\n')) {
    if (/^!(?!option|clear)/i.test(line)) section = line.toLowerCase()
    else if (line.startsWith('^') && !/^!(account|type:security)/.test(section)) rows += 1
  }
  return rows
}

function countActivities(text: string): number {
  const file = JSON.parse(text) as { activities?: unknown[]; orders?: unknown[] }
  return (file.activities ?? file.orders ?? []).length
}

const counters: Partial<Record<FileFormat, (text: string) => number>> = {
  csv: countTableRows,
  plumbline: countTableRows,
  ibkr_activity: text => countTableRows(text) + 1,
  ofx: text =>
    count(
      text,
      /<(STMTTRN|BUY(STOCK|MF|OTHER|DEBT|OPT)|SELL(STOCK|MF|OTHER|DEBT|OPT)|INCOME|REINVEST|RETOFCAP|INVEXPENSE|MARGININTEREST|TRANSFER|SPLIT|CLOSUREOPT|JRNLFUND|JRNLSEC|STMTTRNP|POS(STOCK|MF|OTHER|DEBT|OPT)|OO(BUY|SELL)\w+)>/g,
    ),
  ibkr_flex: text =>
    count(text, /<(?!FlexQueryResponse|FlexStatement|AccountInformation|CashReportCurrency)\w+\s+\w+="/g),
  camt053: text => count(text, /<(\w+:)?Ntry>/g),
  mt940: text => count(text, /^:61:/gm),
  mt535: text => count(text, /^:16R:FIN\s*$/gm),
  qif: countQif,
  ghostfolio: countActivities,
  portfolio_performance: text =>
    text.trimStart().startsWith('<')
      ? count(
          text,
          /<(account-transaction|portfolio-transaction|accountTransaction|portfolioTransaction|transactionFrom|transactionTo)(?=[\s>])(?![^>]*reference=)/g,
        )
      : countTableRows(text),
}

/**
 * Counts the rows of a file by its text alone, without the readers, so that a row that a reader passes over is noticed.
 * Null for formats that cannot be counted this way.
 */
export function countRows(text: string, format: FileFormat): number | null {
  // The rows of a compressed file are not in its text.
  if (text.startsWith('PK')) return null
  return counters[format]?.(text) ?? null
}
