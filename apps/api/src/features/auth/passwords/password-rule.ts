import { readFileSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../../platform/errors/app-error.ts'

/**
 * Common base words of passwords: names, places, teams, keyboard runs. Each covers thousands of variants, since
 * users decorate them alike: see `listCores`.
 */
const commonWords = new Set(
  readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .split('\n')
    .filter(Boolean),
)

/** Keyboard rows, alphabet and digits: a run along one of them, in either direction, is easy to guess. */
const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890', 'qwertyuiop', 'qwertzuiopü', 'azertyuiop']
  .concat([
    'asdfghjkl',
    'asdfghjklöä',
    'zxcvbnm',
    'yxcvbnm',
    'qazwsxedcrfvtgbyhnujmikolp',
    '1qaz2wsx3edc4rfv5tgb',
  ])
  .flatMap(row => [row + row, [...(row + row)].reverse().join('')])

const lookAlikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '8': 'b',
  '@': 'a',
  $: 's',
  '!': 'i',
  '€': 'e',
}

/** Rejects common passwords and those derived from the user's own data. */
export function refuseCommonPassword(
  password: string,
  ownWords: readonly string[],
  field: 'password' | 'new_password' = 'password',
): void {
  if (isCommonPassword(password, ownWords)) throw new AppError('password_too_common', { field })
}

export function isCommonPassword(password: string, ownWords: readonly string[] = []): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (isRepeated(plain) || isRun(plain) || isDate(plain)) return true
  const own = new Set(ownWords.flatMap(splitOwnWords))
  return listCores(plain).some(core => commonWords.has(core) || own.has(core) || isTwice(core))
}

/**
 * Strips the decoration: surrounding digits and signs, and letters written as digits. 'P@ssw0rd2024!' becomes
 * 'password'.
 */
function listCores(plain: string): string[] {
  const withLetters = [...plain].map(letter => lookAlikes[letter] ?? letter).join('')
  const bare = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const stripped = bare(plain)
  const unmasked = [...stripped].map(letter => lookAlikes[letter] ?? letter).join('')
  const joined = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, '')
  return [plain, withLetters, stripped, unmasked, bare(withLetters)]
    .concat(withoutCounting(plain))
    .flatMap(text => [text, joined(text)])
}

/** Strips a year or a count such as 123 from words of digits. */
function withoutCounting(plain: string): string[] {
  const counting = '1234(?:5(?:6(?:7(?:8(?:90?)?)?)?)?)?|123'
  const inner = plain.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
  const behind = new RegExp(`(?:(?:19|20)\\d\\d|${counting})$`)
  const before = new RegExp(`^(?:${counting})`)
  return [inner, inner.replace(behind, ''), inner.replace(before, ''), inner.replace(/^1234/, '')]
}

/** The words of a name or address that are long enough to be the core of a password. */
function splitOwnWords(text: string): string[] {
  const plain = text.normalize('NFKC').toLowerCase()
  const parts = [plain, plain.split('@')[0] ?? '', ...plain.split(/[^\p{L}\p{N}]+/u)]
  return parts.flatMap(part => [part, part.replace(/[^\p{L}\p{N}]/gu, '')]).filter(part => part.length >= 3)
}

/** Repetitions such as 'aaaaaaaa', 'abcabcabc' and '12121212'. */
function isRepeated(plain: string): boolean {
  return [1, 2, 3, 4].some(size => {
    const piece = plain.slice(0, size)
    return plain.length >= 2 * size && piece.repeat(Math.ceil(plain.length / size)).startsWith(plain)
  })
}

/** Such as 'passwordpassword'. */
function isTwice(core: string): boolean {
  const half = core.slice(0, core.length / 2)
  return core.length % 2 === 0 && half + half === core && commonWords.has(half)
}

/** Runs such as '12345678', 'qwertzui' and 'hgfedcba', or two of them such as 'abcd1234'. */
function isRun(plain: string): boolean {
  const runsFrom = (text: string): boolean => {
    if (text === '') return true
    for (let length = text.length; length >= 3; length -= 1)
      if (rows.some(row => row.includes(text.slice(0, length)))) return runsFrom(text.slice(length))
    return false
  }
  // A long password that happens to consist of many short runs is not an early guess.
  return plain.length <= 20 && runsFrom(plain)
}

/** Eight-digit dates, since birthdays are quick to try. */
function isDate(plain: string): boolean {
  const digits = plain.replaceAll(/[./-]/g, '')
  return (
    /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d$/.test(digits) ||
    /^(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:19|20)\d\d$/.test(digits) ||
    /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])$/.test(digits)
  )
}
