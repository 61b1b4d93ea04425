import type { FormField, Task } from '@plumbline/contract'
import type { Language } from '@plumbline/contract/texts'
import { parseNumber, typedNumber } from '../../lib/format/parse-number.ts'

/** What a field of the form holds: words as they are typed, or several choices. */
export type RuleValue = string | string[]

/** Values by the name of their field: `task_data.threshold` stands inside `task_data` on the wire. */
export type RuleValues = Record<string, RuleValue>

const thresholdField = 'task_data.threshold'
const relativityField = 'task_data.relativity'

/** A share is typed in percent and kept as a fraction. */
export function isInPercent(field: FormField, values: RuleValues): boolean {
  return field.name === thresholdField && values[relativityField] === 'rel'
}

const isList = ({ kind }: FormField) => kind === 'multi_select'

/** The values of a rule, as its form shows them; of a new one, what is usual. */
export function valuesOf(rule: Task | null, fields: readonly FormField[], language: Language): RuleValues {
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
          typedNumber(field.name === thresholdField && inPercent ? value * 100 : value, language),
        ]
      if (typeof value === 'string') return [field.name, value]
      // One of few is chosen beforehand, so that a form can be sent without opening every list.
      return [field.name, field.kind === 'select' ? (field.options[0]?.id ?? '') : '']
    }),
  )
}

/** What is wrong with what was entered, by field, as keys of the catalogue. */
export function problemsOf(fields: readonly FormField[], values: RuleValues, language: Language) {
  const problems: Record<string, 'rules_needed' | 'rules_no_number'> = {}
  for (const field of fields) {
    const value = values[field.name] ?? ''
    const isEmpty = typeof value === 'string' ? value.trim() === '' : value.length === 0
    if (isEmpty && field.is_required) problems[field.name] = 'rules_needed'
    else if (field.kind === 'number' && Number.isNaN(parseNumber(String(value), language) ?? 0))
      problems[field.name] = 'rules_no_number'
  }
  return problems
}

/** The body that the server takes. */
export function bodyOf(fields: readonly FormField[], values: RuleValues, language: Language): object {
  const body: Record<string, unknown> & { task_data: Record<string, unknown> } = { task_data: {} }
  for (const field of fields) {
    const [outer, inner] = field.name.split('.')
    const value = wireValue(field, values, language)
    if (inner !== undefined) body.task_data[inner] = value
    else if (outer !== undefined) body[outer] = value
  }
  return body
}

function wireValue(field: FormField, values: RuleValues, language: Language): unknown {
  const value = values[field.name] ?? ''
  if (Array.isArray(value)) return value
  if (field.kind === 'emails') return value.split(/[\s,;]+/).filter(Boolean)
  if (field.kind !== 'number') return value.trim()
  const number = parseNumber(value, language)
  // Dividing by a hundred leaves digits that nobody typed.
  return number !== null && isInPercent(field, values) ? Number((number / 100).toPrecision(12)) : number
}

function read(kept: Record<string, unknown>, name: string): unknown {
  const [outer = '', inner] = name.split('.')
  const value = kept[outer]
  return inner === undefined ? value : Object(value)[inner]
}
