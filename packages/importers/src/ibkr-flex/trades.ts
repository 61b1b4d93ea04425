import { CONTRACT_TYPES } from '@plumbline/engine'
import type { DraftInput } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import type { Collector } from '../reading.ts'
import { parseCurrency, wholeCurrency } from '../text/currency.ts'
import { isNegative, isZero, magnitude, minus, negated, plus } from '../text/decimal.ts'
import {
  currencyAttribute,
  dayAttribute,
  type FlexRow,
  flexInstrument,
  momentAttribute,
  numberAttribute,
  requireNumber,
  textAttribute,
} from './attributes.ts'
import type { Exercise } from './exercises.ts'

/** Values that stand for no id. */
const NO_ID = /^(0|-1|-|--|N\/A)$/i

function idAttribute(row: FlexRow, ...names: string[]): string | null {
  return names.map(name => textAttribute(row, name)).find(id => id !== null && !NO_ID.test(id)) ?? null
}

/** The id of a trade, stable across statements. */
export function tradeId(row: FlexRow): string | null {
  return idAttribute(row, 'tradeID', 'transactionID', 'ibExecID')
}

/** The trade that a row cancels. */
export interface CancelledTrade {
  readonly id: string | null
  /** The original's entry: a corrected trade may keep the id of the trade, but is an entry of its own. */
  readonly entry: string | null
}

/** The trade that a row cancels, or null for a trade. IBKR cancels with a row that names the original. */
export function findCancelled(row: FlexRow): CancelledTrade | null {
  const isCancel =
    /cancel/i.test(row.attributes.transactionType ?? '') ||
    /\(ca\.?\)/i.test(row.attributes.buySell ?? '') ||
    /(^|;)Ca(;|$)/.test(row.attributes.notes ?? '')
  if (!isCancel) return null
  const entry = idAttribute(row, 'origTransactionID')
  return { id: idAttribute(row, 'origTradeID') ?? entry ?? tradeId(row), entry }
}

/** Finds the row that cancels a trade: by its entry where both name it, otherwise by the id of the trade. */
export function indexCancellations(
  cancelling: ReadonlyMap<FlexRow, CancelledTrade>,
): (trade: FlexRow) => FlexRow | undefined {
  const byEntry = new Map<string, FlexRow>()
  const byId = new Map<string, FlexRow>()
  for (const [row, { id, entry }] of cancelling) {
    if (entry !== null) byEntry.set(entry, row)
    if (id !== null) byId.set(id, row)
  }
  return trade => {
    const entry = idAttribute(trade, 'transactionID')
    const found = byId.get(tradeId(trade) ?? '')
    const isOther = found && entry !== null && cancelling.get(found)?.entry != null
    return (entry === null ? undefined : byEntry.get(entry)) ?? (isOther ? undefined : found)
  }
}

const tradeIdentity = (row: FlexRow) => {
  const id = tradeId(row)
  return id === null ? null : ({ kind: 'id', id: `trade:${id}` } as const)
}

/** Reads a trade in a security or contract; `exercise` is set for exercised options and their deliveries. */
export function readTrade(collect: Collector, row: FlexRow, exercise: Exercise | null): void {
  if (row.attributes.assetCategory === 'CASH') {
    readConversion(collect, row)
    return
  }
  const instrument = flexInstrument(row)
  if (!instrument) throw new RowProblem('no_instrument')
  const quantity = readQuantity(row)
  const price = requireNumber(row, 'tradePrice')
  const currency = wholeCurrency(currencyAttribute(row))
  const commission = numberAttribute(row, 'ibCommission') ?? '0'
  const taxes = negated(numberAttribute(row, 'taxes') ?? '0')
  const commissionCurrency = textAttribute(row, 'ibCommissionCurrency')
  const isOwnFee = !commissionCurrency || wholeCurrency(parseCurrency(commissionCurrency)) === currency
  const fees = isOwnFee ? negated(commission) : '0'
  const proceeds = numberAttribute(row, 'proceeds') ?? numberAttribute(row, 'tradeMoney')
  const gross = proceeds === null || CONTRACT_TYPES.has(instrument.type ?? '') ? null : magnitude(proceeds)
  const costs = plus(fees, taxes)
  const isBuy = !isNegative(quantity)
  const net = gross === null ? null : isBuy ? plus(gross, costs) : minus(gross, costs)
  const draft: DraftInput = {
    type: exercise?.type ?? 'trade',
    side: isBuy ? 'buy' : 'sell',
    ...readTradeMoment(row),
    settleDate: dayAttribute(row, 'settleDateTarget'),
    instrument,
    quantity,
    // Futures and their spreads trade below 0; elsewhere a sign repeats the side.
    price: instrument.type === 'future' ? price : magnitude(price),
    currency,
    // A sale with costs above its proceeds has a negative net, which follows from price and costs.
    net: net !== null && isNegative(net) ? null : net,
    fees,
    taxes,
    link: exercise?.link ?? null,
    note: textAttribute(row, 'orderReference'),
    reference: tradeId(row),
    // IBKR reports accrued interest as a separate cash transaction.
    accrued: null,
  }
  collect.draft(row.place, draft, tradeIdentity(row))
  if (!isOwnFee && !isZero(commission))
    foreignFee(collect, row, draft, negated(commission), commissionCurrency)
}

function readTradeMoment(row: FlexRow): { date: string; time: string | null } {
  const { date, time } = momentAttribute(row, 'tradeDate', 'dateTime', 'reportDate')
  if (time !== null) return { date, time }
  const stamp = textAttribute(row, 'dateTime')
  if (stamp) return { date, time: momentAttribute(row, 'dateTime').time }
  const clock = /^(\d{2})(\d{2})(\d{2})$/.exec(textAttribute(row, 'tradeTime') ?? '')
  return { date, time: clock ? `${clock[1]}:${clock[2]}:${clock[3]}` : null }
}

function readQuantity(row: FlexRow): string {
  const quantity = requireNumber(row, 'quantity')
  if (isZero(quantity)) throw new RowProblem('zero_quantity')
  const isSale = /^sell/i.test(row.attributes.buySell ?? '')
  return isSale && !isNegative(quantity) ? negated(quantity) : quantity
}

function foreignFee(
  collect: Collector,
  row: FlexRow,
  { date, time, instrument }: DraftInput,
  amount: string,
  currency: string,
): void {
  const key = tradeIdentity(row)
  collect.draft(
    row.place,
    {
      type: instrument ? 'fees' : 'fees_cash',
      date,
      time: time ?? null,
      instrument: instrument ?? null,
      amount,
      currency: wholeCurrency(parseCurrency(currency)),
      reference: tradeId(row),
    },
    key && { kind: 'id', id: `${key.id}:fee` },
  )
}

/** Reads a conversion: symbol EUR.USD, quantity in the first currency, proceeds in the second. */
function readConversion(collect: Collector, row: FlexRow): void {
  const pair = /^([A-Z]{3})\.([A-Z]{3})$/.exec(row.attributes.symbol ?? '')
  if (!pair) throw new RowProblem('no_sold_currency')
  const [, base = '', quote = ''] = pair
  const quantity = readQuantity(row)
  const proceeds = numberAttribute(row, 'proceeds') ?? negated(requireNumber(row, 'tradeMoney'))
  const isBuy = !isNegative(quantity)
  const commission = numberAttribute(row, 'ibCommission') ?? '0'
  const commissionCurrency = parseCurrency(textAttribute(row, 'ibCommissionCurrency') ?? quote)
  const paid = isBuy ? quote : base
  const isOwnFee = commissionCurrency === paid
  const fees = isOwnFee ? negated(commission) : '0'
  const given = magnitude(isBuy ? proceeds : quantity)
  const draft: DraftInput = {
    type: 'fx',
    ...readTradeMoment(row),
    settleDate: dayAttribute(row, 'settleDateTarget'),
    currency: paid,
    net: plus(given, fees),
    fees,
    counterCurrency: isBuy ? base : quote,
    counterAmount: magnitude(isBuy ? quantity : proceeds),
    reference: tradeId(row),
  }
  collect.draft(row.place, draft, tradeIdentity(row))
  if (!isOwnFee && !isZero(commission))
    foreignFee(collect, row, draft, negated(commission), commissionCurrency)
}
