import { hasValidCheckDigit, isCusip, isSedol, isWkn } from '@plumbline/importers'

/** Checks a FIGI: the values of every second character count double, and their digits are added. */
export function isFigi(text: string): boolean {
  if (!/^[B-DF-HJ-NP-TV-Z]{2}G[0-9B-DF-HJ-NP-TV-Z]{8}\d$/.test(text)) return false
  // These prefixes would read like ISINs.
  if (/^(BS|BM|GG|GB|GH|KY|VG)/.test(text)) return false
  let sum = 0
  for (let index = 0; index < 11; index += 1) {
    const code = text.charCodeAt(index)
    const value = (code <= 57 ? code - 48 : code - 55) * (index % 2 === 1 ? 2 : 1)
    sum += Math.floor(value / 10) + (value % 10)
  }
  return (10 - (sum % 10)) % 10 === Number(text[11])
}

const wrongDigit = 'The check digit is wrong.'

interface Rule {
  isValid: (value: string) => boolean
  message: string
}

/** Identifiers with a known form. Those of custodians and providers may be anything. */
const rules: Readonly<Record<string, Rule>> = {
  isin: { isValid: hasValidCheckDigit, message: wrongDigit },
  cusip: { isValid: isCusip, message: 'Use nine characters with a valid check digit, such as 037833100.' },
  sedol: { isValid: isSedol, message: 'Use seven characters with a valid check digit, such as 0263494.' },
  wkn: { isValid: isWkn, message: 'Use six characters, such as 710000.' },
  valor: { isValid: value => /^\d{3,12}$/.test(value), message: 'Use digits only, such as 3886335.' },
  figi: { isValid: isFigi, message: 'Use twelve characters with a valid check digit, such as BBG000BLNNH6.' },
  cfi: { isValid: value => /^[A-Z]{6}$/.test(value), message: 'Use six capital letters, such as ESVUFR.' },
}

export const isKnownKind = (kind: string): boolean => rules[kind] !== undefined

/** What is wrong with an identifier, or null. */
export function identifierProblem(kind: string, value: string): string | null {
  const rule = rules[kind]
  return rule && !rule.isValid(value) ? rule.message : null
}

/** Identifiers of a known form are stored in capitals and without spaces. */
export function normalizeIdentifier({ kind, value }: { kind: string; value: string }): {
  kind: string
  value: string
} {
  return rules[kind] ? { kind, value: value.replaceAll(/\s/g, '').toUpperCase() } : { kind, value }
}
