import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { openSignedIn } from './support/sign-in.ts'
import { addFamily, fetchAccessToken, newPassword } from './support/users.ts'

const list = readFileSync('/tmp/im/f/ubs-bestand.csv')
const undated = readFileSync('/tmp/im/f/comdirect-depot.csv')
const trades = readFileSync('/tmp/im/t/scalable.csv')
const de = { next: 'Weiter: Spalten von 1 Datei', unknown: 'Aufbau noch nicht bekannt', account: 'Konto von', manual: 'Neues manuelles Konto …', use: 'Dieses Konto verwenden', name: 'Name' }
for (const [theme, width, height, language, file, name] of [
  ['dark', 1440, 900, 'en-US', list, 'bestand.csv'],
  ['light', 390, 844, 'de', list, 'bestand.csv'],
  ['light', 1440, 900, 'de', trades, 'umsaetze.csv'],
  ['dark', 390, 844, 'en-US', trades, 'umsaetze.csv'],
] as const)
  test(`${theme} ${width} ${language} ${name}`, async ({ page }: { page: Page }) => {
    test.setTimeout(240_000)
    await page.addInitScript(t => localStorage.setItem('plumbline_theme', t), theme)
    await page.setViewportSize({ width, height })
    const user = await addFamily(page.request)
    const token = await fetchAccessToken(page.request, user, newPassword)
    await page.request.patch('/api/settings/', { data: { language }, headers: { authorization: `Bearer ${token}` } })
    await openSignedIn(page, '/overview?modal=import', user, newPassword)
    const shot = async (step: string) => {
      await page.waitForTimeout(1200)
      await page.screenshot({ path: `/tmp/im/shots/${theme}-${width}-${language}-${name}-${step}.png`, fullPage: false })
    }
    const dialog = page.getByRole('dialog').first()
    await dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer: file })
    await expect(dialog.getByText(/Layout not known yet|Aufbau noch nicht bekannt/)).toBeVisible()
    await shot('1-files')
    await dialog.getByRole('button', { name: /^(Next: columns|Weiter: Spalten)/ }).click()
    await page.waitForTimeout(800)
    await page.getByRole('combobox', { name: /^(Account of|Konto von)/ }).first().click()
    await page.getByRole('option', { name: /^(New manual account|Neues manuelles Konto)/ }).click()
    const opening = page.getByRole('dialog', { name: /^(New manual account|Neues manuelles Konto)/ })
    await opening.getByLabel('Name').fill('Depot')
    await opening.locator('button[type=submit]').click()
    await page.waitForTimeout(1500)
    await shot('2-columns')
    await dialog.locator('section').filter({ hasText: /Number and date formats|Zahlen- und Datumsformate/ }).first().scrollIntoViewIfNeeded()
    await shot('3-columns-below')
    await dialog.getByRole('button', { name: /^(Next: preview|Weiter: Vorschau|Weiter: \d)/ }).last().click()
    await page.waitForTimeout(2000)
    await shot('4-preview')
    await dialog.locator('footer button').last().click()
    await page.waitForTimeout(6000)
    await shot('5-applied')
  })
