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

/** What people call the unit in which something is too long or too short. */
const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries', set: ' entries' }

/**
 * What a caller is told about a value that does not fit, in words for people. A schema with a message of
 * its own keeps that one.
 */
export function messageOf(issue: z.core.$ZodRawIssue): string | undefined {
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
      return issue.format === 'uuid' ? 'Use an id as a list gives it.' : 'This value is not valid.'
    default:
      return undefined
  }
}

// Every schema of the contract is meant for people, so their words are set once for all of them.
z.config({ customError: messageOf })
