/**
 * Reads a receipt as a reader does: from its printed text alone. It shares no code with the engine, neither the numbers
 * nor the arithmetic.
 */

/** An exact fraction. */
interface Ratio {
  top: bigint
  bottom: bigint
}

/** A printed number, and the number of its printed decimals. */
interface PrintedNumber {
  ratio: Ratio
  decimals: number
  isPercent: boolean
}

interface PrintedLine {
  operator: string
  label: string
  figure: PrintedNumber | null
  date: string
}

/** A printed calculation: its lines and the result it must give. */
export interface PrintedCalculation {
  title: string
  operation: string
  lines: PrintedLine[]
  result: PrintedNumber | null
}

const one: Ratio = { top: 1n, bottom: 1n }

function parseNumber(text: string, language: 'en-US' | 'de'): PrintedNumber | null {
  const [group, mark] = language === 'de' ? ['.', ','] : [',', '.']
  const isPercent = text.endsWith('%')
  const plain = text
    .replace(/\u00a0?%/, '')
    .replaceAll(group, '')
    .replace(mark, '.')
    .replace('−', '-')
  if (!/^-?\d+(\.\d+)?$/.test(plain)) return null
  const decimals = plain.split('.')[1]?.length ?? 0
  const units = BigInt(plain.replace('.', ''))
  return { ratio: { top: units, bottom: 10n ** BigInt(decimals + (isPercent ? 2 : 0)) }, decimals, isPercent }
}

function parseLine(text: string, language: 'en-US' | 'de'): PrintedLine {
  const [operator = '', label = '', figure = '', , date = ''] = text.split('\t')
  return { operator, label, figure: parseNumber(figure, language), date }
}

/** The calculations of a receipt's text. The first gives the figure of the receipt. */
export function readReceipt(text: string, language: 'en-US' | 'de'): PrintedCalculation[] {
  const [title = '', , ...rows] = text.split('\n')
  const found: PrintedCalculation[] = [{ title, operation: 'arithmetic', lines: [], result: null }]
  for (const row of rows) {
    const current = found.at(-1)
    if (row === '' || !current) continue
    if (/^\[\d+\]\t/.test(row)) {
      const [, name = '', figure = ''] = row.split('\t')
      const [digits = ''] = figure.split(' ')
      found.push({ title: name, operation: 'arithmetic', lines: [], result: parseNumber(digits, language) })
    } else if (/^\(\w+\)$/.test(row)) current.operation = row.slice(1, -1)
    else if (row.startsWith('=\t')) current.result = parseLine(row, language).figure
    else current.lines.push(parseLine(row, language))
  }
  return found
}

function add(a: Ratio, b: Ratio, sign = 1n): Ratio {
  if (a.bottom % b.bottom === 0n)
    return { top: a.top + sign * b.top * (a.bottom / b.bottom), bottom: a.bottom }
  return { top: a.top * b.bottom + sign * b.top * a.bottom, bottom: a.bottom * b.bottom }
}

function multiply(a: Ratio, b: Ratio): Ratio {
  return { top: a.top * b.top, bottom: a.bottom * b.bottom }
}

/** In units of the last printed decimal, rounded half away from zero. */
function inUnits({ top, bottom }: Ratio, { decimals, isPercent }: PrintedNumber): bigint {
  const scaled = top * 10n ** BigInt(decimals + (isPercent ? 2 : 0))
  const isNegative = scaled < 0n !== bottom < 0n
  const size = scaled < 0n ? -scaled : scaled
  const by = bottom < 0n ? -bottom : bottom
  const rounded = (size * 2n + by) / (by * 2n)
  return isNegative ? -rounded : rounded
}

function absolute({ top, bottom }: Ratio): Ratio {
  return { top: top < 0n ? -top : top, bottom }
}

function applyOperators(lines: readonly PrintedLine[], values: readonly Ratio[]): Ratio {
  return values.reduce(
    (result, value, place) => {
      const operator = lines[place]?.operator
      if (operator === '×') return multiply(result, value)
      if (operator === '÷') return multiply(result, { top: value.bottom, bottom: value.top })
      return add(result, value, operator === '−' ? -1n : 1n)
    },
    { top: 0n, bottom: 1n },
  )
}

function toFloat({ top, bottom }: Ratio): number {
  const digits = 30n
  return Number((top * 10n ** digits) / bottom) / 1e30
}

/** Whether the printed rate is a root of the present value: its sign changes within half of the last digit. */
function isRateOfReturn(
  lines: readonly PrintedLine[],
  values: readonly Ratio[],
  printed: PrintedNumber,
): boolean {
  const flows = values.map((value, place) => ({
    day: Date.parse(lines[place]?.date ?? '') / 86_400_000,
    amount: (lines[place]?.operator === '−' ? -1 : 1) * toFloat(value),
  }))
  const first = Math.min(...flows.map(({ day }) => day))
  const present = (rate: number): number =>
    flows.reduce((sum, { day, amount }) => sum + amount * (1 + rate) ** (-(day - first) / 365), 0)
  const half = 0.5000001 * 10 ** -(printed.decimals + 2)
  const rate = toFloat(printed.ratio)
  return present(rate - half) * present(rate + half) <= 0
}

/** Statistics are compared as float64: none lies so close to the middle between two roundings. */
function toRatio(value: number): Ratio {
  return { top: BigInt(Math.round(value * 2 ** 50)), bottom: 2n ** 50n }
}

/** The sum of (value - mean) x (other - mean of the others). */
function sumOfProducts(values: readonly Ratio[], others: readonly Ratio[]): number {
  const [own, other] = [values, others].map(list => {
    const numbers = list.map(toFloat)
    const mean = numbers.reduce((sum, value) => sum + value, 0) / numbers.length
    return numbers.map(value => value - mean)
  })
  return (own ?? []).reduce((sum, value, place) => sum + value * (other?.[place] ?? 0), 0)
}

/** Recomputes a printed calculation. @returns what is wrong with it, or null. */
export function findError({ title, operation, lines, result }: PrintedCalculation): string | null {
  if (lines.length === 0 && result && result.ratio.top === 0n) return null
  const values = lines.flatMap(({ figure }) => figure?.ratio ?? [])
  if (result === null || values.length < lines.length || values.length === 0)
    return `${title}: a figure cannot be read`
  const [first = one, second = one] = values
  if (operation === 'rate_of_return')
    return isRateOfReturn(lines, values, result) ? null : `${title}: not the rate of its flows`
  const formulas: Record<string, () => Ratio> = {
    arithmetic: () => applyOperators(lines, values),
    highest: () =>
      values.map(absolute).reduce((most, value) => (add(value, most, -1n).top > 0n ? value : most)),
    compound: () =>
      add(
        values.reduce((growth, value) => multiply(growth, add(value, one)), one),
        one,
        -1n,
      ),
    growth: () => multiply(first, add(second, one)),
    deviation: () => toRatio(Math.sqrt(sumOfProducts(values, values) / (values.length - 1))),
    slope: () => {
      const [own, other] = [0, 1].map(odd => values.filter((_, place) => place % 2 === odd))
      return toRatio(sumOfProducts(own ?? [], other ?? []) / sumOfProducts(other ?? [], other ?? []))
    },
    correlation: () => {
      const [own = [], other = []] = [0, 1].map(odd => values.filter((_, place) => place % 2 === odd))
      const size = Math.sqrt(sumOfProducts(own, own) * sumOfProducts(other, other))
      return toRatio(sumOfProducts(own, other) / size)
    },
    power: () => toRatio(toFloat(first) ** toFloat(second)),
    root: () => toRatio(toFloat(first) ** (1 / toFloat(second))),
    rounded: () => ({
      top: inUnits(first, { ratio: first, decimals: 2, isPercent: true }),
      bottom: 10_000n,
    }),
  }
  const computed = formulas[operation]?.()
  if (!computed || computed.bottom === 0n) return `${title}: unknown operation ${operation}`
  const [expected, shown] = [inUnits(computed, result), inUnits(result.ratio, result)]
  return expected === shown
    ? null
    : `${title}: gives ${expected}, printed ${shown} in units of the last digit`
}
