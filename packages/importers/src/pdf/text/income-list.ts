import { classify, type Titles } from './classify.ts'
import type { Amount, Line } from './document.ts'
import { findName } from './security.ts'
import { fixedToText, sumFixed, toFixed } from './tokens/money.ts'
import { noValues, type PdfTransaction } from './transaction.ts'

interface Row {
  readonly line: Line
  /** Position among the lines. */
  readonly at: number
  readonly date: string
  readonly isin: string
  readonly shares: string
  readonly gross: string
  readonly net: string
}

/**
 * A list of income: each line states day, pieces, security, gross and, at its end, what was paid. It is certain if the
 * lines add up to the total below. What gross is more than was paid is tax: a list with fees has two different net amounts.
 */
export function readIncomeList(lines: readonly Line[], titles: Titles): PdfTransaction[] | null {
  if (classify(lines, titles)?.kind !== 'dividend') return null
  const rows = lines.flatMap((line, at) => readRow(line, at) ?? [])
  const sum = fixedToText(sumFixed(rows.map(({ net }) => toFixed(net))))
  const total = lines.find(
    ({ norm, amounts }) => /^(?:total|summe|gesamt)/.test(norm) && moneyOf(amounts).at(-1) === sum,
  )
  const isListed =
    lines.filter(({ tokens }) => tokens.some(({ type }) => type === 'isin')).length === rows.length
  const currencies = new Set(
    total?.tokens.flatMap(token => (token.type === 'currency' ? [token.code] : [])) ?? [],
  )
  const [currency] = currencies
  if (rows.length === 0 || !isListed || currency === undefined || currencies.size > 1) return null
  return rows.map(({ line, at, date, isin, shares, gross, net }) => ({
    ...noValues,
    kind: 'dividend',
    date,
    isin,
    name: findName(lines, at),
    shares,
    currency,
    amount: net,
    gross,
    taxes: fixedToText(toFixed(gross) - toFixed(net)),
    places: {
      date: [line.index],
      isin: [line.index],
      shares: [line.index],
      amount: [line.index],
      gross: [line.index],
    },
  }))
}

const moneyOf = (amounts: readonly Amount[]): string[] =>
  amounts.filter(({ text }) => /[.,]\d{2}$/.test(text)).map(({ value }) => fixedToText(toFixed(value)))

function readRow(line: Line, place: number): Row | null {
  const { tokens, amounts } = line
  const [day, count] = tokens
  const at = tokens.findIndex(({ type }) => type === 'isin')
  const isin = tokens[at]
  const values = moneyOf(amounts.filter(amount => amount.at > at))
  const [gross, net, before] = [values[0], values.at(-1), values.at(-2)]
  if (day?.type !== 'date' || count?.type !== 'number' || isin?.type !== 'isin') return null
  // The last two columns are what is left after taxes and what was paid.
  if (!gross || !net || net !== before || toFixed(net) <= 0n || toFixed(gross) < toFixed(net)) return null
  return { line, at: place, date: day.value, isin: isin.value, shares: count.value, gross, net }
}
