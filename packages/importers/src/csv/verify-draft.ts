import { TRANSACTION_TYPE_RULES } from '@plumbline/engine'
import type { DraftInput } from '../draft.ts'
import { RowProblem } from '../problem.ts'
import { wholeCurrency } from '../text/currency.ts'
import { isNegative, isZero, magnitude, minus, plus, times } from '../text/decimal.ts'
import { inSettlementCurrency } from './foreign-costs.ts'
import type { ColumnMapping } from './mapping.ts'
import type { Row } from './row.ts'

/**
 * Checks a draft of a table that no preset knows. Quantity, price, costs and amount must agree to the digits that the
 * file shows; where they do not, a column was taken for another.
 */
export function verifyDraft(draft: DraftInput, row: Row, mapping: ColumnMapping): DraftInput {
  checkAmounts(draft, row)
  switch (TRANSACTION_TYPE_RULES[draft.type].statedAs) {
    case 'trade':
      return verifyTrade(draft, row, mapping)
    case 'income':
      return verifyIncome(draft, row, mapping)
    case 'charge':
      return verifyCharge(draft, row)
    case 'cash':
      return verifyCash(draft, row, mapping)
    case 'conversion':
      return verifyConversion(draft, row, mapping)
    default:
      return draft
  }
}

/** Two columns of amounts agree, or differ by the costs. */
function checkAmounts(draft: DraftInput, row: Row): void {
  const [net, amount] = [row.number('net'), row.number('amount')]
  if (net === null || amount === null || draft.type === 'fx') return
  const apart = Math.abs(Number(magnitude(amount)) - Number(magnitude(net)))
  if (apart > 0.016 && Math.abs(apart - Number(sumCosts(draft))) > 0.016) throw differs(net, amount)
}

const sumCosts = ({ fees, taxes }: DraftInput): string => plus(fees ?? '0', taxes ?? '0')
const differs = (expected: string, stated: string) =>
  new RowProblem('amount_differs', { value: `${expected} ≠ ${stated}` })
const unclearAmount = (value: string) => new RowProblem('unclear_amount', { value, field: 'amount' })

/** Currencies whose prices are often in hundredths. */
const minorUnits: Readonly<Record<string, string>> = { GBP: 'GBX', ZAR: 'ZAc', ILS: 'ILA' }

function verifyTrade(draft: DraftInput, row: Row, mapping: ColumnMapping): DraftInput {
  const { instrument, price, quantity, net } = draft
  if (!instrument || quantity == null) return draft
  const costs = sumCosts(draft)
  if (price == null) {
    if (
      !isZero(costs) &&
      row.fields.net === undefined &&
      row.fields.amount !== undefined &&
      mapping.amountIs === null
    )
      throw unclearAmount(row.fields.amount)
    return draft
  }
  checkGuessedBond(draft, row, mapping)
  const priced = withPriceUnit(draft, mapping)
  const quoted = priced.instrument?.currency ?? null
  const isForeign = quoted !== null && draft.currency != null && wholeCurrency(quoted) !== draft.currency
  if (isForeign) return inSettlementCurrency(priced, row)
  if (net == null) return priced
  const expected = expectedNet(priced, costs)
  const slack = roundingSlack(row, priced)
  if (Math.abs(Number(minus(net, expected))) > slack)
    throw hundredfold(priced, expected) ?? differs(expected, net)
  // The amount is in the currency of the price: the numbers agree.
  return draft.currency == null && quoted !== null ? { ...priced, currency: wholeCurrency(quoted) } : priced
}

/** An amount of a hundredth makes a bond only where prices in pence are out of the question. */
function checkGuessedBond(
  { instrument, currency }: DraftInput,
  row: Row,
  { priceUnit }: ColumnMapping,
): void {
  if (instrument?.type !== 'bond' || row.fields.instrument_type !== undefined) return
  const isOpen = priceUnit === null && (currency == null || minorUnits[currency] !== undefined)
  if (isOpen || priceUnit === 'money') throw new RowProblem('unclear_price', { value: currency ?? '' })
}

function withPriceUnit(draft: DraftInput, { priceUnit }: ColumnMapping): DraftInput {
  const { instrument } = draft
  if (!instrument) return draft
  if (priceUnit === 'percent')
    return { ...draft, instrument: { ...instrument, type: 'bond', contractSize: '0.01' } }
  if (priceUnit !== 'pence') return draft
  const major = instrument.currency ?? draft.currency ?? null
  const minor = major === null ? undefined : minorUnits[major]
  return minor === undefined
    ? draft
    : { ...draft, instrument: { ...instrument, type: null, contractSize: null, currency: minor } }
}

/** What should have moved: quantity times price in whole units, with costs and accrued interest. */
function expectedNet({ quantity, price, instrument, accrued, side }: DraftInput, costs: string): string {
  const gross = times(magnitude(quantity ?? '0'), magnitude(price ?? '0'))
  const isMinor = instrument?.currency != null && wholeCurrency(instrument.currency) !== instrument.currency
  const size = isMinor ? '0.01' : (instrument?.contractSize ?? '1')
  const value = plus(times(gross, size), accrued ?? '0')
  return side === 'buy' ? plus(value, costs) : minus(value, costs)
}

/** An amount of a hundredth means percent or pence, which the file does not say. */
function hundredfold({ instrument, net, currency }: DraftInput, expected: string): RowProblem | null {
  const share = Number(net) / Number(expected)
  const isHundredth = share > 0.0085 && share < 0.0115 && instrument?.contractSize == null
  return isHundredth ? new RowProblem('unclear_price', { value: currency ?? '' }) : null
}

const decimals = (text: string | undefined): number => /[.,](\d+)\D*$/.exec(text ?? '')?.[1]?.length ?? 0

/** How far rounding can move an amount: half a unit of the last digit of each number shown. */
function roundingSlack(row: Row, { quantity, price, instrument }: DraftInput): number {
  const [units, cost] = [Math.abs(Number(quantity)), Math.abs(Number(price))]
  const size = Number(instrument?.contractSize ?? 1)
  const ofPrice = units * 0.5 * 10 ** -Math.max(2, decimals(row.fields.price))
  const fraction = decimals(row.fields.quantity)
  const ofQuantity = fraction === 0 ? 0 : cost * 0.5 * 10 ** -fraction
  return (ofPrice + ofQuantity) * size + 0.016
}

function verifyIncome(draft: DraftInput, row: Row, mapping: ColumnMapping): DraftInput {
  const costs = sumCosts(draft)
  const { fields } = row
  const isOfSecurity = draft.type === 'dividend' || draft.type === 'coupon'
  if (isOfSecurity && !draft.instrument) throw new RowProblem('no_instrument', { field: 'name' })
  if (draft.net != null && isZero(draft.net)) throw new RowProblem('no_amount', { field: 'amount' })
  if (isZero(costs)) return draft
  const gross = row.number('gross')
  if (fields.net !== undefined) {
    // The direction is that of the money that arrived.
    if (gross !== null && row.currency('gross_currency') === null) {
      const expected = minus(magnitude(gross), costs)
      const converted = inSettlementCurrency(draft, row)
      if (converted !== draft) return converted
      if (Math.abs(Number(minus(magnitude(draft.net ?? '0'), expected))) > 0.016)
        throw differs(expected, draft.net ?? '')
    }
    return draft
  }
  if (fields.amount === undefined) return draft
  const kind = mapping.amountIs ?? incomeKind(draft, row, costs)
  if (kind === null) throw unclearAmount(fields.amount)
  if (kind === 'net') return draft
  const net = draft.net ?? '0'
  return { ...draft, net: isNegative(net) ? plus(net, costs) : minus(net, costs) }
}

/** Whether the amount of income is before or after tax, by the payment per unit. */
function incomeKind(draft: DraftInput, row: Row, costs: string): 'net' | 'gross' | null {
  const [quantity, price] = [row.number('quantity'), row.number('price')]
  if (gap(row.number('gross'), draft.net, '0')) return 'gross'
  if (gap(row.number('gross'), draft.net, costs)) return 'net'
  if (quantity === null || price === null || isZero(quantity) || isZero(price)) return null
  const gross = times(magnitude(quantity), magnitude(price))
  const [isGross, isNet] = [gap(gross, draft.net, '0'), gap(gross, draft.net, costs)]
  return isGross === isNet ? null : isGross ? 'gross' : 'net'
}

function gap(gross: string | null, net: string | null | undefined, costs: string): boolean {
  if (gross === null || net == null) return false
  return Math.abs(Number(minus(minus(magnitude(gross), costs), magnitude(net)))) <= 0.016
}

/** A charge names its amount once; figures that disagree are not added. */
function verifyCharge(draft: DraftInput, row: Row): DraftInput {
  const amount = draft.amount ?? '0'
  const beside = [row.number('fees'), row.number('taxes')].filter(value => value !== null && !isZero(value))
  if (isZero(amount)) throw new RowProblem('no_amount', { field: 'amount' })
  for (const value of beside)
    if (value !== null && magnitude(value) !== magnitude(amount))
      throw differs(magnitude(value), magnitude(amount))
  return draft
}

function verifyCash(draft: DraftInput, row: Row, mapping: ColumnMapping): DraftInput {
  const { isin, quantity, amount, net } = row.fields
  if (draft.amount == null || isZero(draft.amount)) throw new RowProblem('no_amount', { field: 'amount' })
  const units = quantity === undefined ? null : row.number('quantity')
  if (
    isin !== undefined ||
    (units !== null && !isZero(units) && magnitude(units) !== magnitude(draft.amount))
  )
    throw new RowProblem('unexpected_security', { field: 'quantity' })
  if (!isZero(sumCosts(draft)) && net === undefined && amount !== undefined && mapping.amountIs === null)
    throw unclearAmount(amount)
  return draft
}

/** A conversion in one row: the sign tells which of the two amounts was paid. */
function verifyConversion(draft: DraftInput, row: Row, mapping: ColumnMapping): DraftInput {
  if (row.fields.counter_amount === undefined) return withFeeOfConversion(draft, row, mapping)
  const paid = row.number('net') ?? row.number('amount') ?? '0'
  const received = row.number('counter_amount') ?? '0'
  if (draft.currency == null) throw new RowProblem('no_currency', { field: 'currency' })
  if (isZero(paid) || isZero(received)) throw new RowProblem('no_other_side', { value: 'conversion' })
  if (draft.currency === draft.counterCurrency) throw new RowProblem('no_other_side', { value: 'conversion' })
  if (isNegative(paid) === isNegative(received)) throw new RowProblem('unclear_sign', { field: 'amount' })
  if (isNegative(paid)) return draft
  return {
    ...draft,
    currency: draft.counterCurrency ?? null,
    net: magnitude(received),
    counterCurrency: draft.currency,
    counterAmount: magnitude(paid),
  }
}

/** Of a conversion in two rows: the money that left contains its costs. */
function withFeeOfConversion(draft: DraftInput, row: Row, { amountIs }: ColumnMapping): DraftInput {
  const costs = sumCosts(draft)
  const net = draft.net ?? '0'
  if (isZero(costs)) return draft
  const gross = row.number('gross')
  if (gross !== null && gap(plus(magnitude(net), costs), magnitude(gross), '0'))
    return { ...draft, net: magnitude(gross) }
  if (amountIs === null) throw unclearAmount(net)
  return amountIs === 'net' ? draft : { ...draft, net: plus(net, costs) }
}
