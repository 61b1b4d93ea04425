import { expect, type Page, test } from '@playwright/test'
import { callApi, measureOverflow } from './support/figures.ts'
import { openSignedIn } from './support/sign-in.ts'
import { addFamily, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

/** Two files that call their securities by one symbol, of which the second one is another security. */
const header = 'Date,Type,Symbol,Name,Quantity,Price,Currency,Amount'
const files = [
  ['2026-01-05,Deposit,,,,,EUR,50000', '2026-01-13,Buy,KTRX,Kontor Software,40,231.1,EUR,-9244'],
  ['2026-02-20,Buy,KTRX,Kontor Extra,15,240,EUR,-3600'],
].map(rows => Buffer.from([header, ...rows].join('\r\n')))

async function choose(page: Page, label: string, option: string | RegExp): Promise<void> {
  await page.getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option }).click()
  await expect(page.getByRole('listbox')).toBeHidden()
}

async function importFile(page: Page, name: string, buffer: Buffer, isFirst: boolean): Promise<void> {
  await page.goto('/watchlist?modal=import')
  const dialog = page.getByRole('dialog', { name: /^Import/ })
  await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer })
  if (isFirst) {
    await dialog.getByRole('button', { name: 'Next: columns of 1 file' }).click()
    await choose(page, `Account of ${name}`, 'New manual account …')
    const opening = page.getByRole('dialog', { name: 'New manual account' })
    await opening.getByLabel('Name').fill('Tannwald')
    await opening.getByRole('button', { name: 'Use this account' }).click()
    // Later files of this layout are read at once.
  } else await choose(page, `Account of ${name}`, /Tannwald/)
  await dialog.getByRole('button', { name: /^Next: preview/ }).click()
  await dialog.getByRole('button', { name: /^Post / }).click()
  await expect(dialog.getByText(/transactions? posted\./)).toBeVisible()
}

const readHeld = async (page: Page): Promise<[string, number][]> =>
  (await callApi(page, '/api/positions/list/')).data
    .map((row: { name: string; quantity: number }) => [row.name, row.quantity])
    .toSorted()

for (const width of [1440, 390])
  test(`a client moves a purchase to the security that it belongs to, and back, at ${width}`, async ({
    page,
  }) => {
    const consoleErrors = watchConsole(page)
    await page.setViewportSize({ width, height: 844 })
    await openSignedIn(page, '/overview', await addFamily(page.request), newPassword)
    for (const [place, buffer] of files.entries())
      await importFile(page, `depot-${place}.csv`, buffer, place === 0)
    expect(await readHeld(page)).toEqual([['Kontor Software', 55]])

    const { data } = await callApi(page, '/api/transactions/list/?q=Kontor')
    const bought = data.find(({ quantity }: { quantity: number }) => quantity === 15)
    await page.goto(`/watchlist?modal=transaction&modal.id=${bought.id}`)
    await page.getByRole('button', { name: 'Another security…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Belongs to another security' })
    await expect(dialog.getByText('In the file: Kontor Extra · KTRX · EUR')).toBeVisible()
    await choose(page, 'Security', /^New security: Kontor Extra/)
    await expect(dialog.getByText('Quantity of Kontor Extra')).toBeVisible()
    await expect(dialog.getByText('1 transaction in Tannwald')).toBeVisible()
    await expect(dialog.getByText('Later imports recognize it by what the file calls it.')).toBeVisible()
    expect(await measureOverflow(page)).toBe(0)
    await page.screenshot({ path: test.info().outputPath('security.png') })
    await dialog.getByRole('button', { name: 'Move', exact: true }).click()
    await expect(page.getByText('Moved to Kontor Extra')).toBeVisible()
    expect(await readHeld(page)).toEqual([
      ['Kontor Extra', 15],
      ['Kontor Software', 40],
    ])

    await page.goto(`/watchlist?modal=security&modal.id=${bought.id}`)
    await dialog.getByRole('button', { name: 'Move back' }).click()
    await expect(page.getByText('Moved back')).toBeVisible()
    expect(await readHeld(page)).toEqual([['Kontor Software', 55]])
    expect(consoleErrors).toEqual([])
  })
