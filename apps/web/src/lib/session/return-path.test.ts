import { describe, expect, it } from 'vitest'
import { safeReturnPath } from './return-path.ts'

describe('the return path after signing in', () => {
  it.each(['/positions', '/positions?order_by=-value&modal=position&modal.id=42', '/fees#day', '/a/b?r=//x'])(
    'accepts %s, a path of this site',
    path => expect(safeReturnPath(path)).toBe(path),
  )

  it('does not ask to sign out again', () => {
    expect(safeReturnPath('/overview?modal=sign-out')).toBe('/overview')
    expect(safeReturnPath('/fees?modal=sign-out&by=account')).toBe('/fees?by=account')
  })

  it.each([
    '//evil.example',
    '//evil.example/positions',
    '/\\evil.example/positions',
    '///evil.example',
    '//[',
    '/%09/evil.example/../..//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    ' //evil.example',
    'https://evil.example/positions',
    'http:evil.example',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'evil.example',
    '@evil.example',
    '/.//evil.example',
    '/..//evil.example',
    '/a/..//evil.example',
    'positions',
    '',
    '/',
    '/login',
    '/login?r=/login',
  ])('is the home page for %j', hostile => expect(safeReturnPath(hostile)).toBe('/overview'))

  it('is the home page when there is none', () => {
    expect(safeReturnPath(undefined)).toBe('/overview')
    expect(safeReturnPath(['/positions'])).toBe('/overview')
  })
})
