import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { isCommonPassword } from './password-rule.ts'

const words = readFileSync(path.join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .trim()
  .split('\n')

/** How users decorate a word until a form accepts it. */
const decorations: ((word: string) => string)[] = [
  word => `${word}12345678`,
  word => `${word}2026!`,
  word => `1234${word}`,
  word => `${word}${word}`,
  word => `${word.slice(0, 1).toUpperCase()}${word.slice(1)}1990`,
  word => `!!${word.toUpperCase()}!!`,
]

describe('a password', () => {
  it('is rejected if it is one of thousands of common ones', () => {
    const variants = words.flatMap(word => decorations.map(decorate => decorate(word)))
    const common = variants.filter(variant => variant.length >= 8)
    expect(common.length).toBeGreaterThan(5000)
    expect(common.filter(variant => !isCommonPassword(variant))).toEqual([])
  })

  it('is rejected if it is a keyboard run, a repetition or a date', () => {
    const guessed = ['12345678', '87654321', 'aaaaaaaa', 'abcabcabc', 'qwertzuiop', 'asdfghjk', '1q2w3e4r5t']
    const more = ['abcd1234', '19.04.1987', '1987-04-19', '04191987', 'P@ssw0rd!', 'pa$$w0rd', 'zyxwvuts']
    for (const password of [...guessed, ...more]) expect(isCommonPassword(password), password).toBe(true)
  })

  it('is rejected if it is derived from the user or the product', () => {
    const own = ['claire.laurent', 'Claire Laurent', 'claire@laurent.example']
    for (const password of [
      'Claire.Laurent',
      'laurent1987',
      'clairelaurent!',
      'claire@laurent.example',
      'Plumbline2026',
    ])
      expect(isCommonPassword(password, own), password).toBe(true)
  })

  it('is accepted otherwise', () => {
    const good = [
      'correct horse battery',
      'a good password',
      'xK3vq9Lm2Rt',
      'seven green turtles',
      'Überraschung im Moor',
    ]
    for (const password of [...good, 'ünïcödé-日本語-пароль', 'xxxyq7Wz-01'])
      expect(isCommonPassword(password, ['ivy', 'ivy@example.com']), password).toBe(false)
  })
})
