import { UnreadableFile } from '../problem.ts'
import type { XmlElement } from '../xml/tree.ts'
import { type Message, readMessage } from './protobuf.ts'

/**
 * Builds the tree of the XML form from the binary form, so that both are read alike. Field numbers are those of
 * Portfolio Performance's published schema. An element's line is the number of its transaction in the file.
 */
export function buildClientTree(bytes: Uint8Array): XmlElement {
  const client = readMessage(bytes)
  const top = element(null, '', 1)
  const root = element(top, 'client', 1)
  value(root, 'version', client.integer(1))
  value(root, 'baseCurrency', client.text(12))
  for (const security of client.messages(2)) addSecurity(root, security)
  const owners = new Map<string, XmlElement>()
  for (const account of client.messages(3)) {
    const added = addOwner(root, 'account', account)
    value(added, 'currencyCode', account.text(3))
    owners.set(account.text(1) ?? '', element(added, 'transactions', 1))
  }
  for (const portfolio of client.messages(4)) {
    const added = addOwner(root, 'portfolio', portfolio)
    refer(added, 'referenceAccount', portfolio.text(5))
    owners.set(portfolio.text(1) ?? '', element(added, 'transactions', 1))
  }
  const currencies = new Map(client.messages(3).map(account => [account.text(1), account.text(3)]))
  client.messages(5).forEach((transaction, index) => {
    addTransaction({ owners, currencies, root, line: index + 1 }, transaction)
  })
  return top
}

function element(
  parent: XmlElement | null,
  name: string,
  line: number,
  attributes: Record<string, string> = {},
): XmlElement {
  const added: XmlElement = { name, attributes, line, parent, children: [], text: '' }
  parent?.children.push(added)
  return added
}

function value(parent: XmlElement, name: string, text: string | null): void {
  if (text !== null) element(parent, name, parent.line).text = text
}

function refer(parent: XmlElement, name: string, id: string | null): void {
  if (id !== null && id !== '') element(parent, name, parent.line, { reference: id })
}

function addOwner(root: XmlElement, name: string, message: Message): XmlElement {
  const id = message.text(1) ?? ''
  const added = element(root, name, 1, { id })
  value(added, 'uuid', id)
  value(added, 'name', message.text(2))
  return added
}

function addSecurity(root: XmlElement, message: Message): void {
  const added = element(root, 'security', 1, { id: message.text(1) ?? '' })
  const fields = { name: 3, currencyCode: 4, isin: 7, tickerSymbol: 8, wkn: 9 }
  for (const [name, field] of Object.entries(fields)) value(added, name, message.text(field))
}

interface Context {
  /** The lists of transactions of accounts and portfolios. */
  readonly owners: ReadonlyMap<string, XmlElement>
  readonly currencies: ReadonlyMap<string | null, string | null>
  readonly root: XmlElement
  readonly line: number
}

/** The words of the XML form for the kinds of transactions, by their number. */
const kinds = [
  ['portfolio', 'BUY'],
  ['portfolio', 'SELL'],
  ['portfolio', 'DELIVERY_INBOUND'],
  ['portfolio', 'DELIVERY_OUTBOUND'],
  ['portfolio', 'TRANSFER_OUT'],
  ['account', 'TRANSFER_OUT'],
  ['account', 'DEPOSIT'],
  ['account', 'REMOVAL'],
  ['account', 'DIVIDENDS'],
  ['account', 'INTEREST'],
  ['account', 'INTEREST_CHARGE'],
  ['account', 'TAXES'],
  ['account', 'TAX_REFUND'],
  ['account', 'FEES'],
  ['account', 'FEES_REFUND'],
] as const

function addTransaction(context: Context, message: Message): void {
  // A kind of a later version becomes a problem of its row.
  const [owner, type] = kinds[Number(message.integer(2))] ?? (['account', message.integer(2)] as const)
  const [own, other] = owner === 'account' ? [3, 5] : [4, 6]
  const sent = addSide(context, message, { owner, type, of: message.text(own), uuid: message.text(1) })
  if (type === 'BUY' || type === 'SELL') {
    refer(element(sent, 'crossEntry', context.line), 'account', message.text(3))
    return
  }
  if (type !== 'TRANSFER_OUT') return
  const received = addSide(context, message, {
    owner,
    type: 'TRANSFER_IN',
    of: message.text(other),
    uuid: message.text(7),
  })
  for (const side of [sent, received]) {
    const cross = element(side, 'crossEntry', context.line)
    refer(cross, 'transactionFrom', message.text(1))
    refer(cross, 'accountFrom', message.text(3))
    refer(cross, 'accountTo', message.text(5))
  }
  if (owner === 'account') convertReceived(context, message, received)
}

interface Side {
  readonly owner: 'account' | 'portfolio'
  readonly type: string
  readonly of: string | null
  readonly uuid: string | null
}

function addSide(context: Context, message: Message, { owner, type, of, uuid }: Side): XmlElement {
  const { line } = context
  const list = context.owners.get(of ?? '') ?? element(context.root, 'transactions', line)
  const added = element(list, `${owner}-transaction`, line, { id: uuid ?? '' })
  value(added, 'uuid', uuid)
  value(added, 'type', type)
  const [date] = message.messages(9)
  value(added, 'date', date ? formatMoment(date) : null)
  value(added, 'currencyCode', message.text(10))
  value(added, 'amount', message.integer(11))
  value(added, 'shares', message.integer(12))
  value(added, 'note', message.text(13))
  refer(added, 'security', message.text(14))
  const units = element(added, 'units', line)
  for (const unit of message.messages(15)) addUnit(units, unit)
  return added
}

const unitTypes = ['GROSS_VALUE', 'TAX', 'FEE']

function addUnit(units: XmlElement, message: Message): void {
  const unit = element(units, 'unit', units.line, { type: unitTypes[Number(message.integer(1))] ?? '' })
  const amount = (name: string, units: string, currency: string | null) =>
    element(unit, name, unit.line, { amount: units, ...(currency === null ? {} : { currency }) })
  amount('amount', message.integer(2), message.text(3))
  const foreign = message.text(5)
  if (foreign !== null) amount('forex', message.integer(4), foreign)
}

/** Between accounts of two currencies the gross value states what arrives. */
function convertReceived(context: Context, message: Message, received: XmlElement): void {
  const currency = context.currencies.get(message.text(5)) ?? null
  if (currency === null || currency === message.text(10)) return
  const gross = message.messages(15).find(unit => unit.integer(1) === '0' && unit.text(5) === currency)
  for (const child of received.children) {
    if (child.name === 'currencyCode') child.text = currency
    // Without it the row lacks its amount, which is a problem.
    if (child.name === 'amount') child.text = gross ? gross.integer(4) : ''
  }
}

/** Local date and time, which the file keeps as if they were UTC. */
function formatMoment(timestamp: Message): string {
  const date = new Date(Number(timestamp.integer(1)) * 1000)
  if (Number.isNaN(date.getTime())) throw new UnreadableFile('bad_archive', 1, { value: 'a date is damaged' })
  return date.toISOString().slice(0, 16)
}
