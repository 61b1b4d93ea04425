/** Checks the last digit of an ISIN (ISO 6166): letters count as 10 to 35, then Luhn. */
export function hasValidCheckDigit(isin: string): boolean {
  let sum = 0
  let doubles = false
  const add = (digit: number): void => {
    const weighted = doubles ? digit * 2 : digit
    sum += weighted > 9 ? weighted - 9 : weighted
    doubles = !doubles
  }
  for (let index = isin.length - 1; index >= 0; index -= 1) {
    const code = isin.charCodeAt(index)
    const value = code <= 57 ? code - 48 : code - 55
    add(value % 10)
    if (value > 9) add(Math.floor(value / 10))
  }
  return sum % 10 === 0
}

const shape = /^[A-Z]{2}[A-Z0-9]{9}\d$/

/** Parses an ISIN. Null for other text, such as a placeholder or a national number. */
export function parseIsin(text: string): string | null {
  const bare = text.trim().toUpperCase()
  return shape.test(bare) ? bare : null
}
