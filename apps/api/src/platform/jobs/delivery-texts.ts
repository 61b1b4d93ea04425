import { fillText, type Language, type TextKey, textsIn } from '@plumbline/contract/texts'

/** Why a delivered file waits or failed, as stored: a code with details. */
export type StoredReason = Readonly<Record<string, unknown>>

/** The reason in the reader's language. */
export function describeReason(reason: StoredReason, custodian: string, language: Language): string {
  const code = String(reason.code)
  if (code === 'unreadable') return describeProblem(reason.problem, language)
  if (code === 'account')
    return reason.number === null
      ? translate(language, 'delivery_account_unnamed', { custodian })
      : translate(language, 'delivery_account', { custodian, number: String(reason.number) })
  if (code === 'not_compared')
    return translate(language, 'delivery_not_compared', { custodian, numbers: String(reason.numbers) })
  if (typeof reason.count === 'number') {
    const form = new Intl.PluralRules(language).select(reason.count) === 'one' ? 'one' : 'other'
    return translate(language, `delivery_${code}_${form}`, { count: String(reason.count) })
  }
  return translate(language, `delivery_${code}`, { size: String(reason.size ?? '') })
}

/** A problem of the importers has a text of its own. */
function describeProblem(problem: unknown, language: Language): string {
  const { code, field, value } = (problem ?? {}) as StoredReason
  const key = `import_problem_${code}`
  if (!(key in textsIn(language))) return translate(language, 'delivery_unreadable', {})
  return translate(language, key, { field: String(field ?? ''), value: String(value ?? '').slice(0, 60) })
}

function translate(language: Language, key: string, values: Record<string, string>): string {
  // Stored codes may be older than the catalogue; one without a text is shown as it is.
  return fillText(textsIn(language)[key as TextKey] ?? key, values)
}
