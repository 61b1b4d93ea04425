import { parseDay } from '../csv/date-order.ts'
import { RowProblem, UnreadableFile } from '../problem.ts'
import { strictDecimal } from '../text/decimal.ts'
import { isCurrencyCode } from '../text/iso-currency.ts'
import { descendants, readTree, type XmlElement } from '../xml/tree.ts'
import type { MarketProblem, MarketReading, RateRow } from './market-rows.ts'

export const isXml = (text: string): boolean => /^\ufeff?\s*<(?:\?xml|(?:\w+:)?Envelope)\b/.test(text)

/** Reads the reference rates of the ECB: a `Cube` for each day, with one for each currency in it. */
export function readEcbXml(text: string, today: string): MarketReading {
  const rates: RateRow[] = []
  const problems: MarketProblem[] = []
  const cubes = [...descendants(readTree(text), 'Cube')].filter(({ attributes }) => attributes.currency)
  if (cubes.length === 0) throw new UnreadableFile('no_header', 1)
  for (const cube of cubes.filter(({ attributes }) => !isFormerCurrency(attributes.currency ?? ''))) {
    try {
      rates.push(readCube(cube, today))
    } catch (error) {
      if (!(error instanceof RowProblem)) throw error
      problems.push({ line: cube.line, code: error.code, ...error.details })
    }
  }
  return { kind: 'rates', prices: [], rates, emptyLines: [], problems, isOfOneSecurity: false }
}

/** The history has currencies that no longer exist. */
const isFormerCurrency = (code: string): boolean => /^[A-Z]{3}$/.test(code) && !isCurrencyCode(code)

function readCube({ attributes, parent, line }: XmlElement, today: string): RateRow {
  const { currency = '', rate: value = '' } = attributes
  const { date } = parseDay(parent?.attributes.time ?? '', 'ymd')
  if (date > today) throw new RowProblem('future_date', { value: date })
  if (!isCurrencyCode(currency) || currency === 'EUR')
    throw new RowProblem('not_a_currency', { value: currency })
  const rate = strictDecimal(value, 'rate')
  if (!(Number(rate) > 0)) throw new RowProblem('not_a_number', { field: 'rate', value })
  return { line, date, base: 'EUR', quote: currency, rate }
}
