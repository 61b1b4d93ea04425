import { minPasswordLength } from 'virtual:contract'
import type { TextKey } from '@plumbline/contract/texts'

/** Validators of account fields: an error text, or undefined. The server decides. */
type Problem = TextKey | undefined

export function nameProblem(name: string): Problem {
  return name.trim() === '' ? 'field_required' : undefined
}

/** A limit in megabytes; empty means the default. */
export function storageLimitProblem(typed: string): Problem {
  const trimmed = typed.trim()
  if (trimmed === '') return undefined
  const isLimit = /^[0-9]{1,7}$/.test(trimmed) && Number(trimmed) >= 1 && Number(trimmed) <= 1_000_000
  return isLimit ? undefined : 'storage_limit_invalid'
}

export function usernameProblem(username: string): Problem {
  const trimmed = username.trim()
  if (trimmed.length < 2) return 'username_short'
  return /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u.test(trimmed) ? undefined : 'username_signs'
}

export function emailProblem(email: string): Problem {
  return /^\S+@\S+\.\S+$/.test(email.trim()) ? undefined : 'email_invalid'
}

export function passwordProblem(password: string): Problem {
  return password.length < minPasswordLength ? 'password_short' : undefined
}

export function repeatProblem(password: string, repeated: string): Problem {
  return password === repeated ? undefined : 'error_passwords_differ'
}
