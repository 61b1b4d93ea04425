import { describe, expect, it } from 'vitest'
import { chooseRequestId, serializeRequest } from './request-log.ts'

describe('the request log', () => {
  it('omits secrets', () => {
    const urls = [
      '/password-reset/u/s3cret',
      '//password-reset/u/s3cret?x=1',
      '/user-invitation?uid=u&token=s3cret',
      '/calendar/s3cret.ics',
    ]
    for (const url of [...urls, '/register?token=s3cret', '/api/positions/search/?q=s3cret']) {
      const headers = { authorization: 's3cret', cookie: 's3cret' }
      const request = { method: 'GET', url, ip: '127.0.0.1', headers, body: { password: 's3cret' } }
      expect(JSON.stringify(serializeRequest(request))).not.toContain('s3cret')
    }
    expect(serializeRequest({ method: 'GET', url: '/api/settings/', ip: '::1' })).toEqual({
      method: 'GET',
      url: '/api/settings/',
      remoteAddress: '::1',
    })
  })

  it('keeps a valid request id and replaces an invalid one', () => {
    const chooseId = (given?: string) =>
      chooseRequestId({ headers: given === undefined ? {} : { 'x-request-id': given } })
    expect(chooseId('proxy-1.2:3')).toBe('proxy-1.2:3')
    for (const bad of [undefined, '', 'two lines\n{"level":60}', 'x'.repeat(101)])
      expect(chooseId(bad)).toMatch(/^[0-9a-f-]{36}$/)
    expect(chooseId()).not.toBe(chooseId())
  })
})
