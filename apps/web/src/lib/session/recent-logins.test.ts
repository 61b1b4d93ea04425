import { describe, expect, it } from 'vitest'
import { forgetLogin, recentLogins, rememberLogin } from './recent-logins.ts'

const key = 'plumbline_recent_logins'
const at = (day: number) => new Date(Date.UTC(2026, 10, day))

describe('recent logins', () => {
  it('are listed newest first, each name once', () => {
    rememberLogin('claire', at(1))
    rememberLogin('jonas', at(2))
    rememberLogin('claire', at(3))
    expect(recentLogins()).toEqual([
      { name: 'claire', at: at(3).toISOString() },
      { name: 'jonas', at: at(2).toISOString() },
    ])
  })

  it('are removed one by one', () => {
    rememberLogin('claire', at(1))
    rememberLogin('jonas', at(2))
    forgetLogin('jonas')
    expect(recentLogins().map(({ name }) => name)).toEqual(['claire'])
    forgetLogin('claire')
    expect(localStorage.getItem(key)).toBeNull()
  })

  it('are limited to five', () => {
    for (let day = 1; day <= 9; day++) rememberLogin(`user${day}`, at(day))
    expect(recentLogins().map(({ name }) => name)).toEqual(['user9', 'user8', 'user7', 'user6', 'user5'])
  })

  it('store a name and a time, and no secret', () => {
    rememberLogin('claire', at(1))
    expect(Object.keys(recentLogins()[0] ?? {}).sort()).toEqual(['at', 'name'])
  })

  it.each(['not json', '{}', '[1, null, {"name": 5}]', '[{"name": "a", "at": "never"}]'])(
    'are empty when storage holds %s',
    stored => {
      localStorage.setItem(key, stored)
      expect(recentLogins()).toEqual([])
    },
  )
})
