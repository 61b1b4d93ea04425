import { RowProblem, UnreadableFile } from '../problem.ts'
import { type Collector, collector, type ReadContext, type Reading } from '../reading.ts'
import { parseCurrency } from '../text/currency.ts'
import { formatElement } from '../xml/raw.ts'
import { descendants, findChild, findChildren, readText, type XmlElement } from '../xml/tree.ts'
import { readLedgerBalance, readStatementTransaction } from './bank.ts'
import { readInvestments } from './investment.ts'
import { indexSecurities, type Securities } from './securities.ts'
import { readOfxTree } from './sgml.ts'
import { ofxMoment, ofxNumber, requireOfxNumber } from './values.ts'

/** Reads OFX and QFX: statements of banks, credit cards and investment accounts, in SGML or XML. */
export function readOfx(text: string, context: ReadContext = {}): Reading {
  const begin = text.search(/<OFX>/i)
  if (begin < 0) throw new UnreadableFile('unknown_format', 1)
  const top = readOfxTree(text, begin)
  const collect = collector(context)
  let count = 0
  const securities = indexSecurities(top)
  for (const statement of findStatements(top)) {
    count += 1
    const currency = readCurrency(collect, statement)
    const account =
      findChild(statement, 'BANKACCTFROM') ??
      findChild(statement, 'CCACCTFROM') ??
      findChild(statement, 'INVACCTFROM')
    const list = findChild(statement, 'BANKTRANLIST') ?? findChild(statement, 'INVTRANLIST')
    // Some banks do not close the list: its rows then belong to the statement.
    const rows = list && list.children.length > 0 ? list : statement
    beginStatement(collect, account, rows, currency)
    if (statement.name === 'INVSTMTRS') readInvestments(collect, rows, currency, securities)
    else for (const row of findChildren(rows, 'STMTTRN')) readStatementTransaction(collect, row, currency)
    readLedgerBalance(collect, statement, currency)
    readPositions(collect, statement, currency, securities)
    skipPending(collect, statement)
  }
  if (count === 0) throw new UnreadableFile('no_rows', 1)
  return collect.finish()
}

function* findStatements(top: XmlElement): Generator<XmlElement> {
  for (const name of ['STMTRS', 'CCSTMTRS', 'INVSTMTRS']) yield* descendants(top, name)
}

/** Payments that are announced and orders that are not executed move nothing yet. */
function skipPending(collect: Collector, statement: XmlElement): void {
  for (const list of ['BANKTRANLISTP', 'INVOOLIST'])
    for (const row of findChild(statement, list)?.children ?? [])
      if (row.children.length > 0) collect.skip({ line: row.line, raw: '' }, 'pending')
}

function readCurrency(collect: Collector, statement: XmlElement): string | null {
  const text = readText(statement, 'CURDEF')
  if (text === null) return null
  try {
    return parseCurrency(text)
  } catch (error) {
    if (!(error instanceof RowProblem)) throw error
    collect.warning(statement.line, error.code, error.details)
    return null
  }
}

function beginStatement(
  collect: Collector,
  account: XmlElement | null,
  list: XmlElement,
  currency: string | null,
): void {
  const day = (name: string): string | null => {
    try {
      return ofxMoment(list, name)?.date ?? null
    } catch (error) {
      if (error instanceof RowProblem) return null
      throw error
    }
  }
  collect.statement({
    account: readText(account, 'ACCTID'),
    currency,
    startDate: day('DTSTART'),
    endDate: day('DTEND'),
  })
}

function readPositions(
  collect: Collector,
  statement: XmlElement,
  currency: string | null,
  securities: Securities,
): void {
  const asOf = statement.name === 'INVSTMTRS' ? statement : null
  for (const position of findChild(statement, 'INVPOSLIST')?.children ?? []) {
    const body = findChild(position, 'INVPOS')
    const place = { line: body?.line ?? position.line, raw: formatElement(position) }
    collect.row(place, () => {
      if (!body) throw new RowProblem('missing_field', { field: 'INVPOS' })
      const instrument = securities(body)
      if (!instrument) throw new RowProblem('no_instrument')
      const units = requireOfxNumber(body, 'UNITS')
      collect.holding(place, {
        date: ofxMoment(body, 'DTPRICEASOF')?.date ?? (asOf && ofxMoment(asOf, 'DTASOF')?.date) ?? null,
        instrument,
        quantity: readText(body, 'POSTYPE') === 'SHORT' && !units.startsWith('-') ? `-${units}` : units,
        price: ofxNumber(body, 'UNITPRICE'),
        priceCurrency: currency,
        value: ofxNumber(body, 'MKTVAL'),
        valueCurrency: currency,
        accrued: null,
      })
    })
  }
  const balances = findChild(statement, 'INVBAL')
  if (!balances) return
  collect.fact({ line: balances.line, raw: formatElement(balances) }, () => {
    const amount = ofxNumber(balances, 'AVAILCASH')
    const date = asOf && (ofxMoment(asOf, 'DTASOF')?.date ?? null)
    if (amount !== null) collect.balance({ line: balances.line, kind: 'closing', date, currency, amount })
  })
}
