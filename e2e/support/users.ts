import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { demoPassword } from './sign-in.ts'

export const newPassword = 'plumb lines hang true'

/** Invites and registers an investor of the first family through the API. */
export async function addUser(request: APIRequestContext, username: string): Promise<{ email: string }> {
  const email = `${username}@example.com`
  const access = await fetchAccessToken(request, 'admin', demoPassword)
  const auth = { headers: { authorization: `Bearer ${access}` } }
  const families = await request.post('/api/families/list/', { data: {}, ...auth })
  const family = (await families.json()).data[0].id
  const invited = await request.post('/api/users/', { data: { email, role: 'investor', family }, ...auth })
  expect(invited.status()).toBe(200)
  const parts = Object.fromEntries(new URL(await readMailedLink(request, email, access)).searchParams)
  const data = { ...parts, username, name: 'Test Person', password: newPassword }
  expect((await request.post('/auth/invitation/', { data })).status()).toBe(200)
  return { email }
}

/** Adds a family with one investor, so that a journey does not change figures of others, and returns the username. */
export async function addFamily(request: APIRequestContext, currency = 'CHF'): Promise<string> {
  const username = `own${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`
  const access = await fetchAccessToken(request, 'admin', demoPassword)
  const auth = { headers: { authorization: `Bearer ${access}` } }
  const created = await request.post('/api/families/', { data: { name: username, currency }, ...auth })
  const family = (await created.json()).data.id
  const email = `${username}@example.com`
  const invited = await request.post('/api/users/', { data: { email, role: 'investor', family }, ...auth })
  expect(invited.status()).toBe(200)
  const data = {
    ...Object.fromEntries(new URL(await readMailedLink(request, email, access)).searchParams),
    username,
    name: 'Own Family',
    password: newPassword,
  }
  expect((await request.post('/auth/invitation/', { data })).status()).toBe(200)
  return username
}

/** Reads the link of the newest mail to an address from the outbox, as an administrator. */
export async function readMailedLink(
  request: APIRequestContext,
  address: string,
  adminAccess?: string,
): Promise<string> {
  const access = adminAccess ?? (await fetchAccessToken(request, 'admin', demoPassword))
  const headers = { authorization: `Bearer ${access}` }
  const outbox = await request.get('/api/outbox/?status=waiting&limit=200', { headers })
  const mails: { id: string; to: string; has_link: boolean }[] = (await outbox.json()).data
  const mail = mails.find(({ to, has_link }) => to === address && has_link)
  if (!mail) throw new Error(`no mail to ${address} contains a link`)
  const opened = await (await request.get(`/api/outbox/${mail.id}/`, { headers })).json()
  return opened.data.link
}

export async function fetchAccessToken(
  request: APIRequestContext,
  username: string,
  password: string,
): Promise<string> {
  const reply = await request.post('/auth/login/', { data: { username, password } })
  return (await reply.json()).access
}

/** Signs out through the menu and its confirmation. */
export async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account:/ })
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
}
