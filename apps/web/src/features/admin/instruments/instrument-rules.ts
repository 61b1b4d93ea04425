import type { TextKey } from '@plumbline/contract/texts'

type Problem = TextKey | undefined

/** A number as people type it: a point or a comma before the decimals, apostrophes or spaces between groups. */
export function numberIn(typed: string): number | null {
  const plain = typed
    .trim()
    .replaceAll(/['’\s]/g, '')
    .replace(',', '.')
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null
}

export function numberProblem(typed: string): Problem {
  return numberIn(typed) === null ? 'number_invalid' : undefined
}

/** A number, or nothing. */
export function optionalNumberProblem(typed: string): Problem {
  return typed.trim() === '' ? undefined : numberProblem(typed)
}

export function factorProblem(typed: string): Problem {
  const factor = numberIn(typed)
  return factor === null || factor < 0 || factor > 1 ? 'instrument_factor_invalid' : undefined
}

export function contractSizeProblem(typed: string): Problem {
  const size = numberIn(typed)
  return size === null || size <= 0 ? 'instrument_number_positive' : undefined
}

/** An instrument need not have one. */
export function isinProblem(typed: string): Problem {
  const isin = typed.trim().toUpperCase()
  return isin === '' || /^[A-Z]{2}[A-Z0-9]{9}[0-9]$/.test(isin) ? undefined : 'isin_invalid'
}

export function custodianIdProblem(typed: string): Problem {
  return /^[a-z0-9][a-z0-9_-]*$/.test(typed.trim()) ? undefined : 'custodian_id_invalid'
}

/** Such as valor, wkn, cusip, or the short name of a custodian. */
export function identifierKindProblem(typed: string): Problem {
  return /^[a-z0-9][a-z0-9_.:-]*$/.test(typed.trim()) ? undefined : 'identifier_kind_invalid'
}

export function dateProblem(typed: string): Problem {
  return /^\d{4}-\d\d-\d\d$/.test(typed) ? undefined : 'date_invalid'
}
