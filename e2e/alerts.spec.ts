import type { Server } from 'node:net'
import { expect, test } from '@playwright/test'
import { SMTPServer } from 'smtp-server'
import { startServer } from '../tools/e2e-server.mjs'
import { signIn } from './sign-in.ts'

/** Rules are looked at once a minute: the server needs that long, and this journey a mail server of its own. */
test.setTimeout(240_000)

const mails: string[] = []
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, _session, done) {
    let text = ''
    stream.on('data', part => {
      text += part
    })
    stream.on('end', () => {
      mails.push(text)
      done()
    })
  },
})
let server: Awaited<ReturnType<typeof startServer>>

test.beforeAll(async () => {
  await new Promise<void>(resolve => smtp.listen(0, '127.0.0.1', resolve))
  const address = (smtp.server as Server).address()
  if (address === null || typeof address === 'string') throw new Error('the mail server has no port')
  server = await startServer({
    SMTP_URL: `smtp://127.0.0.1:${address.port}`,
    PLUMBLINE_MAIL_FROM: 'Plumbline <mail@plumbline.example>',
  })
})
test.afterAll(async () => {
  await server?.stop()
  await new Promise<void>(resolve => smtp.close(() => resolve()))
})

test('a reminder and a price alert fire once, in the app and by mail', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: server.url })
  const page = await context.newPage()
  await signIn(page, 'investor')
  await page.goto('/overview?period=all&modal=notifications&modal.tab=rules')
  const dialog = page.getByRole('dialog', { name: 'Notifications' })
  const addRule = async (kind: string, name: string, fill: () => Promise<void>) => {
    await dialog.getByRole('button', { name: 'New rule' }).click()
    const form = dialog.getByRole('form', { name: 'New rule' })
    await form.getByRole('combobox', { name: 'Kind' }).click()
    await page.getByRole('option', { name: kind, exact: true }).click()
    await form.getByLabel('Name', { exact: true }).fill(name)
    await fill()
    await form.getByRole('checkbox', { name: 'By e-mail' }).check()
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(dialog.getByRole('switch', { name: `${name} is on` })).toBeChecked()
  }
  await addRule('Price target', 'Ether at last', async () => undefined)
  await addRule('Event reminder', 'What comes', async () => {
    const form = dialog.getByRole('form', { name: 'New rule' })
    await form.getByRole('button', { name: 'Coupon', exact: true }).click()
    await form.getByLabel('Days ahead').fill('300')
  })

  // After the rule: what was reached before there was one is not told.
  await page.goto('/watchlist')
  await page.getByRole('button', { name: 'Add ticker' }).click()
  const ticker = page.getByRole('dialog', { name: 'Add ticker' })
  await ticker.getByLabel('Ticker').fill('ether')
  await page.getByRole('option', { name: /Ether/ }).first().click()
  await ticker.getByRole('button', { name: 'Add a target' }).click()
  // Lower than it has ever been: reached as soon as someone looks.
  await ticker.getByLabel('Price of target 1').fill('1')
  await ticker.getByRole('combobox', { name: /target 1/ }).click()
  await page.getByRole('option', { name: /above/i }).click()
  await ticker.getByRole('button', { name: 'Save' }).click()
  await expect(ticker).toBeHidden()

  const about = (word: RegExp) => mails.filter(mail => word.test(mail)).length
  await expect.poll(() => about(/Subject:.*Ether/), { timeout: 150_000 }).toBe(1)
  await expect.poll(() => about(/coupon/i), { timeout: 30_000 }).toBeGreaterThan(0)
  await page.goto('/overview?period=all&modal=notifications')
  await dialog.getByRole('tab', { name: /^Inbox/ }).click()
  const inbox = page.getByRole('list', { name: 'Inbox' })
  await expect(inbox.getByRole('button', { name: /^Ether rose to 1 / })).toHaveCount(1)
  expect(about(/Subject:.*Ether/)).toBe(1)
  await context.close()
})
