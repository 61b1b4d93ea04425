import { AppError } from '../../platform/errors/app-error.ts'
import { identifierProblem, isKnownKind, normalizeIdentifier } from './instrument-identifiers.ts'
import type { InstrumentRow } from './instruments.store.ts'

const wrongIdentifier = (field: string, message: string): never => {
  throw new AppError('invalid_field', { field, message })
}

/** A market identifier code (ISO 10383). */
const isMic = (text: string) => /^[A-Z0-9]{4}$/.test(text)

/** Checks identifiers and exchanges that are new: stored ones may come from an import that had no better. */
export function checkIdentifiers(body: IdentifierFields, known: InstrumentRow | null): void {
  if (body.isin && body.isin !== known?.isin) {
    const problem = identifierProblem('isin', body.isin)
    if (problem) wrongIdentifier('isin', problem)
  }
  if (body.exchange && body.exchange !== known?.exchange && !isMic(body.exchange))
    wrongIdentifier('exchange', 'Use the four characters of the MIC, such as XSWX.')
  const stored = new Set(known?.identifiers.map(({ kind, value }) => `${kind}:${value}`))
  body.identifiers?.forEach(({ kind, value }, place) => {
    const problem = stored.has(`${kind}:${value}`) ? null : identifierProblem(kind, value)
    if (problem) wrongIdentifier(`identifiers.${place}.value`, problem)
  })
}

/** Symbols of providers decide what the server fetches, so only administrators change kinds without a check digit. */
export function checkOtherIdentifiers({ identifiers }: IdentifierFields, known: InstrumentRow): void {
  if (!identifiers) return
  const list = (all: InstrumentRow['identifiers']) =>
    all.flatMap(({ kind, value }) => (isKnownKind(kind) ? [] : `${kind}:${value}`)).sort()
  if (list(known.identifiers).join('\n') !== list(identifiers).join('\n'))
    wrongIdentifier(
      'identifiers',
      'Only an administrator may change identifiers other than cusip, sedol, wkn, valor, figi and cfi.',
    )
}

interface IdentifierFields {
  isin?: string | null | undefined
  exchange?: string | null | undefined
  identifiers?: { kind: string; value: string }[] | undefined
}

export function withNormalized<Body extends IdentifierFields>(body: Body): Body {
  const { identifiers, exchange } = body
  return {
    ...body,
    ...(identifiers && { identifiers: identifiers.map(normalizeIdentifier) }),
    ...(exchange && { exchange: isMic(exchange.toUpperCase()) ? exchange.toUpperCase() : exchange }),
  }
}
