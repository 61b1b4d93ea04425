import type { Captured } from './templates.ts'
import {
  absolute,
  cents,
  divideFixed,
  type Fixed,
  fixedToText,
  multiplyFixed,
  precision,
  sumFixed,
  toCents,
  toFixed,
} from './tokens/money.ts'
import type { PdfKind, PdfTransaction } from './transaction.ts'

/** Amounts of a row of a table, as its templates read them. */
interface RowAmounts {
  readonly kind: PdfKind
  readonly currency: string
  /** What moved the account, without sign. */
  readonly paid: Fixed
  /** All values of the row. */
  readonly values: Captured
  /** What the amount is less than gross and fees is tax. */
  readonly restIsTax: boolean
  /** Values of each place: taxes and fees add up. */
  readonly parts: readonly Captured[]
}

type Settled = Pick<
  PdfTransaction,
  'amount' | 'gross' | 'taxes' | 'fees' | 'grossForeign' | 'foreignCurrency'
>

const kindsWithoutMoney: ReadonlySet<PdfKind> = new Set([
  'inboundDelivery',
  'outboundDelivery',
] satisfies PdfKind[])

/** Amounts of a row that add up, or the reason why not. Foreign ones are converted at the rate, either way round. */
export function settleRow(row: RowAmounts): Settled | string {
  const rate = absolute(toFixed(row.values.rate ?? '0'))
  const rates = rate === 0n ? [null] : [rate, divideFixed(toFixed('1'), rate)]
  let reason = ''
  for (const one of rates) {
    const settled = settleAt(row, one)
    if (typeof settled !== 'string') return settled
    reason ||= settled
  }
  return reason
}

interface Sum {
  readonly value: Fixed
  readonly converted: number
}

/** The sum of a value over all places, in the currency of the account; null where a foreign one has no rate. */
function sumOf(row: RowAmounts, name: string, rate: Fixed | null): Sum | null {
  let converted = 0
  const values: Fixed[] = []
  for (const part of row.parts) {
    for (const { text, currency } of statedIn(part, name)) {
      const value = absolute(toFixed(text))
      if ((currency ?? row.currency) === row.currency) values.push(value)
      else if (value !== 0n) {
        if (rate === null) return null
        values.push(toCents(divideFixed(value, rate)))
        converted += 1
      }
    }
  }
  return { value: sumFixed(values), converted }
}

/** A value of a place; foreignTax and foreignFee are in the foreign currency of the row. */
function statedIn(part: Captured, name: string): { text: string; currency: string | undefined }[] {
  const foreign = part[`foreign${name.charAt(0).toUpperCase()}${name.slice(1)}`]
  const own = part[name]
  if (name === 'gross' && own === undefined && part.foreign !== undefined)
    return [{ text: part.foreign, currency: part.foreignCurrency }]
  return [
    ...(own === undefined ? [] : [{ text: own, currency: part.currency }]),
    ...(foreign === undefined ? [] : [{ text: foreign, currency: part.foreignCurrency }]),
  ]
}

function settleAt(row: RowAmounts, rate: Fixed | null): Settled | string {
  const { kind, values, currency, parts } = row
  const [taxes, charged, rebate, accrued, stated] = ['tax', 'fee', 'rebate', 'accrued', 'gross'].map(name =>
    sumOf(row, name, rate),
  )
  if (!taxes || !charged || !rebate || !accrued || !stated) return 'The rate of exchange is missing.'
  const fees = { ...charged, value: charged.value - rebate.value + frontLoad(row) }
  if (fees.value < 0n) return 'The rebate is higher than the fees.'
  if (row.restIsTax) return settleRest(row, stated.value, fees.value)
  const costs = kind === 'purchase' ? -taxes.value - fees.value : taxes.value + fees.value
  const hasGross = parts.some(part => part.gross !== undefined || part.foreign !== undefined)
  const total = stated.value + accrued.value
  const hasAmount = ['amount', 'credit', 'debit'].some(name => values[name] !== undefined)
  if (!hasAmount && values.beforeTax === undefined && !hasGross && !kindsWithoutMoney.has(kind))
    return 'The amount is missing.'
  const amount = hasAmount
    ? row.paid
    : (afterTaxes(values, kind, taxes.value) ?? (hasGross ? total - costs : 0n))
  const slack = cents([taxes, fees, accrued, stated].reduce((count, { converted }) => count + converted, 0))
  // What rounding moves goes to the converted taxes.
  const rounding = hasGross && taxes.converted > 0 ? total - amount - costs : 0n
  const gross = amount + costs + (absolute(rounding) <= slack ? rounding : 0n)
  if (hasGross && absolute(total - gross) > slack)
    return `Gross ${fixedToText(total)}, taxes ${fixedToText(taxes.value)} and fees ${fixedToText(fees.value)} do not make ${fixedToText(amount)}.`
  const quantity = values.nominal ?? values.shares
  const isPriced = quantity !== undefined && values.price !== undefined && toFixed(values.price) !== 0n
  const discount = absolute(toFixed(values.discount ?? '0'))
  // A front-end load is part of the price.
  const worth = values.load === undefined ? gross - accrued.value + discount : amount
  if (isPriced && !isProduct(quantity, values, worth))
    return `Quantity ${quantity} times price ${values.price} is not ${fixedToText(gross)}.`
  const foreign = parts.find(part => part.gross !== undefined && (part.currency ?? currency) !== currency)
  return {
    amount: fixedToText(amount),
    gross: fixedToText(gross),
    taxes: fixedToText(kind === 'purchase' ? taxes.value : gross - amount - fees.value),
    fees: fixedToText(fees.value),
    ...(values.foreignCurrency !== undefined && values.foreignCurrency !== currency
      ? { grossForeign: values.foreign?.replace('-', '') ?? null, foreignCurrency: values.foreignCurrency }
      : {
          grossForeign: foreign?.gross?.replace('-', '') ?? null,
          foreignCurrency: foreign?.currency ?? null,
        }),
  }
}

/** A front-end load is stated in per cent and part of the amount. */
function frontLoad({ values, paid }: RowAmounts): Fixed {
  const load = toFixed(values.load ?? '0')
  const hundred = toFixed('100')
  return load === 0n ? 0n : paid - toCents(divideFixed(multiplyFixed(paid, hundred), hundred + load))
}

function settleRest({ paid }: RowAmounts, gross: Fixed, fees: Fixed): Settled | string {
  const taxes = gross - fees - paid
  if (taxes < 0n || paid === 0n) return `Gross ${fixedToText(gross)} is less than ${fixedToText(paid)}.`
  return {
    amount: fixedToText(paid),
    gross: fixedToText(gross),
    taxes: fixedToText(taxes),
    fees: fixedToText(fees),
    grossForeign: null,
    foreignCurrency: null,
  }
}

/** Notes that state the amount before taxes only: gross and fees must make it. */
function afterTaxes({ beforeTax }: Captured, kind: PdfKind, taxes: Fixed): Fixed | null {
  if (beforeTax === undefined) return null
  const before = absolute(toFixed(beforeTax))
  return kind === 'purchase' ? before + taxes : before - taxes
}

function isProduct(quantity: string, values: Captured, gross: Fixed): boolean {
  const price = values.price ?? '0'
  const [pieces, unit] = [absolute(toFixed(quantity)), absolute(toFixed(price))]
  const divisor = values.nominal === undefined ? 1n : 100n
  const value = multiplyFixed(pieces, unit) / divisor
  const rounding = multiplyFixed(pieces, halfUnit(price, 2)) + multiplyFixed(unit, halfUnit(quantity, 3))
  const slack = rounding / divisor + cents(1)
  const stated = values.product ?? values.foreign
  const target = stated === undefined ? gross : absolute(toFixed(stated))
  if (absolute(toCents(value) - target) <= slack) return true
  const rate = absolute(toFixed(values.rate ?? '0'))
  if (rate === 0n) return false
  const either = [multiplyFixed(target, rate), divideFixed(target, rate)]
  return either.some(converted => absolute(value - converted) <= slack + absolute(value) / 1000n)
}

/** Half a unit of the last digit written. Zeros at the end are lost: banks write at least this many decimals. */
function halfUnit(factor: string, decimals: number): Fixed {
  const written = factor.split('.')[1]?.length ?? 0
  return written < decimals ? precision((1 / 10 ** decimals).toFixed(decimals)) : precision(factor)
}
