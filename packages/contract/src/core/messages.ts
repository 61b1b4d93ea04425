import { z } from 'zod'

const names: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

/** Units of lengths in messages. */
const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', set: ' entries' }

/**
 * Describes a validation issue in a sentence for people. A schema with a message of its own keeps it.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      if (issue.input === undefined || issue.input === null) return 'This is required.'
      return `Use ${names[issue.expected] ?? issue.expected}.`
    case 'invalid_value':
      return `Use one of: ${issue.values.map(String).join(', ')}.`
    case 'too_big':
      return `Use at most ${issue.maximum}${units[issue.origin] ?? ''}.`
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'This is required.'
      if (issue.inclusive === false) return `Use more than ${issue.minimum}${units[issue.origin] ?? ''}.`
      return `Use at least ${issue.minimum}${units[issue.origin] ?? ''}.`
    case 'invalid_format':
      return issue.format === 'uuid' ? 'Choose an entry of the list.' : 'This value is not valid.'
    default:
      return undefined
  }
}

// All schemas of the contract share these messages.
z.config({ customError: describeIssue })
