import { expect, type Page, test } from '@playwright/test'
import { writeXlsx } from '../packages/importers/test/support/write-xlsx.ts'
import { phoneSize } from './support/figures.ts'
import { openSignedIn } from './support/sign-in.ts'
import { addFamily, newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

interface Layout {
  readonly name: string
  readonly buffer: Buffer
  /** Answers that the file leaves open: the select and the option. */
  readonly answers: readonly (readonly [label: string, option: string])[]
  readonly ready: number
}

/** A German depot: preamble, decimal commas, gross amounts with fees, a total, and a word that no reader can know. */
const german: Layout = {
  name: 'umsaetze.csv',
  buffer: Buffer.from(
    [
      'Depotauszug;;;;;;;;',
      'Buchungstag;Valuta;Vorgang;ISIN;Bezeichnung;Stück;Kurs;Whg;Kurswert;Spesen;Betrag',
      '05.01.2026;05.01.2026;Einzahlung;;;;;EUR;;;50.000,00',
      '13.01.2026;15.01.2026;Kauf;DE0007164600;Kontor Software;40;231,10;EUR;9.244,00;23,11;-9.267,11',
      '20.02.2026;22.02.2026;Verkauf;DE0007164600;Kontor Software;15;240,00;EUR;3.600,00;10,00;3.590,00',
      '28.02.2026;28.02.2026;Umbuchung;DE0007164600;Kontor Software;1;;EUR;;;',
      'Summe;;;;;;;;;;44.322,89',
    ].join('\r\n'),
  ),
  answers: [['Meaning of the word Umbuchung', 'Ignore these rows']],
  ready: 3,
}

/** A workbook with a cover sheet, real dates and numbers, and two sheets with tables. */
const workbook: Layout = {
  name: 'activity.xlsx',
  buffer: writeXlsx([
    { name: 'Cover', rows: [['Account 55120'], ['All figures in USD']] },
    {
      name: 'Activity',
      rows: [
        ['Account 55120'],
        [],
        [
          'Trade date',
          'Activity type',
          'Symbol',
          'Security',
          'Shares',
          'Price',
          'Currency',
          'Commission',
          'Net amount',
        ],
        [{ day: '2026-01-06' }, 'Deposit', '', '', '', '', 'USD', '', 20000],
        [{ day: '2026-02-03' }, 'Buy', 'ORCD', 'Orchard Devices', 12, 210.125, 'USD', 4.5, -2526],
        [{ day: '2026-03-04' }, 'Cash dividend', 'ORCD', 'Orchard Devices', '', '', 'USD', '', 9.6],
      ],
    },
  ]),
  answers: [],
  ready: 3,
}

/** A French account: debit and credit, and dates that leave open which part is the day. */
const french: Layout = {
  name: 'operations.csv',
  buffer: Buffer.from(
    [
      "Date de l'opération\tOpération\tISIN\tValeur\tQuantité\tCours\tDevise\tDébit\tCrédit",
      '02/03/2026\tVersement\t\t\t\t\tEUR\t\t5 000,00',
      '04/03/2026\tAchat\tFR0000131104\tRivage Banque\t30\t61,50\tEUR\t1 845,00\t',
      '05/03/2026\tFrais de garde\t\t\t\t\tEUR\t12,00\t',
    ].join('\n'),
    'utf16le',
  ),
  answers: [['Dates', 'day.month.year']],
  ready: 3,
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
  await expect(page.getByRole('listbox')).toBeHidden()
}

async function importFile(page: Page, layout: Layout, account: string): Promise<void> {
  await page.goto('/overview?modal=import')
  const dialog = page.getByRole('dialog', { name: /^Import/ })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: layout.name, mimeType: 'application/octet-stream', buffer: layout.buffer })
  await expect(dialog.getByText('Layout not known yet')).toBeVisible()
  await dialog.getByRole('button', { name: 'Next: columns of 1 file' }).click()
  await choose(page, `Account of ${layout.name}`, 'New manual account …')
  const opening = page.getByRole('dialog', { name: 'New manual account' })
  await opening.getByLabel('Name').fill(account)
  await opening.getByRole('button', { name: 'Use this account' }).click()
  await expect(opening).toBeHidden()
  for (const [label, option] of layout.answers) await choose(page, label, option)
  const next = dialog.getByRole('button', { name: `Next: preview ${layout.ready} rows` })
  await expect(next).toBeEnabled()
  const columns = dialog.getByText('Meaning of the columns')
  expect(await columns.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await next.click()
  await expect(dialog.getByText('Will be created')).toBeVisible()
  await expect(dialog.getByText(/^\d+ rows in the file: \d+ read/)).toBeVisible()
  await expect(dialog.getByText('Net asset value before and after')).toBeVisible()
  await dialog.getByRole('button', { name: `Post ${layout.ready} transactions` }).click()
  await expect(dialog.getByText(`${layout.ready} transactions posted.`)).toBeVisible()
}

test('an investor imports three unknown layouts, a workbook and one on a phone, and sees the right positions', async ({
  page,
}) => {
  const consoleErrors = watchConsole(page)
  await page.setViewportSize({ width: 1440, height: 900 })
  await openSignedIn(page, '/overview', await addFamily(page.request), newPassword)
  await importFile(page, german, 'Tannwald')
  await importFile(page, workbook, 'Northern Trading')
  await page.setViewportSize(phoneSize)
  await importFile(page, french, 'Banque Rivage')
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.goto('/positions?period=all')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(row('Kontor Software').first()).toContainText('25')
  await expect(row('Orchard Devices').first()).toContainText('12')
  await expect(row('Rivage Banque').first()).toContainText('30')
  await page.goto('/transactions?period=all')
  // Day and month as the investor said, and nothing of the ignored rows.
  await expect(page.getByText('Umbuchung')).toHaveCount(0)
  await expect(page.getByText('4 Mar 2026').first()).toBeVisible()
  await expect(page.getByText('3 Apr 2026')).toHaveCount(0)
  expect(consoleErrors).toEqual([])
})
