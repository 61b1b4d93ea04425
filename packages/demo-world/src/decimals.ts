import { currencyDigits } from '@plumbline/contract'

/** Money as whole smallest units of its currency: cents, rappen, yen. Sums of it are exact. */
export type Minor = bigint

/** A decimal as units / 10^scale. */
export interface Scaled {
  readonly units: bigint
  readonly scale: number
}

/** A number that stands for a decimal with so many digits. */
export function scaled(value: number, scale: number): Scaled {
  return { units: BigInt(Math.round(value * 10 ** scale)), scale }
}

/** A decimal text, such as a contract size. */
export function scaledText(text: string): Scaled {
  const [whole = '0', fraction = ''] = text.split('.')
  return { units: BigInt(whole + fraction), scale: fraction.length }
}

/** The product in the smallest units of a currency, half away from zero. */
export function multiplyMoney(currency: string, ...factors: readonly Scaled[]): Minor {
  let units = 1n
  let scale = 0
  for (const factor of factors) {
    units *= factor.units
    scale += factor.scale
  }
  return rescale(units, scale, currencyDigits(currency))
}

function rescale(units: bigint, from: number, to: number): bigint {
  if (from <= to) return units * 10n ** BigInt(to - from)
  const divisor = 10n ** BigInt(from - to)
  const half = divisor / 2n
  return units < 0n ? -((-units + half) / divisor) : (units + half) / divisor
}

/** A number of currency units, rounded to its smallest unit. */
export function toMinor(currency: string, value: number): Minor {
  return BigInt(Math.round(value * 10 ** currencyDigits(currency)))
}

/** Converts to a number in major units, for decisions and never for posted amounts. */
export function toMajor(currency: string, amount: Minor): number {
  return Number(amount) / 10 ** currencyDigits(currency)
}

/** The decimal text with the currency's digits: '1234.50'. */
export function moneyText(currency: string, amount: Minor): string {
  return decimalText({ units: amount, scale: currencyDigits(currency) })
}

export function decimalText({ units, scale }: Scaled): string {
  const sign = units < 0n ? '-' : ''
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0')
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

/** Rounded to so many decimals, as a number. */
export function roundTo(value: number, decimals: number): number {
  const scale = 10 ** decimals
  return Math.round(value * scale) / scale
}
