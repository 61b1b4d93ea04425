/** Checks a CUSIP: every second value counts double, and the digits of the products are added. */
export function isCusip(text: string): boolean {
  if (!/^[0-9A-Z*@#]{8}\d$/.test(text) || !/\d/.test(text.slice(0, 8))) return false
  let sum = 0
  for (let index = 0; index < 8; index += 1) {
    const value = characterValue(text.charCodeAt(index)) * (index % 2 === 1 ? 2 : 1)
    sum += Math.floor(value / 10) + (value % 10)
  }
  return (10 - (sum % 10)) % 10 === Number(text[8])
}

function characterValue(code: number): number {
  if (code >= 48 && code <= 57) return code - 48
  if (code >= 65 && code <= 90) return code - 55
  return code === 42 ? 36 : code === 64 ? 37 : 38
}

const sedolWeights = [1, 3, 1, 7, 3, 9, 1]

/** Checks a SEDOL: seven characters without vowels, whose weighted sum ends in 0. */
export function isSedol(text: string): boolean {
  if (!/^[0-9B-DF-HJ-NP-TV-Z]{6}\d$/.test(text)) return false
  const sum = sedolWeights.reduce(
    (total, weight, index) => total + weight * characterValue(text.charCodeAt(index)),
    0,
  )
  return sum % 10 === 0
}

/** A German WKN has six characters and at least one digit; it has no check digit. */
export const isWkn = (text: string): boolean => /^[0-9A-HJ-NP-Z]{6}$/.test(text) && /\d/.test(text)
