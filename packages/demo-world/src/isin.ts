/**
 * An ISIN with its check digit. The letters DEMO keep it from existing: national numbers have no letters
 * (Switzerland, Luxembourg, XS), no I and O (United States, Germany) or no vowels (United Kingdom, Ireland).
 */
export function inventedIsin(country: string, number: number): string {
  const body = `${country}DEMO${String(number).padStart(5, '0')}`
  return body + isinCheckDigit(body)
}

/** ISO 6166: letters become two digits, every second digit from the right is doubled, the sum is filled up to a ten. */
function isinCheckDigit(body: string): number {
  const digits = [...body].map(letter => Number.parseInt(letter, 36)).join('')
  let sum = 0
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 === 0 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return (10 - (sum % 10)) % 10
}
