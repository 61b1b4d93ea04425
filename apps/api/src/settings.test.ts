import { describe, expect, it } from 'vitest'
import { readSettings } from './settings.ts'

describe('the settings of mail', () => {
  it('are none by default, and links begin with where the server listens', () => {
    expect(readSettings({})).toMatchObject({ mailServer: null, publicUrl: 'http://127.0.0.1:4000' })
    expect(readSettings({ HOST: '0.0.0.0', PORT: '80' }).publicUrl).toBe('http://localhost:80')
    expect(readSettings({ HOST: '::' }).publicUrl).toBe('http://localhost:4000')
    expect(readSettings({ HOST: '::1' }).publicUrl).toBe('http://[::1]:4000')
  })

  it('are taken as given, without a slash at the end', () => {
    const mailServer = { url: 'smtp://u:p@mail.example:587', from: 'Plumbline <mail@plumbline.example>' }
    const read = readSettings({
      PLUMBLINE_URL: 'https://plumbline.example/app/',
      SMTP_URL: mailServer.url,
      PLUMBLINE_MAIL_FROM: mailServer.from,
    })
    expect(read).toMatchObject({ publicUrl: 'https://plumbline.example/app', mailServer })
  })

  it('are refused when they cannot work, without repeating a password', () => {
    expect(() => readSettings({ PLUMBLINE_URL: 'plumbline.example' })).toThrow('PLUMBLINE_URL')
    expect(() => readSettings({ SMTP_URL: 'smtp://mail.example' })).toThrow('PLUMBLINE_MAIL_FROM')
    const wrong = () =>
      readSettings({ SMTP_URL: 'http://u:hunter2@mail.example', PLUMBLINE_MAIL_FROM: 'a@b' })
    expect(wrong).toThrow('SMTP_URL must be')
    expect(wrong).not.toThrow('hunter2')
  })
})

describe('the settings of metrics', () => {
  it('are off by default, and on a port of their own when it is named', () => {
    expect(readSettings({}).metrics).toBeNull()
    expect(readSettings({ PLUMBLINE_METRICS_PORT: '9400' }).metrics).toEqual({
      port: 9400,
      host: '127.0.0.1',
      token: null,
    })
    expect(() => readSettings({ PLUMBLINE_METRICS_PORT: 'x' })).toThrow('PLUMBLINE_METRICS_PORT')
  })
})

describe('the settings of market data', () => {
  it('are none by default, so that nothing is asked', () => {
    expect(readSettings({}).marketData).toEqual({})
    expect(readSettings({ PLUMBLINE_ECB_URL: 'http://rates.local' }).marketData).toEqual({})
  })

  it('name providers, each where it usually is or where the operator says', () => {
    const env = {
      PLUMBLINE_MARKET_DATA: 'ecb, yahoo',
      PLUMBLINE_YAHOO_URL: 'http://quotes.local:8080/chart/',
    }
    expect(readSettings(env).marketData).toEqual({
      ecb: 'https://www.ecb.europa.eu/stats/eurofxref',
      yahoo: 'http://quotes.local:8080/chart',
    })
  })

  it('are refused when they cannot work', () => {
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
