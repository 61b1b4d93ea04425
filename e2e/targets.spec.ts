import { readFile } from 'node:fs/promises'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { expectNoSeriousViolations } from './support/accessibility.ts'
import { callApi, measureOverflow, phoneSize } from './support/figures.ts'
import { demoPassword, openSignedIn } from './support/sign-in.ts'
import { addFamily, addUser, fetchAccessToken, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

const drift = (page: Page) => page.getByRole('table', { name: 'Current against target' })
const orders = (page: Page) => page.getByRole('table', { name: 'Proposal to rebalance' })

/** The names of the targets that a user sees. */
async function listTargets(
  request: APIRequestContext,
  username: string,
  password: string,
): Promise<string[]> {
  const access = await fetchAccessToken(request, username, password)
  const reply = await request.get('/api/targets/', { headers: { authorization: `Bearer ${access}` } })
  expect(reply.status()).toBe(200)
  return (await reply.json()).data.map(({ name }: { name: string }) => name)
}

/** Limits a user to the first account of the family. */
async function limitToOneAccount(request: APIRequestContext, email: string): Promise<void> {
  const access = await fetchAccessToken(request, 'admin', demoPassword)
  const auth = { headers: { authorization: `Bearer ${access}` } }
  const post = (url: string, data: object) => request.post(url, { data, ...auth })
  const users = (await (await post('/api/users/list/?limit=1000', {})).json()).data
  const { id, family } = users.find((user: { email: string }) => user.email === email)
  const accounts = (await (await post('/api/accounts/list/?limit=1000', { family: family.id })).json()).data
  const changed = await post(`/api/users/${id}/`, { accounts: [accounts[0].id] })
  expect(changed.status(), await changed.text()).toBe(200)
}

test('an investor sets a target, sees drift, gets a proposal and downloads the orders', async ({
  page,
  request,
}) => {
  const problems = watchConsole(page)
  await openSignedIn(page, '/overview?period=all', 'investor')
  await page.getByRole('region', { name: 'Allocation' }).getByRole('link', { name: 'Targets' }).click()
  await expect(page).toHaveURL(/\/targets/)
  await page.getByRole('button', { name: 'Set target' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Set target' })
  const name = `Balanced ${Date.now().toString(36)}`
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Target of Equity, %').fill('50')
  await dialog.getByLabel('Target of Bond, %').fill('40')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByText('The weights must add up to 100%.')).toBeVisible()
  await dialog.getByLabel('Target of Cash, %').fill('10')
  await expect(dialog.getByText('Sum 100.00%')).toBeVisible()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()

  const { data } = await callApi(page, '/api/targets/drift/')
  expect(data.target.name).toBe(name)
  await expect(drift(page).getByRole('row', { name: /Equity/ })).toContainText('50.00%')
  await expect(drift(page).getByRole('row', { name: /Equity/ })).toContainText('pp')
  await expect(orders(page).getByRole('row').nth(1)).toBeVisible()
  const proposed = (await callApi(page, '/api/targets/propose/')).data
  await expect(page.getByText(new RegExp(`^${proposed.orders.length} orders?$`))).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export orders' }).click()
  const csv = await readFile(await (await download).path(), 'utf8')
  expect(csv.trim().split('\r\n')).toHaveLength(proposed.orders.length + 1)
  expect(csv).toContain(proposed.orders[0].position.name)

  const { email } = await addUser(request, `limited${Date.now().toString(36)}`)
  await limitToOneAccount(request, email)
  expect(await listTargets(request, 'investor', demoPassword)).toContain(name)
  expect(await listTargets(request, email.replace('@example.com', ''), newPassword)).toEqual([])
  expect(await listTargets(request, await addFamily(request), newPassword)).toEqual([])

  await expectNoSeriousViolations(page)
  await page.setViewportSize(phoneSize)
  await expect(page.getByText('Proposal to rebalance')).toBeVisible()
  expect(await measureOverflow(page)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Edit target' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page
    .getByRole('dialog', { name: `Delete ${name}?` })
    .getByRole('button', { name: 'Delete' })
    .click()
  await expect(page.getByText('No target yet')).toBeVisible()
  expect(problems).toEqual([])
})
