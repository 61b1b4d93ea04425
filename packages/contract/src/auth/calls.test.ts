import { describe, expect, it } from 'vitest'
import { contract } from '../contract.ts'

const { auth } = contract

describe('a refresh', () => {
  it('accepts the token under either name or none, but not under both', () => {
    const { body } = auth.loginRefresh
    expect(body.parse({ refresh: 'a' })).toEqual({ refresh: 'a' })
    expect(body.parse({ refresh_token: 'a' })).toEqual({ refresh_token: 'a' })
    expect(body.parse(undefined)).toEqual({})
    expect(body.safeParse({ refresh: 'a', refresh_token: 'a' }).error?.issues[0]?.message).toContain(
      'not both',
    )
  })
})

describe('a code', () => {
  it('has six digits at activation', () => {
    const { body } = auth.activateTwoFactor
    expect(body.parse({ otp: ' 123456 ' })).toEqual({ otp: '123456' })
    for (const otp of ['12345', '1234567', '12345a', 123456])
      expect(body.safeParse({ otp }).success).toBe(false)
  })

  it('can be a backup code at sign-in', () => {
    const { body } = auth.verifyTwoFactor
    for (const otp of ['123456', 'ab3de-fg5h1', 'AB3DEFG5H1'])
      expect(body.safeParse({ tfa_id: 'x', otp }).success, otp).toBe(true)
    expect(body.safeParse({ tfa_id: 'x', otp: 'ab3de-fg5h' }).success).toBe(false)
  })
})

describe('a password', () => {
  it('has 8 to 256 characters, else the error states the limit', () => {
    const given = { username: 'nora', name: 'Nora', email: 'nora@keller.example' }
    const check = (password: string) => auth.register.body.safeParse({ ...given, password })
    expect(check('12345678').success).toBe(true)
    expect(check('1234567').error?.issues[0]?.message).toBe('Use at least 8 characters.')
    expect(check('x'.repeat(257)).error?.issues[0]?.message).toBe('Use at most 256 characters.')
  })
})

describe('a username', () => {
  it('cannot be mistaken for an e-mail address', () => {
    const check = (username: string) =>
      auth.changeUsername.body.safeParse({ username, password: 'x' }).success
    for (const good of ['nora', 'claire.laurent', 'Zoë-2', 'jo_w']) expect(check(good), good).toBe(true)
    for (const bad of ['n', 'nora@keller.example', '.nora', 'no ra', 'x'.repeat(61)])
      expect(check(bad), bad).toBe(false)
  })
})

describe('a validation message', () => {
  it('is a plain sentence', () => {
    const issues = auth.login.body.safeParse({ username: 7 }).error?.issues.map(({ message }) => message)
    expect(issues).toEqual(['Use text.', 'This is required.'])
  })
})
