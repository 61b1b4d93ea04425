import type { FormField, Task } from '@plumbline/contract'
import type { NumberLocale } from '../../lib/format/format.ts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'

/** A typed text, or several chosen options. */
export type RuleValue = string | string[]

/** Values by field name. `task_data.threshold` is nested in `task_data` on the wire. */
export type RuleValues = Record<string, RuleValue>

const thresholdField = 'task_data.threshold'
const relativityField = 'task_data.relativity'

/** Shares are typed in percent and stored as fractions. */
export function isInPercent(field: FormField, values: RuleValues): boolean {
  return field.name === thresholdField && values[relativityField] === 'rel'
}

const isList = ({ kind }: FormField) => kind === 'multi_select'

/** The form values of a rule, or the defaults of a new one. */
export function toFormValues(
  rule: Task | null,
  fields: readonly FormField[],
  locale: NumberLocale,
): RuleValues {
  const kept: Record<string, unknown> = rule === null ? { actions: ['in_app'] } : { ...rule }
  const inPercent = rule?.task_data.relativity === 'rel'
  return Object.fromEntries(
    fields.map(field => {
      const value = read(kept, field.name)
      if (isList(field)) return [field.name, Array.isArray(value) ? value.map(String) : []]
      if (Array.isArray(value)) return [field.name, value.join(', ')]
      if (typeof value === 'number')
        return [
          field.name,
          typedNumber(field.name === thresholdField && inPercent ? value * 100 : value, locale),
        ]
      if (typeof value === 'string') return [field.name, value]
      // Preselect the first option, so that the form can be sent without opening every list.
      return [field.name, field.kind === 'select' ? (field.options[0]?.id ?? '') : '']
    }),
  )
}

/** The invalid fields with the text keys of their errors. */
export function validateValues(fields: readonly FormField[], values: RuleValues, locale: NumberLocale) {
  const problems: Record<string, 'rules_needed' | 'rules_no_number'> = {}
  for (const field of fields) {
    const value = values[field.name] ?? ''
    const isEmpty = typeof value === 'string' ? value.trim() === '' : value.length === 0
    if (isEmpty && field.is_required) problems[field.name] = 'rules_needed'
    else if (field.kind === 'number' && Number.isNaN(parseNumber(String(value), locale) ?? 0))
      problems[field.name] = 'rules_no_number'
  }
  return problems
}

/** Builds the request body. */
export function toRequestBody(
  fields: readonly FormField[],
  values: RuleValues,
  locale: NumberLocale,
): object {
  const body: Record<string, unknown> & { task_data: Record<string, unknown> } = { task_data: {} }
  for (const field of fields) {
    const [outer, inner] = field.name.split('.')
    const value = wireValue(field, values, locale)
    if (inner !== undefined) body.task_data[inner] = value
    else if (outer !== undefined) body[outer] = value
  }
  return body
}

function wireValue(field: FormField, values: RuleValues, locale: NumberLocale): unknown {
  const value = values[field.name] ?? ''
  if (Array.isArray(value)) return value
  if (field.kind === 'emails') return value.split(/[\s,;]+/).filter(Boolean)
  if (field.kind !== 'number') return value.trim()
  const number = parseNumber(value, locale)
  // toPrecision removes the floating-point noise of the division.
  return number !== null && isInPercent(field, values) ? Number((number / 100).toPrecision(12)) : number
}

function read(kept: Record<string, unknown>, name: string): unknown {
  const [outer = '', inner] = name.split('.')
  const value = kept[outer]
  return inner === undefined ? value : Object(value)[inner]
}
