import { convertUnit, currencyUnit, exact, toText } from '@plumbline/engine'
import type { TransactionFacts } from '../../ledger/ledger.store.ts'
import { isCash, type StatedLine } from './compare-statement.ts'

/** The minor units in which instruments are quoted, such as GBp, by their id. */
export type QuotationUnits = Readonly<Record<string, string>>

/**
 * A line in the major currency: a price of 388 GBX is 3.88 GBP. The value of such a line may be stated in either unit;
 * the one that quantity times price is nearer to counts.
 */
export function toMajorUnits(line: StatedLine): StatedLine {
  const { currency, valueCurrency, price, value, accrued, quantity } = line
  const major = currencyUnit(currency).currency
  const isMinor = major !== currency
  const isMinorValue = currencyUnit(valueCurrency).currency !== valueCurrency
  if (!isMinor && !isMinorValue) return line
  const money = (amount: number | null, from: string) => (amount === null ? null : convert(amount, from))
  const shownPrice = isMinor ? money(price, currency) : price
  const worth = (shownPrice ?? Number.NaN) * quantity * Number(line.details?.contractSize ?? 1)
  const minorValue = money(value, valueCurrency)
  const isStatedInMajor =
    value !== null && minorValue !== null && Math.abs(value - worth) < Math.abs(minorValue - worth)
  return {
    ...line,
    unit: isMinor ? currency : line.unit,
    currency: major,
    quantity: isCash(line) ? convert(quantity, currency) : quantity,
    price: shownPrice,
    value: isStatedInMajor ? value : minorValue,
    valueCurrency: currencyUnit(valueCurrency).currency,
    accrued: money(accrued, currency),
  }
}

function convert(amount: number, from: string): number {
  return Number(convertUnit(toText(exact(amount)), from, currencyUnit(from).currency))
}

/** What is posted in the unit that the ledger keeps prices and amounts of the instrument in, such as pence. */
export function toQuotationUnit(facts: TransactionFacts, units: QuotationUnits): TransactionFacts {
  const unit = units[facts.instrument_id ?? '']
  if (unit === undefined) return facts
  const { currency } = currencyUnit(unit)
  const { price, amount } = facts
  return {
    ...facts,
    price: price === null ? null : convertUnit(price, currency, unit),
    amount: amount === null ? null : (convertUnit(amount, facts.currency, unit) ?? amount),
  }
}

/** A price or amount of an instrument in its currency. */
export function fromQuotationUnit(
  text: string | null,
  instrument: string | null,
  units: QuotationUnits,
): string | null {
  const unit = units[instrument ?? '']
  if (text === null || unit === undefined) return text
  return convertUnit(text, unit, currencyUnit(unit).currency)
}
