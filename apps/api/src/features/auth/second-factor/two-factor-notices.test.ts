import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mailsTo } from '../../../testing/outbox.ts'
import { setUpTwoFactor } from '../../../testing/second-factor.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
  const familyId = await app.addFamily('Own')
  await app.addUser({ username: 'ute', role: 'investor', familyId })
  await app.addUser({ username: 'uwe', role: 'investor', familyId })
})
afterAll(() => app.close())

const notices = async (as: string) => {
  const reply = await app.call({ method: 'GET', url: '/api/notifications/', as })
  return reply.json().data as { kind: string; title: string; text: string }[]
}

describe('turning two-factor on, renewing codes and turning it off', () => {
  it('notifies the owner each time by mail and in the app, in their language, without secrets', async () => {
    const { access } = await app.signIn('ute')
    const post = (url: string, payload: object) => app.call({ method: 'POST', url, payload, as: access })
    await app.call({ method: 'PATCH', url: '/api/settings/', payload: { language: 'de' }, as: access })
    const phone = await setUpTwoFactor(app, access)
    const renewed = await post('/auth/backup-codes/', { otp: phone.nextCode() })
    const otp = phone.nextCode()
    expect((await post('/auth/deactivate-2fa/', { otp })).statusCode).toBe(204)
    const titles = [
      'Zwei-Faktor-Anmeldung ausgeschaltet',
      'Neue Ersatzcodes',
      'Zwei-Faktor-Anmeldung eingeschaltet',
    ]
    const mails = await mailsTo(app, 'ute@example.com')
    expect(mails.map(({ subject }) => subject)).toEqual(titles)
    const shown = await notices(access)
    expect(shown.map(({ kind, title }) => [kind, title])).toEqual(titles.map(title => ['account', title]))
    const secrets = [phone.key, ...phone.backupCodes, ...renewed.json().data.backup_codes]
    for (const secret of secrets) expect(JSON.stringify([mails, shown])).not.toContain(secret)
    expect(await notices((await app.signIn('uwe')).access)).toEqual([])
  })
})
