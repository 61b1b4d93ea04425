import type { TransactionType } from '@plumbline/engine'
import type { DraftInput } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import type { Place } from '../row-outcomes.ts'
import { wholeCurrency } from '../text/currency.ts'
import { isNegative, isZero, magnitude } from '../text/decimal.ts'
import type { Effect } from './preset.ts'
import { type Row, readCosts, readInstrument, settlementCurrency } from './row.ts'

/** One of the two rows in which a file writes one event. */
export interface Half {
  readonly place: Place
  readonly row: Row
  readonly effect: Effect
  readonly kind: Exclude<Effect['half'], 'trade' | undefined>
  readonly date: string
  readonly time: string | null
  /** The outgoing row is the first of its pair. */
  readonly isOut: boolean
  readonly subject: string
}

export function readHalf(place: Place, row: Row, effect: Effect, kind: Half['kind']): Half {
  const { date, time } = row.moment()
  const isMoney = kind === 'conversion'
  const amount = isMoney ? (row.number('net') ?? row.number('amount')) : row.number('quantity')
  if (amount === null) throw new RowProblem(isMoney ? 'no_amount' : 'no_quantity')
  const instrument = isMoney ? null : readInstrument(row, effect)
  if (!isMoney && !instrument) throw new RowProblem('no_instrument')
  const currency = settlementCurrency(row)
  if (isMoney && currency === null) throw new RowProblem('no_currency', { field: 'currency' })
  const isOut = effect.side ? effect.side === 'out' || effect.side === 'sell' : isNegative(amount)
  const subject = isMoney
    ? (currency ?? '')
    : (instrument?.isin ?? instrument?.symbol ?? instrument?.name ?? '')
  return { place, row, effect, kind, date, time, isOut, subject }
}

/** Whether two halves belong to one event. Conversions with an order number or a time must agree in it. */
export function isPair(a: Half, b: Half): boolean {
  if (a.kind !== b.kind || a.isOut === b.isOut || a.date !== b.date) return false
  if (a.kind !== 'conversion') return a.kind !== 'split' || a.subject === b.subject
  const [one, other] = [a.row.fields.reference, b.row.fields.reference]
  // Rows of the same second belong together although each has a number of its own.
  const isSameSecond = a.time !== null && a.time === b.time && !a.time.endsWith(':00')
  if (one !== undefined && other !== undefined && one !== other && !isSameSecond) return false
  return a.subject !== b.subject && (a.time === null || a.time === b.time)
}

export interface Paired {
  readonly part: string
  readonly place: Place
  readonly row: Row
  readonly draft: DraftInput
}

/** Drafts a pair of rows. A change of name under the same ISIN yields none. */
export function draftPair(a: Half, b: Half): Paired[] {
  const [out, into] = a.isOut ? [a, b] : [b, a]
  if (a.kind === 'conversion') return [conversion(out, into)]
  const given = magnitude(out.row.number('quantity') ?? '0')
  const taken = magnitude(into.row.number('quantity') ?? '0')
  if (out.subject === into.subject && given === taken) return []
  const ratio = { numerator: taken, denominator: given }
  if (out.subject === into.subject) {
    const draft = {
      ...common(into, 'split'),
      quantity: null,
      instrument: readInstrument(into.row, into.effect),
      ...ratio,
    }
    return [{ part: '', place: into.place, row: into.row, draft }]
  }
  const link = `swap:${out.date}:${out.subject}:${into.subject}:${given}:${taken}`
  const leg = (half: Half, quantity: string): Paired => ({
    part: half.isOut ? 'out' : 'in',
    place: half.place,
    row: half.row,
    draft: {
      ...common(half, 'merger'),
      side: half.isOut ? 'out' : 'in',
      instrument: readInstrument(half.row, half.effect),
      quantity: half.isOut ? `-${quantity}` : quantity,
      link,
      ...(half.isOut ? {} : { ...ratio, price: statedPrice(half) }),
    },
  })
  return [leg(out, given), leg(into, taken)]
}

/** The price at which the statement values new shares; 0 states none. */
function statedPrice({ row }: Half): string | null {
  const price = row.number('price')
  return price === null || isZero(price) ? null : magnitude(price)
}

function common({ row, date, time }: Half, type: TransactionType): DraftInput {
  return {
    type,
    date,
    time,
    settleDate: row.day('settle_date'),
    currency: settlementCurrency(row),
    note: row.fields.note ?? null,
    reference: row.fields.reference ?? null,
  }
}

function conversion(out: Half, into: Half): Paired {
  const amount = (half: Half) => magnitude(half.row.number('net') ?? half.row.number('amount') ?? '0')
  const costs = readCosts(out.row, out.effect, out.subject)
  return {
    part: '',
    place: out.place,
    row: out.row,
    draft: {
      ...common(out, 'fx'),
      currency: wholeCurrency(out.subject),
      net: amount(out),
      counterCurrency: wholeCurrency(into.subject),
      counterAmount: amount(into),
      fees: costs.fees,
      taxes: costs.taxes,
    },
  }
}
