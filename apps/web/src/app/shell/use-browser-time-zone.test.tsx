import { contract } from 'virtual:contract'
import type { UserSettings } from '@plumbline/contract'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'

/** Opens the app with these settings and returns what it saves. */
async function openWith(change: Partial<UserSettings>): Promise<unknown[]> {
  const saved: unknown[] = []
  appServer(({ path, method, body }) => {
    if (path !== contract.settings.read.path) return undefined
    if (method === 'PATCH') saved.push(body)
    return json({ data: settingsReply(change) })
  })
  signIn()
  renderApp('/overview')
  await screen.findAllByRole('heading')
  return saved
}

describe('the time zone of the browser', () => {
  it('is set for a user who has none', async () => {
    const saved = await openWith({ time_zone: 'UTC', time_zone_source: 'default' })
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
    await waitFor(() => expect(saved).toEqual([{ time_zone: timeZone, time_zone_source: 'browser' }]))
  })

  it.each([
    { time_zone: 'UTC', time_zone_source: 'user' } as const,
    { time_zone: 'Asia/Tokyo', time_zone_source: 'browser' } as const,
    { time_zone: 'UTC', time_zone_source: 'default', role: 'demo' } as const,
    { time_zone: 'UTC', time_zone_source: 'default', is_mfa_required: true, is_mfa_active: false } as const,
  ])('is not set with %o', async settings => {
    expect(await openWith(settings)).toEqual([])
  })
})
