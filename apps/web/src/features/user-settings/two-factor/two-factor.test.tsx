import { contract } from 'virtual:contract'
import type { UserSettings } from '@plumbline/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import * as files from '../../../lib/api/save-file.ts'
import { type FakeRequest, failed, json } from '../../../testing/fake-server.ts'
import { settingsReply } from '../../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../../testing/render-app.tsx'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../../app/shell/default-layout.tsx'
import '../settings-modal.tsx'
import './setup-dialog.tsx'

const { auth, settings } = contract
const codes = Array.from({ length: 10 }, (_, index) => `abcde-fghjk-mnpq${index}`)

function openAt(
  address: string,
  state: Partial<UserSettings>,
  respond: (request: FakeRequest) => Response | undefined = () => undefined,
) {
  const current = { ...state }
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const { path } = request
    if (path === settings.read.path) {
      const person = {
        registrationDate: '2021-01-04T09:00:00Z',
        password_changed_at: null,
        email: 'c@x.example',
      }
      return json({ data: settingsReply({ ...person, is_mfa_required: false, ...current }) })
    }
    if (path === auth.createTwoFactor.path)
      return json({
        data: {
          otp_auth_url: 'otpauth://totp/Plumbline:claire?secret=JBSWY3DPEHPK3PXP&issuer=Plumbline',
          secret: 'JBSWY3DPEHPK3PXP',
        },
      })
    if (path === auth.activateTwoFactor.path) {
      if (Object(request.body).otp !== '123456')
        return failed(400, 'wrong_code', 'This code is not right.', 'otp')
      current.is_mfa_active = true
      return json({ data: { backup_codes: codes } })
    }
    if (path === auth.countBackupCodes.path) return json({ data: { remaining: 10 } })
    return undefined
  })
  signIn()
  return { server, app: renderApp(address) }
}

async function typeCode(user: ReturnType<typeof userEvent.setup>, code: string) {
  const [first] = await screen.findAllByRole('textbox', { name: 'One-time code' })
  if (first) await user.click(first)
  await user.keyboard(code)
}

describe('setting up two-factor', () => {
  it('leads from the start through the QR code and a code to the backup codes', async () => {
    const user = userEvent.setup()
    openAt('/overview?modal=settings&modal.form=two-factor', { is_mfa_active: false })
    await user.click(await screen.findByRole('button', { name: 'Start' }))
    const image = await screen.findByRole('img', { name: /QR code/ })
    // The smallest QR code has 21 modules; this URL needs a larger one.
    expect(Number(image.getAttribute('viewBox')?.split(' ')[2])).toBeGreaterThan(21)
    expect(screen.getByText('JBSW Y3DP EHPK 3PXP')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'I have scanned it' }))
    await typeCode(user, '000000')
    expect(await screen.findByText('This code is not right.')).toBeTruthy()
    await typeCode(user, '123456')
    const list = await screen.findByRole('list', { name: 'Backup codes' })
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(item => item.querySelector('code')?.textContent),
    ).toEqual(codes)
    const save = vi.spyOn(files, 'saveFile').mockImplementation(() => undefined)
    await user.click(screen.getByRole('button', { name: 'Download' }))
    expect(await save.mock.calls[0]?.[0].text()).toContain(codes.join('\n'))
    const done = screen.getByRole('button', { name: 'Done' })
    expect(done.hasAttribute('disabled')).toBe(true)
    await user.click(screen.getByLabelText('I have kept them'))
    await user.click(done)
    expect(await screen.findByText('On')).toBeTruthy()
    expect(screen.queryByText(codes[0] ?? '')).toBeNull()
  })

  it('replaces every screen while it is required, and continues once it is done', async () => {
    const user = userEvent.setup()
    openAt('/overview?modal=settings', { is_mfa_required: true, is_mfa_active: false })
    expect(await screen.findByText('Your account requires two-factor authentication.')).toBeTruthy()
    expect(screen.queryByRole('heading', { name: /Welcome/ })).toBeNull()
    expect(screen.queryByRole('dialog')).toBeNull()
    await user.click(screen.getByRole('button', { name: /^Account/ }))
    expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toBeTruthy()
    expect(screen.queryByRole('menuitem', { name: 'Settings' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(await screen.findByRole('button', { name: 'Start' }))
    await user.click(await screen.findByRole('button', { name: 'I have scanned it' }))
    await typeCode(user, '123456')
    await user.click(await screen.findByLabelText('I have kept them'))
    await user.click(screen.getByRole('button', { name: 'Done' }))
    // The modal of the original URL.
    expect(await screen.findByRole('dialog', { name: 'Settings' })).toBeTruthy()
  })
})

describe('turning two-factor off', () => {
  it('accepts a backup code and reports a wrong one', async () => {
    const user = userEvent.setup()
    const { server } = openAt(
      '/overview?modal=settings&modal.form=two-factor-off',
      { is_mfa_active: true },
      ({ path, body }) => {
        if (path !== auth.deactivateTwoFactor.path) return undefined
        return Object(body).otp === codes[0]
          ? new Response(null, { status: 204 })
          : failed(400, 'wrong_code', 'This code is not right.', 'otp')
      },
    )
    await typeCode(user, '111111')
    await user.click(screen.getByRole('button', { name: 'Turn off', hidden: false }))
    expect(await screen.findByText('This code is not right.')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Use a backup code' }))
    await user.type(await screen.findByLabelText('Backup code'), codes[0] ?? '')
    const dialog = screen.getByRole('dialog', { name: 'Turn off two-factor authentication' })
    await user.click(within(dialog).getByRole('button', { name: 'Turn off' }))
    await waitFor(() => expect(server.to(auth.deactivateTwoFactor.path)).toHaveLength(2))
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Turn off two-factor authentication' })).toBeNull(),
    )
  })
})
