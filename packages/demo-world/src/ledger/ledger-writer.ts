import { type Day, toIsoDate } from '@plumbline/engine'
import type { AccountFact, CustodianFact } from '../accounts.ts'
import { type Minor, toMajor } from '../decimals.ts'
import { worldId } from '../identity.ts'
import type { InstrumentFact } from '../instruments/instrument.ts'
import type { DemoMarket } from '../market/market.ts'
import type { Draft, WorldTransaction } from './world-transaction.ts'

/** What an account holds of an instrument, in smallest quantities, and the transaction that opened the position. */
export interface Holding {
  readonly units: number
  readonly openedBy: string
  readonly openDay: Day
}

/** An account during the simulation. */
export interface Ledger {
  readonly fact: AccountFact
  /** Null for manual accounts. */
  readonly custodian: CustodianFact | null
  readonly cash: Map<string, Minor>
  readonly held: Map<string, Holding>
  /** Transactions of the present day so far. */
  sequence: number
  sequenceDay: Day
}

/** The ledgers that the simulation writes, day by day. Future days are not visible. */
export interface LedgerWriter {
  readonly market: DemoMarket
  readonly ledgers: ReadonlyMap<string, Ledger>
  readonly transactions: WorldTransaction[]
  /** Every position that was ever opened: which transaction opened it. */
  readonly positions: OpenedPosition[]
  day: Day
}

export interface OpenedPosition {
  readonly account: string
  readonly instrument: string
  readonly id: string
  readonly openDay: Day
  closeDay: Day | null
}

export function openLedgerWriter(
  market: DemoMarket,
  accounts: readonly AccountFact[],
  custodians: readonly CustodianFact[],
  day: Day,
): LedgerWriter {
  const ledgers = accounts.map((fact): [string, Ledger] => [
    fact.key,
    {
      fact,
      custodian: custodians.find(({ id }) => id === fact.custodian) ?? null,
      cash: new Map(),
      held: new Map(),
      sequence: 0,
      sequenceDay: day,
    },
  ])
  return { market, ledgers: new Map(ledgers), transactions: [], positions: [], day }
}

export function findLedger(writer: LedgerWriter, account: string): Ledger {
  const ledger = writer.ledgers.get(account)
  if (!ledger) throw new Error(`there is no account ${account}`)
  return ledger
}

export function cashBalance(ledger: Ledger, currency: string): Minor {
  return ledger.cash.get(currency) ?? 0n
}

export function heldUnits(ledger: Ledger, instrument: string): number {
  return ledger.held.get(instrument)?.units ?? 0
}

/** The units that may be sold: the holding less the shares that cover written calls. */
export function freeUnits(writer: LedgerWriter, ledger: Ledger, instrument: string): number {
  let free = heldUnits(ledger, instrument)
  for (const [key, { units }] of ledger.held) {
    const fact = writer.market.fact(key)
    const isWrittenCall = units < 0 && fact.path.kind === 'option' && fact.path.right === 'call'
    if (isWrittenCall && fact.underlying === instrument) free += units * Number(fact.contractSize)
  }
  return free
}

/** The effect of a transaction: cash by currency, and units of its instrument. */
export interface Moves {
  readonly money?: readonly (readonly [currency: string, amount: Minor])[]
  readonly units?: number
}

/** Posts a transaction and applies its effect. Throws if the plan would overspend or oversell. */
export function post(writer: LedgerWriter, ledger: Ledger, draft: Draft, moves: Moves): WorldTransaction {
  if (ledger.sequenceDay !== writer.day) {
    ledger.sequence = 0
    ledger.sequenceDay = writer.day
  }
  ledger.sequence += 1
  const date = toIsoDate(writer.day)
  const transaction: WorldTransaction = {
    settleDay: null,
    exDay: null,
    instrument: null,
    quantity: null,
    price: null,
    amount: null,
    net: null,
    rate: null,
    fees: '0',
    taxes: '0',
    accrued: null,
    counterCurrency: null,
    counterAmount: null,
    link: null,
    lots: null,
    numerator: null,
    denominator: null,
    note: null,
    ...draft,
    // The word is part of every id that the demo world has had, so it stays.
    id: worldId('booking', ledger.fact.key, date, ledger.sequence),
    family: ledger.fact.family,
    account: ledger.fact.key,
    day: writer.day,
    sequence: ledger.sequence,
    source: ledger.custodian ? 'integration' : 'manual',
    sourceKey: `${date}/${ledger.sequence}`,
  }
  writer.transactions.push(transaction)
  for (const [currency, amount] of moves.money ?? []) moveMoney(writer, ledger, currency, amount)
  if (moves.units && transaction.instrument)
    moveUnits(writer, ledger, transaction, transaction.instrument, moves.units)
  return transaction
}

function moveMoney(writer: LedgerWriter, ledger: Ledger, currency: string, amount: Minor): void {
  if (ledger.fact.cash === 'none') return
  const after = cashBalance(ledger, currency) + amount
  ledger.cash.set(currency, after)
  if (after < 0n && amount < 0n && ledger.fact.margin === 0)
    throw new Error(`${ledger.fact.key} has no ${currency} left on ${toIsoDate(writer.day)}`)
}

const shortByNature = new Set(['option', 'future', 'fx_forward', 'loan'])

function moveUnits(
  writer: LedgerWriter,
  ledger: Ledger,
  transaction: WorldTransaction,
  instrument: string,
  change: number,
): void {
  const known = ledger.held.get(instrument)
  const units = (known?.units ?? 0) + change
  const mayBeShort = ledger.fact.allowsShort || shortByNature.has(writer.market.fact(instrument).type)
  if (units < 0 && !mayBeShort)
    throw new Error(`${ledger.fact.key} would be short of ${instrument} on ${toIsoDate(writer.day)}`)
  if (known && known.units * units < 0) throw new Error(`${instrument} would cross zero`)
  if (units === 0) {
    ledger.held.delete(instrument)
    const position = writer.positions.findLast(
      entry => entry.account === ledger.fact.key && entry.instrument === instrument,
    )
    if (position) position.closeDay = writer.day
    return
  }
  ledger.held.set(instrument, {
    units,
    openedBy: known?.openedBy ?? transaction.id,
    openDay: known?.openDay ?? writer.day,
  })
  if (!known)
    writer.positions.push({
      account: ledger.fact.key,
      instrument,
      id: transaction.id,
      openDay: writer.day,
      closeDay: null,
    })
}

/** Converts units to a quantity. */
export function toQuantity(fact: InstrumentFact, units: number): number {
  return units / 10 ** fact.quantityDecimals
}

const notInCustody = new Set(['future', 'fx_forward'])

/** The value of a holding in a currency at the last close, for decisions. */
export function holdingValue(
  writer: LedgerWriter,
  ledger: Ledger,
  instrument: string,
  currency: string,
): number {
  const { market, day } = writer
  const fact = market.fact(instrument)
  const price = market.close(instrument, day)
  // A future or a forward only has a result, which is paid as variation margin.
  if (Number.isNaN(price) || notInCustody.has(fact.type)) return 0
  const quantity = toQuantity(fact, heldUnits(ledger, instrument)) * Number(fact.contractSize)
  return quantity * price * market.fx.rate(fact.currency, currency, day)
}

/** All money of an account in its base currency, for decisions. */
export function cashInBase(writer: LedgerWriter, ledger: Ledger): number {
  const { base } = ledger.fact
  let sum = 0
  for (const [currency, amount] of ledger.cash)
    sum += toMajor(currency, amount) * writer.market.fx.rate(currency, base, writer.day)
  return sum
}

/** The value of an account in its base currency, for decisions and fees. */
export function worthInBase(writer: LedgerWriter, ledger: Ledger): number {
  let sum = cashInBase(writer, ledger)
  for (const instrument of ledger.held.keys())
    sum += holdingValue(writer, ledger, instrument, ledger.fact.base)
  return sum
}
