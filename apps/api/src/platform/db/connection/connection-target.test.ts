import { describe, expect, it } from 'vitest'
import { isDatabaseUrl } from '../../settings/database-url.ts'
import { parseDatabaseUrl, replaceHost } from './connection-target.ts'
import { chooseHost, leaveHost } from './host-choice.ts'

describe('the address of a database', () => {
  it('names one server, without its password in messages', () => {
    const target = parseDatabaseUrl('postgres://me:secret@db.example/money')
    expect(target.name).toBe('db.example:5432/money')
    expect(target.config).toEqual({ connectionString: 'postgres://me:secret@db.example/money' })
  })

  it('names the folder of a local socket', () => {
    expect(parseDatabaseUrl('postgres:///money?host=%2Frun%2Fpg&user=me').name).toBe('/run/pg/money')
  })

  it('names several servers, of which one must be the primary', () => {
    const url = 'postgres://me:secret@a.example,b.example:6432/money?target_session_attrs=read-write'
    const { name, config } = parseDatabaseUrl(url)
    expect(name).toBe('a.example:5432,b.example:6432/money')
    const hosts = [
      { host: 'a.example', port: 5432 },
      { host: 'b.example', port: 6432 },
    ]
    expect(config).toEqual({
      connectionString: 'postgres://me:secret@a.example/money',
      hosts,
      needsPrimary: true,
    })
    expect(replaceHost(config.connectionString ?? '', { host: 'b.example', port: 6432 })).toBe(
      'postgres://me:secret@b.example:6432/money',
    )
  })

  it.each(['postgres://a:1,b:x/money', 'mysql://a/money', 'postgres://a:99999/money', ''])(
    'is refused: %s',
    text => expect(isDatabaseUrl(text)).toBe(false),
  )

  it('is refused with an unknown kind of session', () => {
    expect(() => parseDatabaseUrl('postgres://a,b/money?target_session_attrs=standby')).toThrow(
      'target_session_attrs of DATABASE_URL must be any, read-write or primary',
    )
  })
})

describe('the choice of a server', () => {
  it('moves on once, however many connections fail at the same time', () => {
    const hosts = ['a', 'b', 'c'].map(host => ({ host, port: 1 }))
    const first = chooseHost(hosts)
    for (let i = 0; i < 20; i += 1) leaveHost(hosts, first)
    expect(chooseHost(hosts).host).toBe('b')
    leaveHost(hosts, chooseHost(hosts))
    leaveHost(hosts, chooseHost(hosts))
    expect(chooseHost(hosts).host).toBe('a')
  })
})
