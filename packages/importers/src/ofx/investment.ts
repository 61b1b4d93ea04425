import type { TransactionType } from '@plumbline/engine'
import type { DraftInput, InstrumentHint } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import type { Collector } from '../reading.ts'
import type { Place } from '../row-outcomes.ts'
import { isZero, magnitude, negated, plus, signed } from '../text/decimal.ts'
import { formatElement } from '../xml/raw.ts'
import { findChild, findChildren, readText, type XmlElement } from '../xml/tree.ts'
import { cashFields, readStatementTransaction } from './bank.ts'
import type { Securities } from './securities.ts'
import { ofxCurrency, ofxMoment, ofxNumber, requireOfxNumber } from './values.ts'

interface Context {
  readonly collect: Collector
  readonly currency: string | null
  readonly securities: Securities
  /** Deliveries of exercised options, by the id of the trade. */
  readonly deliveries: ReadonlyMap<
    string,
    { readonly option: string; readonly type: 'exercise' | 'assignment' }
  >
}

const incomeTypes: Readonly<Record<string, TransactionType>> = {
  DIV: 'dividend',
  CGLONG: 'dividend',
  CGSHORT: 'dividend',
  INTEREST: 'coupon',
  MISC: 'other_income',
}

/** Elements of a statement beside its transactions. */
const NOT_ROWS = new Set([
  ...['DTSTART', 'DTEND', 'DTASOF', 'CURDEF', 'INVACCTFROM', 'INVTRANLIST', 'INVPOSLIST', 'INVBAL'],
  ...['INVOOLIST', 'INV401K', 'INV401KBAL', 'MKTGINFO'],
])

/** Reads the transactions of an investment account. */
export function readInvestments(
  collect: Collector,
  list: XmlElement,
  currency: string | null,
  securities: Securities,
): void {
  const context: Context = { collect, currency, securities, deliveries: findDeliveries(list) }
  for (const row of list.children) {
    if (NOT_ROWS.has(row.name)) continue
    if (row.name === 'INVBANKTRAN') {
      const transactions = findChildren(row, 'STMTTRN')
      for (const transaction of transactions) readStatementTransaction(collect, transaction, currency)
      if (transactions.length > 0) continue
    }
    const place = { line: row.line, raw: formatElement(row) }
    collect.row(place, () => readRow(context, row, place))
  }
}

/** Finds deliveries: the closure of an option names the id of the trade it caused. */
function findDeliveries(list: XmlElement): Context['deliveries'] {
  const found = new Map<string, { option: string; type: 'exercise' | 'assignment' }>()
  for (const closure of findChildren(list, 'CLOSUREOPT')) {
    const related = readText(closure, 'RELFITID')
    const action = readText(closure, 'OPTACTION')?.toUpperCase()
    const option = readText(findChild(closure, 'INVTRAN'), 'FITID')
    if (related && option && action !== 'EXPIRE')
      found.set(related, { option, type: action === 'ASSIGN' ? 'assignment' : 'exercise' })
  }
  return found
}

/** Reads the fields that all investment transactions share. */
function readHead(context: Context, row: XmlElement, body: XmlElement) {
  const head = findChild(body, 'INVTRAN')
  const id = readText(head, 'FITID')
  const moment = head && (ofxMoment(head, 'DTTRADE') ?? ofxMoment(head, 'DTSETTLE'))
  if (!moment) throw new RowProblem('no_date', { field: 'DTTRADE' })
  const instrument = context.securities(body)
  const currency = ofxCurrency(body, context.currency)
  const base: Omit<DraftInput, 'type'> = {
    ...moment,
    settleDate: (head && ofxMoment(head, 'DTSETTLE')?.date) ?? null,
    currency,
    instrument: instrument && { ...instrument, currency: instrument.currency ?? currency },
    note: readText(head, 'MEMO'),
    reference: id,
  }
  return { id, base, instrument: base.instrument ?? null, row }
}

const identity = (id: string | null, part = '') =>
  id ? ({ kind: 'id', id: `fit:${id}${part}` } as const) : null

function readRow(context: Context, row: XmlElement, place: Place): void {
  const { collect } = context
  if (/^(BUY|SELL)(STOCK|MF|OTHER|DEBT|OPT)$/.test(row.name)) {
    readTrade(context, row, place)
    return
  }
  if (row.name === 'JRNLFUND' || row.name === 'JRNLSEC') {
    collect.skip(place, 'internal')
    return
  }
  const { id, base, instrument } = readHead(context, row, row)
  const needInstrument = (): InstrumentHint => {
    if (!instrument) throw new RowProblem('no_instrument')
    return instrument
  }
  switch (row.name) {
    case 'INCOME': {
      const taxes = magnitude(ofxNumber(row, 'WITHHOLDING') ?? '0')
      const type = incomeTypes[readText(row, 'INCOMETYPE')?.toUpperCase() ?? ''] ?? 'other_income'
      collect.draft(place, { ...base, type, net: requireOfxNumber(row, 'TOTAL'), taxes }, identity(id))
      return
    }
    case 'REINVEST':
      readReinvestment(context, row, place)
      return
    case 'RETOFCAP':
      needInstrument()
      collect.draft(
        place,
        { ...base, type: 'return_of_capital', net: requireOfxNumber(row, 'TOTAL') },
        identity(id),
      )
      return
    case 'INVEXPENSE':
      collect.draft(
        place,
        { ...base, ...cashFields(instrument ? 'fees' : 'fees_cash', requireOfxNumber(row, 'TOTAL')) },
        identity(id),
      )
      return
    case 'MARGININTEREST':
      collect.draft(
        place,
        { ...base, ...cashFields('interest', requireOfxNumber(row, 'TOTAL')) },
        identity(id),
      )
      return
    case 'TRANSFER': {
      needInstrument()
      const isOut = readText(row, 'TFERACTION')?.toUpperCase() === 'OUT'
      const quantity = signed(requireOfxNumber(row, 'UNITS'), !isOut)
      const type = isOut ? ('transfer_out' as const) : ('transfer_in' as const)
      collect.draft(
        place,
        { ...base, type, side: isOut ? 'out' : 'in', quantity, price: ofxNumber(row, 'UNITPRICE') },
        identity(id),
      )
      return
    }
    case 'SPLIT':
      needInstrument()
      collect.draft(
        place,
        {
          ...base,
          type: 'split',
          numerator: requireOfxNumber(row, 'NUMERATOR'),
          denominator: requireOfxNumber(row, 'DENOMINATOR'),
        },
        identity(id),
      )
      return
    case 'CLOSUREOPT':
      needInstrument()
      readClosure(context, row, place)
      return
    default:
      throw new RowProblem('unknown_type', { value: row.name })
  }
}

function readCosts(body: XmlElement): { fees: string; taxes: string } {
  const sum = (names: readonly string[]) =>
    names.reduce((total, name) => plus(total, magnitude(ofxNumber(body, name) ?? '0')), '0')
  return {
    fees: sum(['COMMISSION', 'FEES', 'LOAD', 'PENALTY']),
    taxes: sum(['TAXES', 'WITHHOLDING', 'STATEWITHHOLDING']),
  }
}

function readTrade(context: Context, row: XmlElement, place: Place): void {
  const isBuy = row.name.startsWith('BUY')
  const body = findChild(row, isBuy ? 'INVBUY' : 'INVSELL')
  if (!body) throw new RowProblem('missing_field', { field: isBuy ? 'INVBUY' : 'INVSELL' })
  const { id, base, instrument } = readHead(context, row, body)
  if (!instrument) throw new RowProblem('no_instrument')
  const units = requireOfxNumber(body, 'UNITS')
  if (isZero(units)) throw new RowProblem('zero_quantity')
  const delivery = id ? context.deliveries.get(id) : undefined
  const accrued = ofxNumber(row, 'ACCRDINT') ?? ofxNumber(body, 'ACCRDINT')
  const type =
    delivery?.type ??
    (readText(row, 'SELLREASON') === 'MATURITY' ? ('redemption' as const) : ('trade' as const))
  context.collect.draft(
    place,
    {
      ...base,
      type,
      side: isBuy ? 'buy' : 'sell',
      instrument: row.name.endsWith('DEBT')
        ? { ...instrument, type: 'bond', contractSize: '0.01' }
        : instrument,
      quantity: signed(units, isBuy),
      price: magnitude(ofxNumber(body, 'UNITPRICE') ?? '0'),
      net: magnitude(requireOfxNumber(body, 'TOTAL')),
      accrued: accrued === null || isZero(accrued) ? null : magnitude(accrued),
      ...readCosts(body),
      link: delivery ? `exercise:${delivery.option}` : null,
    },
    identity(id),
  )
}

/** Reinvested income becomes income and a purchase of the same value, so no cash moves. */
function readReinvestment(context: Context, row: XmlElement, place: Place): void {
  const { id, base, instrument } = readHead(context, row, row)
  if (!instrument) throw new RowProblem('no_instrument')
  const total = magnitude(requireOfxNumber(row, 'TOTAL'))
  const quantity = magnitude(requireOfxNumber(row, 'UNITS'))
  const price = ofxNumber(row, 'UNITPRICE')
  const costs = readCosts(row)
  const type = incomeTypes[readText(row, 'INCOMETYPE')?.toUpperCase() ?? ''] ?? 'dividend'
  context.collect.draft(place, { ...base, type, net: total }, identity(id, ':income'))
  context.collect.draft(
    place,
    { ...base, type: 'trade', side: 'buy', quantity, price, net: total, ...costs },
    identity(id),
  )
}

function readClosure(context: Context, row: XmlElement, place: Place): void {
  const { id, base } = readHead(context, row, row)
  const action = readText(row, 'OPTACTION')?.toUpperCase()
  const units = requireOfxNumber(row, 'UNITS')
  const related = readText(row, 'RELFITID')
  const isLinked = related !== null && action !== 'EXPIRE'
  const type = !isLinked ? 'expiry' : action === 'ASSIGN' ? 'assignment' : 'exercise'
  // An assignment closes a short position, an exercise a long one.
  const quantity =
    action === 'ASSIGN' ? magnitude(units) : action === 'EXERCISE' ? negated(magnitude(units)) : units
  context.collect.draft(
    place,
    {
      ...base,
      type,
      side: quantity.startsWith('-') ? 'sell' : 'buy',
      quantity,
      price: '0',
      net: '0',
      link: isLinked && id ? `exercise:${id}` : null,
    },
    identity(id),
  )
}
