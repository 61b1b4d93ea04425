import type { ScenarioBody } from '@plumbline/contract'

/** One change of a scenario. Their order is that of the address. */
export type Change =
  | ({ kind: 'trade' } & NonNullable<ScenarioBody['trades']>[number])
  | ({ kind: 'price' } & NonNullable<ScenarioBody['prices']>[number])
  | ({ kind: 'rate' } & NonNullable<ScenarioBody['rates']>[number])
  | ({ kind: 'flow' } & NonNullable<ScenarioBody['flows']>[number])
export type ChangeKind = Change['kind']
type ChangeOf<Kind extends ChangeKind> = Extract<Change, { kind: Kind }>

const lists = { trade: 'trades', price: 'prices', rate: 'rates', flow: 'flows' } as const

/** The changes as the server takes them. */
export function toScenario(changes: readonly Change[]): ScenarioBody {
  const listChanges = <Kind extends ChangeKind>(kind: Kind) =>
    changes.filter((change): change is ChangeOf<Kind> => change.kind === kind).map(withoutKind)
  return {
    trades: listChanges('trade'),
    prices: listChanges('price'),
    rates: listChanges('rate'),
    flows: listChanges('flow'),
  }
}

function withoutKind<Given extends Change>({ kind: _kind, ...change }: Given) {
  return change
}

/** The server's name of a change, such as `scenario.trades.0`. */
export function wireName(changes: readonly Change[], index: number): string {
  const kind = changes[index]?.kind ?? 'trade'
  const place = changes.slice(0, index).filter(change => change.kind === kind).length
  return `scenario.${lists[kind]}.${place}`
}

// Neither separator is escaped in an address.
const betweenChanges = '*'
const betweenFields = '!'

/** Writes changes for an address: `trade!buy!quantity!100!<account>!<instrument>!!*rate!USD!0.1!!`. */
export function writeChanges(changes: readonly Change[]): string {
  return changes.map(change => listFields(change).map(toText).join(betweenFields)).join(betweenChanges)
}

const toText = (field: string | number | undefined) => (field === undefined ? '' : String(field))

function listFields(change: Change): (string | number | undefined)[] {
  const { kind } = change
  switch (kind) {
    case 'trade':
      return [
        kind,
        change.side,
        change.by,
        change.size,
        change.account,
        change.instrument,
        change.price,
        change.fees,
      ]
    case 'price':
      return [kind, change.of, change.key, change.change, change.price]
    case 'rate':
      return [kind, change.currency, change.change, change.rate, change.in]
    case 'flow':
      return [kind, change.account, change.currency, change.amount]
  }
}

/** Reads changes from an address. What is not a change is left out; the server checks the rest. */
export function readChanges(text: string | undefined): Change[] {
  return (text ?? '').split(betweenChanges).flatMap(part => readChange(part.split(betweenFields)) ?? [])
}

const sides = ['buy', 'sell', 'hold'] as const
const sizes = ['quantity', 'amount', 'weight'] as const
const scopes = ['instrument', 'instrument_type', 'sector', 'currency'] as const

function readChange([kind, ...fields]: string[]): Change | null {
  if (kind === 'trade') return readTrade(fields)
  if (kind === 'price') return readPrice(fields)
  if (kind === 'rate') return readRate(fields)
  return kind === 'flow' ? readFlow(fields) : null
}

function readTrade([side, by, size, account, instrument, price, fees]: string[]): Change | null {
  const known = { side: sides.find(word => word === side), by: sizes.find(word => word === by) }
  const units = readNumber(size)
  if (!known.side || !known.by || units === undefined || !account || !instrument) return null
  const rest = omitUndefined({ price: readNumber(price), fees: readNumber(fees) })
  return { kind: 'trade', side: known.side, by: known.by, size: units, account, instrument, ...rest }
}

function readPrice([of, key, change, price]: string[]): Change | null {
  const known = scopes.find(word => word === of)
  if (!known || !key) return null
  return {
    kind: 'price',
    of: known,
    key,
    ...omitUndefined({ change: readNumber(change), price: readNumber(price) }),
  }
}

function readRate([currency, change, rate, other]: string[]): Change | null {
  if (!isCurrency(currency)) return null
  const values = omitUndefined({ change: readNumber(change), rate: readNumber(rate) })
  return { kind: 'rate', currency, ...values, ...(isCurrency(other) && { in: other }) }
}

function readFlow([account, currency, amount]: string[]): Change | null {
  const value = readNumber(amount)
  if (!account || !isCurrency(currency) || value === undefined) return null
  return { kind: 'flow', account, currency, amount: value }
}

type Currency = ChangeOf<'flow'>['currency']

/** Any three letters: the server knows the currencies. */
function isCurrency(text: string | undefined): text is Currency {
  return /^[A-Z]{3}$/.test(text ?? '')
}

function readNumber(text: string | undefined): number | undefined {
  const value = text === undefined || text === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) ? value : undefined
}

function omitUndefined<Given extends Record<string, number | undefined>>(given: Given) {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Given]?: number
  }
}
