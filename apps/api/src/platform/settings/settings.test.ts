import { describe, expect, it } from 'vitest'
import { checkPublicUrl, formerNames, readSettings } from './settings.ts'

describe('mail settings', () => {
  it('are empty by default, with links that begin with the listening address', () => {
    expect(readSettings({})).toMatchObject({ mailServer: null, publicUrl: 'http://127.0.0.1:4000' })
    expect(readSettings({ HOST: '0.0.0.0', PORT: '80' }).publicUrl).toBe('http://localhost:80')
    expect(readSettings({ HOST: '::' }).publicUrl).toBe('http://localhost:4000')
    expect(readSettings({ HOST: '::1' }).publicUrl).toBe('http://[::1]:4000')
  })

  it('keep the given values without a trailing slash', () => {
    const mailServer = { url: 'smtp://u:p@mail.example:587', from: 'Plumbline <mail@plumbline.example>' }
    const read = readSettings({
      PLUMBLINE_URL: 'https://plumbline.example/app/',
      SMTP_URL: mailServer.url,
      PLUMBLINE_MAIL_FROM: mailServer.from,
    })
    expect(read).toMatchObject({ publicUrl: 'https://plumbline.example/app', mailServer })
  })

  it('are rejected when invalid, without repeating the password', () => {
    expect(() => readSettings({ PLUMBLINE_URL: 'plumbline.example' })).toThrow('PLUMBLINE_URL')
    expect(() => readSettings({ SMTP_URL: 'smtp://mail.example' })).toThrow('PLUMBLINE_MAIL_FROM')
    const wrong = () =>
      readSettings({ SMTP_URL: 'http://u:hunter2@mail.example', PLUMBLINE_MAIL_FROM: 'a@b' })
    expect(wrong).toThrow('SMTP_URL must be')
    expect(wrong).not.toThrow('hunter2')
  })
})

describe('metrics settings', () => {
  it('are off by default and on when a port is set', () => {
    expect(readSettings({}).metrics).toBeNull()
    expect(readSettings({ PLUMBLINE_METRICS_PORT: '9400' }).metrics).toEqual({
      port: 9400,
      host: '127.0.0.1',
      token: null,
    })
    expect(() => readSettings({ PLUMBLINE_METRICS_PORT: 'x' })).toThrow('PLUMBLINE_METRICS_PORT')
  })
})

describe('market data settings', () => {
  it('enable no provider by default', () => {
    expect(readSettings({}).marketData).toEqual({})
    expect(readSettings({ PLUMBLINE_ECB_URL: 'http://rates.local' }).marketData).toEqual({})
  })

  it('let administrators enable every provider, unless the operator says none', () => {
    expect(readSettings({ PLUMBLINE_ECB_URL: 'http://rates.local' }).availableMarketData).toEqual({
      ecb: 'http://rates.local',
      yahoo: 'https://query1.finance.yahoo.com/v8/finance/chart',
      coingecko: 'https://api.coingecko.com/api/v3',
    })
    const none = readSettings({ PLUMBLINE_MARKET_DATA: 'none' })
    expect([none.marketData, none.availableMarketData]).toEqual([{}, {}])
  })

  it('enable the listed providers at their default or configured address', () => {
    const env = {
      PLUMBLINE_MARKET_DATA: 'ecb, yahoo',
      PLUMBLINE_YAHOO_URL: 'http://quotes.local:8080/chart/',
    }
    expect(readSettings(env).marketData).toEqual({
      ecb: 'https://www.ecb.europa.eu/stats/eurofxref',
      yahoo: 'http://quotes.local:8080/chart',
    })
  })

  it('are rejected for an unknown provider or an invalid address', () => {
    expect(() => readSettings({ PLUMBLINE_MARKET_DATA: 'reuters' })).toThrow("not 'reuters'")
    for (const url of [
      'file:///etc/passwd',
      'rates.local',
      'http://u:p@rates.local',
      'http://rates.local?x=1',
    ])
      expect(() => readSettings({ PLUMBLINE_MARKET_DATA: 'ecb', PLUMBLINE_ECB_URL: url }), url).toThrow(
        'PLUMBLINE_ECB_URL',
      )
  })
})

describe('demo mode', () => {
  const isDemo = (env: Record<string, string>) => readSettings(env).demo

  it('is on by default with the embedded database on a loopback address', () => {
    for (const HOST of ['', '127.0.0.1', '127.1.2.3', '::1', 'localhost', 'LOCALHOST'])
      expect(isDemo({ HOST }), HOST).toBe(true)
    expect(isDemo({ PLUMBLINE_URL: 'http://[::1]:4000', PLUMBLINE_DEMO: '1' })).toBe(true)
    expect(isDemo({ PLUMBLINE_DEMO: '0' })).toBe(false)
  })

  const network: [name: string, env: Record<string, string>][] = [
    ['DATABASE_URL is set', { DATABASE_URL: 'postgres://me@127.0.0.1/money' }],
    ['HOST is 0.0.0.0', { HOST: '0.0.0.0' }],
    ['HOST is ::', { HOST: '::' }],
    ['HOST is 192.168.1.5', { HOST: '192.168.1.5' }],
    ['HOST is localhost.example.com', { HOST: 'localhost.example.com' }],
    ['HOST is 127.0.0.1.example.com', { HOST: '127.0.0.1.example.com' }],
    ['PLUMBLINE_URL is https://money.example', { PLUMBLINE_URL: 'https://money.example' }],
    ['PLUMBLINE_PROXIES is 1', { PLUMBLINE_PROXIES: '1' }],
  ]
  it.each(network)('is off where %s, and rejected with the reason when requested', (reason, env) => {
    expect(isDemo(env)).toBe(false)
    expect(isDemo({ ...env, PLUMBLINE_DEMO: '0' })).toBe(false)
    expect(() => isDemo({ ...env, PLUMBLINE_DEMO: '1' })).toThrow(
      `PLUMBLINE_DEMO=1 works only with the embedded database on a loopback address, because the demo's passwords are public, and here ${reason}.`,
    )
  })
})

describe('the public address', () => {
  const check = (env: Record<string, string>) => checkPublicUrl(readSettings(env))

  it('is rejected as https without a proxy, where all clients would share one rate limit', () => {
    const https = { PLUMBLINE_URL: 'https://money.example' }
    expect(() => check(https)).toThrow('set PLUMBLINE_PROXIES')
    expect(() => check({ ...https, PLUMBLINE_PROXIES: '0' })).toThrow('set PLUMBLINE_PROXIES')
    expect(check({ ...https, PLUMBLINE_PROXIES: '1' })).toEqual([])
  })

  it('causes a warning when it is unencrypted or unreachable on a network', () => {
    expect(check({})).toEqual([])
    expect(check({ PLUMBLINE_URL: 'http://money.example' })[0]).toContain('unencrypted')
    expect(check({ HOST: '192.168.1.5' })[0]).toContain('unencrypted')
    expect(check({ HOST: '0.0.0.0' })[0]).toContain('works on this machine only')
    expect(check({ PLUMBLINE_PROXIES: '1' })[0]).toContain('works on this machine only')
  })
})

describe('the shutdown drain time', () => {
  it('accepts its former name with a warning', () => {
    const former = { PLUMBLINE_LEAVE_SECONDS: '5' }
    expect(readSettings(former).drainMs).toBe(5000)
    expect(formerNames(former)[0]).toContain('PLUMBLINE_SHUTDOWN_DRAIN_SECONDS')
    expect(readSettings({ ...former, PLUMBLINE_SHUTDOWN_DRAIN_SECONDS: '7' }).drainMs).toBe(7000)
    expect(formerNames({ PLUMBLINE_SHUTDOWN_DRAIN_SECONDS: '7' })).toEqual([])
  })
})
