import type { TransactionType } from '@plumbline/engine'
import { type DraftInput, type InstrumentHint, noInstrument } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import { parseCurrency } from '../text/currency.ts'
import { parseMoment } from '../text/date.ts'
import { isZero, magnitude, minus, negated, plus, scaled } from '../text/decimal.ts'
import { isinOf } from '../text/isin.ts'
import { childOf, childrenOf, textOf, type XmlElement } from '../xml/tree.ts'

export interface Client {
  readonly resolve: (element: XmlElement | null) => XmlElement | null
  /** Shares are whole numbers of 10^-scale; later versions have more decimals. */
  readonly sharesScale: number
  readonly currency: string
}

export interface Found {
  readonly element: XmlElement
  readonly kind: 'account' | 'portfolio'
}

export interface Posted {
  readonly account: XmlElement | null
  readonly uuid: string | null
  readonly draft: DraftInput
}

const cents = (text: string | null, field: string): string => {
  if (text === null) throw new RowProblem('missing_field', { field })
  if (!/^-?\d{1,18}$/.test(text)) throw new RowProblem('not_a_number', { field, value: text })
  return scaled(text, 2)
}

/** A transaction as a draft, with the cash account it belongs to; null for the cash side of a trade, which the trade has too. */
export function postTransaction(client: Client, { element, kind }: Found): Posted | null {
  const type = textOf(element, 'type') ?? ''
  if (kind === 'account' && (type === 'BUY' || type === 'SELL')) return null
  const cross = client.resolve(childOf(element, 'crossEntry'))
  const draft =
    kind === 'account' ? cashDraft(client, element, type, cross) : tradeDraft(client, element, type, cross)
  return {
    account:
      kind === 'account' ? cashAccount(client, element, cross) : accountOfTrade(client, element, cross),
    uuid: textOf(element, 'uuid'),
    draft,
  }
}

/** The account whose list a transaction stands in, directly or by the entry that ties two transactions. */
function cashAccount(client: Client, element: XmlElement, cross: XmlElement | null): XmlElement | null {
  if (element.parent?.name === 'transactions') return element.parent.parent
  if (element.name === 'transactionFrom')
    return client.resolve(childOf(cross ?? element.parent, 'accountFrom'))
  if (element.name === 'transactionTo') return client.resolve(childOf(cross ?? element.parent, 'accountTo'))
  return client.resolve(childOf(element.parent, 'account'))
}

function accountOfTrade(client: Client, element: XmlElement, cross: XmlElement | null): XmlElement | null {
  const paid = client.resolve(childOf(cross, 'account'))
  if (paid) return paid
  const side = element.name === 'transactionFrom' ? 'portfolioFrom' : 'portfolioTo'
  const portfolio =
    element.parent?.name === 'transactions'
      ? element.parent.parent
      : client.resolve(childOf(element.parent, side))
  return client.resolve(childOf(portfolio, 'referenceAccount')) ?? portfolio
}

function headOf(client: Client, element: XmlElement): Omit<DraftInput, 'type'> {
  const date = textOf(client.resolve(childOf(element, 'date')))
  if (date === null) throw new RowProblem('no_date', { field: 'date' })
  const { date: day, time } = parseMoment(date, 'ymd')
  const ex = textOf(element, 'exDate')
  return {
    date: day,
    time: time === '00:00:00' ? null : time,
    exDate: ex === null ? null : parseMoment(ex, 'ymd').date,
    currency: parseCurrency(textOf(element, 'currencyCode') ?? client.currency),
    note: textOf(element, 'note'),
    instrument: instrumentOf(client, element),
  }
}

function instrumentOf(client: Client, element: XmlElement): InstrumentHint | null {
  const security = client.resolve(childOf(element, 'security'))
  if (!security) return null
  const wkn = textOf(security, 'wkn')
  return {
    ...noInstrument,
    isin: isinOf(textOf(security, 'isin') ?? ''),
    symbol: textOf(security, 'tickerSymbol'),
    name: textOf(security, 'name'),
    currency: textOf(security, 'currencyCode'),
    identifiers: wkn ? [{ kind: 'wkn', value: wkn }] : [],
  }
}

interface Units {
  readonly fees: string
  readonly taxes: string
  /** Gross in the security's own currency, where that is another one. */
  readonly foreign: { readonly amount: string; readonly currency: string } | null
}

function unitsOf(element: XmlElement): Units {
  const oldField = (name: string) => {
    const text = textOf(element, name)
    return text === null ? '0' : cents(text, name)
  }
  let fees = oldField('fees')
  let taxes = oldField('taxes')
  let foreign: Units['foreign'] = null
  for (const unit of childrenOf(childOf(element, 'units'), 'unit')) {
    const amount = cents(childOf(unit, 'amount')?.attributes.amount ?? null, 'amount')
    const forex = childOf(unit, 'forex')
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

function sharesOf(client: Client, element: XmlElement): string {
  const text = textOf(element, 'shares') ?? ''
  if (!/^\d{1,30}$/.test(text)) throw new RowProblem('not_a_number', { field: 'shares', value: text })
  const shares = scaled(text, client.sharesScale)
  if (isZero(shares)) throw new RowProblem('zero_quantity', { field: 'shares' })
  return shares
}

const incoming: ReadonlySet<string> = new Set(['BUY', 'DELIVERY_INBOUND', 'TRANSFER_IN'])

function tradeDraft(client: Client, element: XmlElement, type: string, cross: XmlElement | null): DraftInput {
  const known = ['BUY', 'SELL', 'DELIVERY_INBOUND', 'DELIVERY_OUTBOUND', 'TRANSFER_IN', 'TRANSFER_OUT']
  if (!known.includes(type)) throw new RowProblem(type === '' ? 'no_type' : 'unknown_type', { value: type })
  const head = headOf(client, element)
  if (!head.instrument) throw new RowProblem('no_instrument', { field: 'security' })
  const isIn = incoming.has(type)
  const shares = sharesOf(client, element)
  const amount = cents(textOf(element, 'amount'), 'amount')
  const { fees, taxes, foreign } = unitsOf(element)
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
    link: type.startsWith('TRANSFER') ? linkOf(client, cross) : null,
  }
}

/** Both sides of a transfer are tied by one entry: the id of the side that gives names it. */
function linkOf(client: Client, cross: XmlElement | null): string | null {
  if (!cross) return null
  const from = client.resolve(childOf(cross, 'transactionFrom'))
  return `transfer:${textOf(from, 'uuid') ?? cross.line}`
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
  const head = headOf(client, element)
  const amount = cents(textOf(element, 'amount'), 'amount')
  const { fees, taxes, foreign } = unitsOf(element)
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
        link: isTransfer ? linkOf(client, cross) : null,
        counterAccount: isTransfer
          ? textOf(client.resolve(childOf(cross, isIn ? 'accountFrom' : 'accountTo')), 'name')
          : null,
      }
    }
  }
}
