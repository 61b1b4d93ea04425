import type { TransactionType } from '@plumbline/engine'
import { type DraftInput, type InstrumentHint, noInstrument } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import { parseCurrency } from '../text/currency.ts'
import { parseMoment } from '../text/date.ts'
import { isZero, magnitude, minus, negated, plus, scaled } from '../text/decimal.ts'
import { parseIsin } from '../text/isin.ts'
import { findChild, findChildren, readText, type XmlElement } from '../xml/tree.ts'

export interface Client {
  readonly resolve: (element: XmlElement | null) => XmlElement | null
  /** Shares are stored as integers of 10^-scale; later versions have more decimals. */
  readonly sharesScale: number
  readonly currency: string
}

export interface FoundTransaction {
  readonly element: XmlElement
  readonly kind: 'account' | 'portfolio'
}

export interface AccountDraft {
  readonly account: XmlElement | null
  readonly uuid: string | null
  /** Null for the cash side of a trade, which repeats the trade. */
  readonly draft: DraftInput | null
}

const cents = (text: string | null, field: string): string => {
  if (text === null) throw new RowProblem('missing_field', { field })
  if (!/^-?\d{1,18}$/.test(text)) throw new RowProblem('not_a_number', { field, value: text })
  return scaled(text, 2)
}

/** Reads a transaction with its cash account. */
export function readTransaction(client: Client, { element, kind }: FoundTransaction): AccountDraft {
  const type = readText(element, 'type') ?? ''
  const cross = client.resolve(findChild(element, 'crossEntry'))
  if (kind === 'account' && (type === 'BUY' || type === 'SELL')) {
    if (!client.resolve(findChild(cross ?? element.parent, 'portfolioTransaction')))
      throw new RowProblem('no_other_side', { value: 'trade' })
    return { account: cashAccount(client, element, cross), uuid: null, draft: null }
  }
  const draft =
    kind === 'account' ? cashDraft(client, element, type, cross) : tradeDraft(client, element, type, cross)
  return {
    account: kind === 'account' ? cashAccount(client, element, cross) : tradeAccount(client, element, cross),
    uuid: readText(element, 'uuid'),
    draft,
  }
}

/** The account that lists a transaction, directly or through its cross entry. */
function cashAccount(client: Client, element: XmlElement, cross: XmlElement | null): XmlElement | null {
  if (element.parent?.name === 'transactions') return element.parent.parent
  if (element.name === 'transactionFrom')
    return client.resolve(findChild(cross ?? element.parent, 'accountFrom'))
  if (element.name === 'transactionTo') return client.resolve(findChild(cross ?? element.parent, 'accountTo'))
  return client.resolve(findChild(element.parent, 'account'))
}

function tradeAccount(client: Client, element: XmlElement, cross: XmlElement | null): XmlElement | null {
  const paid = client.resolve(findChild(cross, 'account'))
  if (paid) return paid
  const side = element.name === 'transactionFrom' ? 'portfolioFrom' : 'portfolioTo'
  const portfolio =
    element.parent?.name === 'transactions'
      ? element.parent.parent
      : client.resolve(findChild(element.parent, side))
  return client.resolve(findChild(portfolio, 'referenceAccount')) ?? portfolio
}

function readHead(client: Client, element: XmlElement): Omit<DraftInput, 'type'> {
  const date = readText(client.resolve(findChild(element, 'date')))
  if (date === null) throw new RowProblem('no_date', { field: 'date' })
  const { date: day, time } = parseMoment(date, 'ymd')
  const ex = readText(element, 'exDate')
  return {
    date: day,
    time: time === '00:00:00' ? null : time,
    exDate: ex === null ? null : parseMoment(ex, 'ymd').date,
    currency: parseCurrency(readText(element, 'currencyCode') ?? client.currency),
    note: readText(element, 'note'),
    instrument: readInstrument(client, element),
  }
}

function readInstrument(client: Client, element: XmlElement): InstrumentHint | null {
  const security = client.resolve(findChild(element, 'security'))
  if (!security) return null
  const wkn = readText(security, 'wkn')
  return {
    ...noInstrument,
    isin: parseIsin(readText(security, 'isin') ?? ''),
    symbol: readText(security, 'tickerSymbol'),
    name: readText(security, 'name'),
    currency: readText(security, 'currencyCode'),
    identifiers: wkn ? [{ kind: 'wkn', value: wkn }] : [],
  }
}

interface Units {
  readonly fees: string
  readonly taxes: string
  /** Gross amount in the security's currency, if it differs. */
  readonly foreign: { readonly amount: string; readonly currency: string } | null
}

function readUnits(element: XmlElement): Units {
  const oldField = (name: string) => {
    const text = readText(element, name)
    return text === null ? '0' : cents(text, name)
  }
  let fees = oldField('fees')
  let taxes = oldField('taxes')
  let foreign: Units['foreign'] = null
  for (const unit of findChildren(findChild(element, 'units'), 'unit')) {
    const amount = cents(findChild(unit, 'amount')?.attributes.amount ?? null, 'amount')
    const forex = findChild(unit, 'forex')
    if (unit.attributes.type === 'FEE') fees = plus(fees, amount)
    else if (unit.attributes.type === 'TAX') taxes = plus(taxes, amount)
    else if (unit.attributes.type === 'GROSS_VALUE' && forex)
      foreign = {
        amount: cents(forex.attributes.amount ?? null, 'forex'),
        currency: parseCurrency(forex.attributes.currency ?? ''),
      }
  }
  return { fees, taxes, foreign }
}

function readShares(client: Client, element: XmlElement): string {
  const text = readText(element, 'shares') ?? ''
  if (!/^\d{1,30}$/.test(text)) throw new RowProblem('not_a_number', { field: 'shares', value: text })
  const shares = scaled(text, client.sharesScale)
  if (isZero(shares)) throw new RowProblem('zero_quantity', { field: 'shares' })
  return shares
}

const incoming: ReadonlySet<string> = new Set(['BUY', 'DELIVERY_INBOUND', 'TRANSFER_IN'])

function tradeDraft(client: Client, element: XmlElement, type: string, cross: XmlElement | null): DraftInput {
  const known = ['BUY', 'SELL', 'DELIVERY_INBOUND', 'DELIVERY_OUTBOUND', 'TRANSFER_IN', 'TRANSFER_OUT']
  if (!known.includes(type)) throw new RowProblem(type === '' ? 'no_type' : 'unknown_type', { value: type })
  const head = readHead(client, element)
  if (!head.instrument) throw new RowProblem('no_instrument', { field: 'security' })
  const isIn = incoming.has(type)
  const shares = readShares(client, element)
  const amount = cents(readText(element, 'amount'), 'amount')
  const { fees, taxes, foreign } = readUnits(element)
  const costs = plus(fees, taxes)
  const gross = isIn ? minus(amount, costs) : plus(amount, costs)
  const instrument = foreign ? { ...head.instrument, currency: foreign.currency } : head.instrument
  const base = { ...head, instrument, quantity: isIn ? shares : negated(shares), fees, taxes }
  if (type === 'BUY' || type === 'SELL')
    return {
      ...base,
      type: 'trade',
      side: isIn ? 'buy' : 'sell',
      amount: foreign?.amount ?? null,
      net: amount,
    }
  return {
    ...base,
    type: isIn ? 'transfer_in' : 'transfer_out',
    side: isIn ? 'in' : 'out',
    amount: foreign?.amount ?? gross,
    link: type.startsWith('TRANSFER') ? transferLink(client, cross) : null,
  }
}

/** The cross entry joins both sides of a transfer; the id of the outgoing side names the link. */
function transferLink(client: Client, cross: XmlElement | null): string | null {
  if (!cross) return null
  const from = client.resolve(findChild(cross, 'transactionFrom'))
  return `transfer:${readText(from, 'uuid') ?? cross.line}`
}

const kinds: Readonly<Record<string, { readonly type: TransactionType; readonly isIn: boolean }>> = {
  DEPOSIT: { type: 'deposit', isIn: true },
  REMOVAL: { type: 'withdrawal', isIn: false },
  INTEREST: { type: 'interest', isIn: true },
  INTEREST_CHARGE: { type: 'interest', isIn: false },
  DIVIDENDS: { type: 'dividend', isIn: true },
  FEES: { type: 'fees_cash', isIn: false },
  FEES_REFUND: { type: 'fees_cash', isIn: true },
  TAXES: { type: 'tax', isIn: false },
  TAX_REFUND: { type: 'tax', isIn: true },
  TRANSFER_IN: { type: 'transfer_in', isIn: true },
  TRANSFER_OUT: { type: 'transfer_out', isIn: false },
}

function cashDraft(client: Client, element: XmlElement, word: string, cross: XmlElement | null): DraftInput {
  const kind = kinds[word]
  if (!kind) throw new RowProblem(word === '' ? 'no_type' : 'unknown_type', { value: word })
  const head = readHead(client, element)
  const amount = cents(readText(element, 'amount'), 'amount')
  const { fees, taxes, foreign } = readUnits(element)
  const { type, isIn } = kind
  const base = { ...head, type }
  switch (type) {
    case 'dividend':
    case 'interest': {
      const net = isIn ? amount : negated(amount)
      if (foreign === null || !head.instrument || type !== 'dividend') return { ...base, net, fees, taxes }
      const instrument = { ...head.instrument, currency: foreign.currency }
      return { ...base, instrument, amount: foreign.amount, net, fees, taxes }
    }
    case 'fees_cash':
    case 'tax': {
      const charged = isIn ? negated(amount) : amount
      return { ...base, type: type === 'fees_cash' && head.instrument ? 'fees' : type, amount: charged }
    }
    default: {
      const isTransfer = word.startsWith('TRANSFER')
      return {
        ...base,
        side: isIn ? 'in' : 'out',
        instrument: null,
        amount: magnitude(amount),
        link: isTransfer ? transferLink(client, cross) : null,
        counterAccount: isTransfer
          ? readText(client.resolve(findChild(cross, isIn ? 'accountFrom' : 'accountTo')), 'name')
          : null,
      }
    }
  }
}
