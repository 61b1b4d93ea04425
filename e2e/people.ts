import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { demoPassword } from './sign-in.ts'

export const newPassword = 'plumb lines hang true'

/** Someone who was invited and registered, by the calls alone; what they do then, a journey shows. */
export async function addPerson(request: APIRequestContext, username: string): Promise<{ email: string }> {
  const email = `${username}@example.com`
  const access = await accessOf(request, 'admin', demoPassword)
  const as = { headers: { authorization: `Bearer ${access}` } }
  const families = await request.post('/api/families/list/', { data: {}, ...as })
  const family = (await families.json()).data[0].id
  const invited = await request.post('/api/users/', { data: { email, role: 'investor', family }, ...as })
  expect(invited.status()).toBe(200)
  const parts = Object.fromEntries(new URL(await mailedLink(request, email, access)).searchParams)
  const data = { ...parts, username, name: 'Test Person', password: newPassword }
  expect((await request.post('/auth/invitation/', { data })).status()).toBe(200)
  return { email }
}

/** Someone in a family of their own, so that no other journey sees its figures move. */
export async function addFamily(request: APIRequestContext): Promise<string> {
  const username = `own${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`
  const access = await accessOf(request, 'admin', demoPassword)
  const as = { headers: { authorization: `Bearer ${access}` } }
  const made = await request.post('/api/families/', { data: { name: username, currency: 'CHF' }, ...as })
  const family = (await made.json()).data.id
  const email = `${username}@example.com`
  const invited = await request.post('/api/users/', { data: { email, role: 'investor', family }, ...as })
  expect(invited.status()).toBe(200)
  const data = {
    ...Object.fromEntries(new URL(await mailedLink(request, email, access)).searchParams),
    username,
    name: 'Own Family',
    password: newPassword,
  }
  expect((await request.post('/auth/invitation/', { data })).status()).toBe(200)
  return username
}

/** The link in the newest mail to an address, which an administrator finds in the outbox of a server without mail. */
export async function mailedLink(
  request: APIRequestContext,
  address: string,
  adminAccess?: string,
): Promise<string> {
  const access = adminAccess ?? (await accessOf(request, 'admin', demoPassword))
  const headers = { authorization: `Bearer ${access}` }
  const outbox = await request.get('/api/outbox/?status=waiting&limit=200', { headers })
  const mails: { id: string; to: string; has_link: boolean }[] = (await outbox.json()).data
  const mail = mails.find(({ to, has_link }) => to === address && has_link)
  if (!mail) throw new Error(`no mail to ${address} holds a link`)
  const opened = await (await request.get(`/api/outbox/${mail.id}/`, { headers })).json()
  return opened.data.link
}

export async function accessOf(
  request: APIRequestContext,
  username: string,
  password: string,
): Promise<string> {
  const reply = await request.post('/auth/login/', { data: { username, password } })
  return (await reply.json()).access
}

/** Signs out as a person does, by the menu and its question. */
export async function signOut(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Account:/ })
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/login/)
}
