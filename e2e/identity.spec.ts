import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { findViolations } from './support/accessibility.ts'
import { demoPassword, openSignedIn } from './support/sign-in.ts'
import { computeNextTotp, computeTotp } from './support/totp.ts'
import { addUser, fetchAccessToken, newPassword, readMailedLink, signOut } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

test('an invited user activates the account, sets up two-factor and signs in with a code and a backup code', async ({
  page,
  browser,
  request,
}) => {
  const email = 'ines.invited@example.com'
  await openSignedIn(page, '/watchlist?modal=admin&modal.tab=users', 'admin')
  await page.getByRole('button', { name: 'Invite user' }).click()
  const form = page.getByRole('dialog', { name: 'Invite a user' })
  await form.getByLabel('Email').fill(email)
  await form.getByRole('combobox', { name: 'Family' }).click()
  await page.getByRole('option').first().click()
  await form.getByRole('button', { name: 'Send invitation' }).click()
  await expect(page.getByText(`Send this link to ${email}`)).toBeVisible()
  const link = await readMailedLink(request, email)
  expect(await page.getByLabel('Invitation link').textContent()).toContain(link)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('searchbox', { name: 'Find' }).fill('ines')
  await expect(page.getByRole('row', { name: new RegExp(email) })).toContainText('pending registration')

  const context = await browser.newContext()
  const guest = await context.newPage()
  const consoleErrors = watchConsole(guest)
  await guest.goto(link)
  await guest.getByLabel('Your name').fill('Ines Invited')
  await guest.getByLabel('Username').fill('ines')
  await guest.getByLabel('Password', { exact: true }).fill(newPassword)
  await guest.getByLabel('Confirm password').fill(newPassword)
  await guest.getByRole('button', { name: 'Activate account' }).click()
  await expect(guest).toHaveURL(/\/overview/)

  await guest.goto('/watchlist?modal=settings')
  await guest.getByRole('button', { name: 'Set up' }).click()
  await guest.getByRole('button', { name: 'Start', exact: true }).click()
  await expect(guest.getByRole('img', { name: /QR code/ })).toBeVisible()
  const key = await guest.getByLabel('Or enter this key').innerText()
  await guest.getByRole('button', { name: 'I have scanned it' }).click()
  await guest.getByRole('textbox', { name: 'One-time code' }).first().click()
  await guest.keyboard.type(computeTotp(key, new Date()))
  const codes = guest.getByRole('list', { name: 'Backup codes' }).locator('code')
  await expect(codes).toHaveCount(10)
  const backupCode = await codes.first().innerText()
  await guest.getByLabel('I have kept them').check()
  await guest.getByRole('button', { name: 'Done' }).click()
  await expect(guest.getByText('10 left')).toBeVisible()
  await guest.keyboard.press('Escape')
  await expect(guest.getByRole('dialog')).toHaveCount(0)

  await signOut(guest)
  await guest.getByRole('button', { name: /^ines/ }).first().click()
  await expect(guest.getByLabel('Username')).toHaveValue('ines')
  await guest.getByLabel('Password', { exact: true }).fill(newPassword)
  await guest.keyboard.press('Enter')
  await expect(guest.getByRole('heading', { name: 'One-time code' })).toBeVisible()
  await guest.keyboard.type(computeNextTotp(key, new Date()))
  await expect(guest).toHaveURL(/\/overview/)

  await signOut(guest)
  await guest.getByLabel('Username').fill('ines')
  await guest.getByLabel('Password', { exact: true }).fill(newPassword)
  await guest.keyboard.press('Enter')
  await guest.getByRole('button', { name: 'Use a backup code' }).click()
  await guest.getByLabel('Backup code').fill(backupCode)
  await guest.keyboard.press('Enter')
  await expect(guest).toHaveURL(/\/overview/)
  await guest.goto('/watchlist?modal=settings')
  await expect(guest.getByText('9 left')).toBeVisible()
  expect(consoleErrors).toEqual([])
  await context.close()
})

test('a user resets a forgotten password and confirms a new e-mail address by mailed links', async ({
  page,
  request,
}) => {
  await addUser(request, 'otto.forgetful')
  const consoleErrors = watchConsole(page)
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByLabel('Username or email').fill('otto.forgetful@example.com')
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Ask an administrator for the link' })).toBeVisible()
  await page.goto(await readMailedLink(request, 'otto.forgetful@example.com'))
  const another = 'another line that hangs'
  await page.getByLabel('New password').fill(another)
  await page.getByLabel('Confirm password').fill('not the same')
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByText("Ooops, passwords don't match")).toBeVisible()
  await page.getByLabel('Confirm password').fill(another)
  await page.getByRole('button', { name: 'Save password' }).click()
  await expect(page.getByRole('heading', { name: 'Password saved' })).toBeVisible()
  await openSignedIn(page, '/watchlist?modal=settings&modal.form=email', 'otto.forgetful', another)
  const form = page.getByRole('dialog', { name: 'Change email' })
  await form.getByLabel('New email').fill('otto@new.example')
  await form.getByLabel('Current password').fill(another)
  await form.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByRole('heading', { name: 'Ask an administrator for the link' })).toBeVisible()
  await page.goto(await readMailedLink(request, 'otto@new.example'))
  await expect(page.getByRole('heading', { name: 'Email changed' })).toBeVisible()
  await page.goto('/watchlist?modal=settings')
  await expect(page.getByText('otto@new.example')).toBeVisible()
  expect(consoleErrors).toEqual([])
})

test('a user with an invalid link sees that it is no longer valid', async ({ page }) => {
  for (const address of [
    '/change-email?uid=x&token=y',
    '/password-reset/x/y',
    '/user-invitation?uid=x&token=y',
  ]) {
    await page.goto(address)
    await expect(page.getByRole('heading', { name: 'Invalid URL' })).toBeVisible()
    await expect(page.getByText('This link is no longer valid.')).toBeVisible()
  }
})

test('a user who signed in without a password confirms it before creating a token', async ({
  page,
  request,
}) => {
  const consoleErrors = watchConsole(page)
  await registerByMail(page, request, 'rhea.registered')
  await page.goto('/watchlist?modal=settings&modal.tab=tokens')
  await page.getByRole('button', { name: 'New token' }).click()
  const form = page.getByRole('dialog', { name: 'New token' })
  const confirmation = page.getByRole('dialog', { name: 'Confirm your password' })
  const name = form.getByLabel('Purpose')
  await name.fill('Export')
  for (const decline of [
    () => confirmation.getByRole('button', { name: 'Cancel' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await form.getByRole('button', { name: 'Create token' }).click()
    await expect(confirmation).toBeVisible()
    await confirmation.getByText('For your security').click()
    await decline()
    await expect(confirmation).toBeHidden()
    await expect(name).toHaveValue('Export')
    await expect(form.getByRole('alert')).toHaveCount(0)
  }
  await form.getByRole('button', { name: 'Create token' }).click()
  expect(await findViolations(page)).toEqual([])
  await confirmation.getByLabel('Current password').fill(newPassword)
  await page.keyboard.press('Enter')
  await expect(page.getByText('Copy the token now. It will not be shown again.')).toBeVisible()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(/expires .* expires when the password changes/)).toBeVisible()
  // The browser logs the expected 403.
  expect(consoleErrors.filter(line => !line.includes('403'))).toEqual([])
})

test('an administrator confirms the password to see a link in the outbox', async ({ page, request }) => {
  await addUser(request, 'lena.locked')
  await request.post('/auth/reset-password/', { data: { email: 'lena.locked' } })
  await openSignedIn(page, '/watchlist?modal=admin&modal.tab=outbox', 'admin')
  const mail = page.getByRole('article', { name: 'Set a new password' }).filter({ hasText: 'lena.locked' })
  await expect(mail).toBeVisible()
  await expect(page.getByText('/password-reset/')).toHaveCount(0)
  // This sign-in is too recent to need a confirmation, so simulate the reply to an older one.
  const refusal = { code: 'password_confirmation_required', message: 'Confirm your password to continue.' }
  await page.route(
    /\/api\/outbox\/[0-9a-f-]+\/$/,
    route => route.fulfill({ status: 403, json: { errors: [refusal] } }),
    { times: 3 },
  )
  const confirmation = page.getByRole('dialog', { name: 'Confirm your password' })
  for (const decline of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
    await mail.getByRole('button', { name: 'Show link' }).click()
    await confirmation.getByText('For your security').click()
    await decline()
    await expect(confirmation).toBeHidden()
    await expect(mail).toBeVisible()
  }
  await mail.getByRole('button', { name: 'Show link' }).click()
  await confirmation.getByLabel('Current password').fill(demoPassword)
  await confirmation.getByRole('button', { name: 'Confirm' }).click()
  await expect(mail.getByText('/password-reset/')).toBeVisible()
})

/** Registers a user and confirms with the link from the outbox in this browser. */
async function registerByMail(page: Page, request: APIRequestContext, username: string): Promise<void> {
  const email = `${username}@example.com`
  const data = { username, name: 'Rhea Registered', email, password: newPassword }
  expect((await request.post('/auth/register/', { data })).status()).toBe(200)
  const access = await fetchAccessToken(request, 'admin', demoPassword)
  const auth = { headers: { authorization: `Bearer ${access}` } }
  const outbox = await (await request.get('/api/outbox/?limit=100', auth)).json()
  const { id } = outbox.data.find(({ to }: { to: string }) => to === email)
  const mail = await (await request.get(`/api/outbox/${id}/`, auth)).json()
  const parts = Object.fromEntries(new URL(mail.data.link).searchParams)
  const headers = { 'x-plumbline-client': 'web' }
  expect((await page.request.post('/auth/register/confirm/', { data: parts, headers })).status()).toBe(200)
}

test('a user ends all other sign-ins', async ({ page, request, browser }) => {
  await addUser(request, 'sara.sessions')
  await openSignedIn(page, '/watchlist?modal=settings&modal.tab=sign_ins', 'sara.sessions', newPassword)
  const context = await browser.newContext()
  const elsewhere = await context.newPage()
  await openSignedIn(elsewhere, '/watchlist', 'sara.sessions', newPassword)
  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await expect(page.getByText('You are signed in on this device only.')).toBeVisible()
  await elsewhere.reload()
  await expect(elsewhere).toHaveURL(/\/login/)
  await context.close()
})
