import type { TransactionType } from '@plumbline/engine'
import type { DraftInput, InstrumentHint } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import type { Collector, Place } from '../reading.ts'
import { isZero, magnitude, negated, plus, signed } from '../text/decimal.ts'
import { rawOfElement } from '../xml/raw.ts'
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/tree.ts'
import { moneyOf, readStatementTransaction } from './bank.ts'
import type { Securities } from './securities.ts'
import { neededOfxNumber, ofxCurrency, ofxMoment, ofxNumber } from './values.ts'

interface Context {
  readonly collect: Collector
  readonly currency: string | null
  readonly securities: Securities
  /** Trades that delivered what an option gave the right to, by their id: the option's id. */
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

/** The movements of an investment account. */
export function readInvestments(
  collect: Collector,
  list: XmlElement,
  currency: string | null,
  securities: Securities,
): void {
  const context: Context = { collect, currency, securities, deliveries: deliveriesOf(list) }
  for (const row of list.children) {
    if (row.name === 'DTSTART' || row.name === 'DTEND') continue
    if (row.name === 'INVBANKTRAN') {
      for (const transaction of childrenOf(row, 'STMTTRN'))
        readStatementTransaction(collect, transaction, currency)
      continue
    }
    const place = { line: row.line, raw: rawOfElement(row) }
    collect.row(place, () => readRow(context, row, place))
  }
}

/** Closures of options name the trade that they caused, by its id. */
function deliveriesOf(list: XmlElement): Context['deliveries'] {
  const found = new Map<string, { option: string; type: 'exercise' | 'assignment' }>()
  for (const closure of childrenOf(list, 'CLOSUREOPT')) {
    const related = textOf(closure, 'RELFITID')
    const action = textOf(closure, 'OPTACTION')?.toUpperCase()
    const option = textOf(childOf(closure, 'INVTRAN'), 'FITID')
    if (related && option && action !== 'EXPIRE')
      found.set(related, { option, type: action === 'ASSIGN' ? 'assignment' : 'exercise' })
  }
  return found
}

/** What every movement has: the transaction's head, and its id. */
function headOf(context: Context, row: XmlElement, body: XmlElement) {
  const head = childOf(body, 'INVTRAN')
  const id = textOf(head, 'FITID')
  const moment = head && (ofxMoment(head, 'DTTRADE') ?? ofxMoment(head, 'DTSETTLE'))
  if (!moment) throw new RowProblem('no_date', { field: 'DTTRADE' })
  const instrument = context.securities(body)
  const currency = ofxCurrency(body, context.currency)
  const base: Omit<DraftInput, 'type'> = {
    ...moment,
    settleDate: (head && ofxMoment(head, 'DTSETTLE')?.date) ?? null,
    currency,
    instrument: instrument && { ...instrument, currency: instrument.currency ?? currency },
    note: textOf(head, 'MEMO'),
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
    collect.skip(row.line, 'moves within the account')
    return
  }
  const { id, base, instrument } = headOf(context, row, row)
  const needInstrument = (): InstrumentHint => {
    if (!instrument) throw new RowProblem('no_instrument')
    return instrument
  }
  switch (row.name) {
    case 'INCOME': {
      const taxes = magnitude(ofxNumber(row, 'WITHHOLDING') ?? '0')
      const type = incomeTypes[textOf(row, 'INCOMETYPE')?.toUpperCase() ?? ''] ?? 'other_income'
      collect.draft(place, { ...base, type, net: neededOfxNumber(row, 'TOTAL'), taxes }, identity(id))
      return
    }
    case 'REINVEST':
      readReinvestment(context, row, place)
      return
    case 'RETOFCAP':
      needInstrument()
      collect.draft(
        place,
        { ...base, type: 'return_of_capital', net: neededOfxNumber(row, 'TOTAL') },
        identity(id),
      )
      return
    case 'INVEXPENSE':
      collect.draft(
        place,
        { ...base, ...moneyOf(instrument ? 'fees' : 'fees_cash', neededOfxNumber(row, 'TOTAL')) },
        identity(id),
      )
      return
    case 'MARGININTEREST':
      collect.draft(place, { ...base, ...moneyOf('interest', neededOfxNumber(row, 'TOTAL')) }, identity(id))
      return
    case 'TRANSFER': {
      needInstrument()
      const isOut = textOf(row, 'TFERACTION')?.toUpperCase() === 'OUT'
      const quantity = signed(neededOfxNumber(row, 'UNITS'), !isOut)
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
          numerator: neededOfxNumber(row, 'NUMERATOR'),
          denominator: neededOfxNumber(row, 'DENOMINATOR'),
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

function costsOf(body: XmlElement): { fees: string; taxes: string } {
  const sum = (names: readonly string[]) =>
    names.reduce((total, name) => plus(total, magnitude(ofxNumber(body, name) ?? '0')), '0')
  return {
    fees: sum(['COMMISSION', 'FEES', 'LOAD', 'PENALTY']),
    taxes: sum(['TAXES', 'WITHHOLDING', 'STATEWITHHOLDING']),
  }
}

function readTrade(context: Context, row: XmlElement, place: Place): void {
  const isBuy = row.name.startsWith('BUY')
  const body = childOf(row, isBuy ? 'INVBUY' : 'INVSELL')
  if (!body) throw new RowProblem('missing_field', { field: isBuy ? 'INVBUY' : 'INVSELL' })
  const { id, base, instrument } = headOf(context, row, body)
  if (!instrument) throw new RowProblem('no_instrument')
  const units = neededOfxNumber(body, 'UNITS')
  if (isZero(units)) throw new RowProblem('zero_quantity')
  const delivery = id ? context.deliveries.get(id) : undefined
  const accrued = ofxNumber(row, 'ACCRDINT') ?? ofxNumber(body, 'ACCRDINT')
  const type =
    delivery?.type ??
    (textOf(row, 'SELLREASON') === 'MATURITY' ? ('redemption' as const) : ('trade' as const))
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
      net: magnitude(neededOfxNumber(body, 'TOTAL')),
      accrued: accrued === null || isZero(accrued) ? null : magnitude(accrued),
      ...costsOf(body),
      link: delivery ? `exercise:${delivery.option}` : null,
    },
    identity(id),
  )
}

/** Income that became shares at once: both are posted, and the money is none. */
function readReinvestment(context: Context, row: XmlElement, place: Place): void {
  const { id, base, instrument } = headOf(context, row, row)
  if (!instrument) throw new RowProblem('no_instrument')
  const total = magnitude(neededOfxNumber(row, 'TOTAL'))
  const quantity = magnitude(neededOfxNumber(row, 'UNITS'))
  const price = ofxNumber(row, 'UNITPRICE')
  const costs = costsOf(row)
  const type = incomeTypes[textOf(row, 'INCOMETYPE')?.toUpperCase() ?? ''] ?? 'dividend'
  context.collect.draft(place, { ...base, type, net: total }, identity(id, ':income'))
  context.collect.draft(
    place,
    { ...base, type: 'trade', side: 'buy', quantity, price, net: total, ...costs },
    identity(id),
  )
}

function readClosure(context: Context, row: XmlElement, place: Place): void {
  const { id, base } = headOf(context, row, row)
  const action = textOf(row, 'OPTACTION')?.toUpperCase()
  const units = neededOfxNumber(row, 'UNITS')
  const related = textOf(row, 'RELFITID')
  const isLinked = related !== null && action !== 'EXPIRE'
  const type = !isLinked ? 'expiry' : action === 'ASSIGN' ? 'assignment' : 'exercise'
  // A short is assigned and comes back; a long is exercised and goes.
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
