import type { TextKey } from '@plumbline/contract/texts'

type Problem = TextKey | undefined

/** Parses a typed number: decimal point or comma, apostrophes or spaces between groups. */
export function parseTypedNumber(typed: string): number | null {
  const plain = typed
    .trim()
    .replaceAll(/['’\s]/g, '')
    .replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

export function numberProblem(typed: string): Problem {
  return parseTypedNumber(typed) === null ? 'number_invalid' : undefined
}

/** Accepts a number or an empty field. */
export function optionalNumberProblem(typed: string): Problem {
  return typed.trim() === '' ? undefined : numberProblem(typed)
}

export function factorProblem(typed: string): Problem {
  const factor = parseTypedNumber(typed)
  return factor === null || factor < 0 || factor > 1 ? 'instrument_factor_invalid' : undefined
}

export function contractSizeProblem(typed: string): Problem {
  const size = parseTypedNumber(typed)
  return size === null || size <= 0 ? 'instrument_number_positive' : undefined
}

/** Accepts an empty field: not every instrument has an ISIN. */
export function isinProblem(typed: string): Problem {
  const isin = typed.trim().toUpperCase()
  return isin === '' || /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin) ? undefined : 'isin_invalid'
}

/** Accepts an empty field, and the form of a market identifier code (ISO 10383). */
export function micProblem(typed: string): Problem {
  const mic = typed.trim().toUpperCase()
  return mic === '' || /^[A-Z0-9]{4}$/.test(mic) ? undefined : 'mic_invalid'
}

export function custodianIdProblem(typed: string): Problem {
  return /^[a-z0-9][a-z0-9_-]*$/.test(typed.trim()) ? undefined : 'custodian_id_invalid'
}

/** Kinds are for example valor, wkn, cusip, or the id of a custodian. */
export function identifierKindProblem(typed: string): Problem {
  return /^[a-z0-9][a-z0-9_.:-]*$/.test(typed.trim()) ? undefined : 'identifier_kind_invalid'
}

export function dateProblem(typed: string): Problem {
  return /^\d{4}-\d\d-\d\d$/.test(typed) ? undefined : 'date_invalid'
}
