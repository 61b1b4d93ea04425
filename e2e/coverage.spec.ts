import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type APIRequestContext, expect, type Page, request as requests, test } from '@playwright/test'
import { startServer } from '../tools/e2e-server.mjs'
import { findViolations } from './support/accessibility.ts'
import { measureOverflow } from './support/figures.ts'
import { newPassword } from './support/users.ts'
import { watchConsole } from './support/watch-console.ts'

const root = path.resolve(import.meta.dirname, '..')
const run = promisify(execFile)

/** An installation without the demo, with one administrator. */
async function openInstallation() {
  const settings = { PLUMBLINE_DEMO: '0', PLUMBLINE_MARKET_DATA: 'none' }
  const server: { url: string; data: string; stop(): Promise<void> } = await startServer(settings)
  const command = path.join(root, 'apps/api/src/commands/invite-admin.ts')
  const { stdout } = await run(process.execPath, [command, 'ada@example.com'], {
    cwd: root,
    env: { ...process.env, ...settings, PLUMBLINE_DATA: server.data },
  })
  const link = /https?:\S+/.exec(stdout)?.[0] ?? ''
  const api = await requests.newContext({ baseURL: server.url })
  const data = {
    ...Object.fromEntries(new URL(link).searchParams),
    username: 'ada',
    name: 'Ada Admin',
    password: newPassword,
  }
  expect((await api.post('/auth/invitation/', { data })).status()).toBe(200)
  return { server, api }
}

/** The columns of our own format. */
const columns =
  'date,time,settle_date,ex_date,transaction_type,side,isin,symbol,name,instrument_type,instrument_currency,exchange,country,identifiers,contract_size,expiry,strike,right,underlying,quantity,price,amount,currency,net,rate,fees,taxes,accrued,counter_currency,counter_amount,counter_account,link,numerator,denominator,reference,note,key'

type Row = Record<string, string>
const writeRow = (row: Row) =>
  columns
    .split(',')
    .map(column => row[column] ?? '')
    .join(',')
const kettle = {
  isin: 'US99KRC00006',
  symbol: 'KROC',
  name: 'Kettle Rock Properties',
  instrument_type: 'equity',
  instrument_currency: 'USD',
}
const nordhafen = {
  isin: 'DE99NHF00000',
  symbol: 'NHAF',
  name: 'Nordhafen Logistik',
  instrument_type: 'equity',
  instrument_currency: 'EUR',
}
const harborlight = {
  isin: 'DE99HWF00001',
  symbol: 'HARB',
  name: 'Harborlight Werft',
  instrument_type: 'equity',
  instrument_currency: 'EUR',
}

/** Two currencies, two purchases and a delivery without a value: neither prices nor rates. */
const rows: Row[] = [
  { date: '2026-10-01', transaction_type: 'deposit', amount: '20000', currency: 'EUR' },
  { date: '2026-10-01', transaction_type: 'deposit', amount: '10000', currency: 'USD' },
  {
    ...kettle,
    date: '2026-10-05',
    transaction_type: 'trade',
    side: 'buy',
    quantity: '40',
    price: '57.20',
    currency: 'USD',
    net: '2289.50',
    fees: '1.50',
  },
  {
    ...nordhafen,
    date: '2026-10-06',
    transaction_type: 'trade',
    side: 'buy',
    quantity: '30',
    price: '112.40',
    currency: 'EUR',
    net: '3376.90',
    fees: '4.90',
  },
  {
    ...harborlight,
    date: '2026-10-07',
    transaction_type: 'transfer_in',
    side: 'in',
    quantity: '12',
    currency: 'EUR',
  },
]
const statement = [
  columns,
  ...rows.map((row, place) => writeRow({ fees: '0', taxes: '0', key: `id:row:${place}`, ...row })),
].join('\n')

async function importStatement(api: APIRequestContext): Promise<void> {
  const login = await api.post('/auth/login/', { data: { username: 'ada', password: newPassword } })
  const headers = { authorization: `Bearer ${(await login.json()).access}` }
  const send = async (method: 'post' | 'patch' | 'get', url: string, data?: unknown) => {
    const reply = await api[method](url, { headers, ...(data === undefined ? {} : { data }) })
    expect(reply.ok(), `${url}: ${await reply.text()}`).toBe(true)
    return (await reply.json()).data
  }
  const family = await send('post', '/api/families/', { name: 'Tide', currency: 'EUR' })
  const account = await send('post', '/api/accounts/', { name: 'Depot', currency: 'EUR', family: family.id })
  const batch = await send('post', '/api/imports/', { family: family.id })
  const file = await send(
    'post',
    `/api/imports/${batch.id}/files/?name=plumbline.csv`,
    Buffer.from(statement),
  )
  await send('patch', `/api/imports/${batch.id}/files/${file.id}/`, { account: account.id })
  const job = await send('post', `/api/imports/${batch.id}/apply/`, {})
  await expect.poll(async () => (await send('get', `/api/jobs/${job.id}/`)).status).toBe('done')
}

async function signIn(page: Page, url: string): Promise<void> {
  const reply = await page.request.post(`${url}/auth/login/`, {
    headers: { 'x-plumbline-client': 'web' },
    data: { username: 'ada', password: newPassword },
  })
  expect(reply.status()).toBe(200)
}

for (const width of [1440, 390])
  test(`a statement without prices and rates becomes a true net worth, ${width} px wide`, async ({
    page,
  }, info) => {
    // It starts a server of its own.
    test.setTimeout(300_000)
    const { server, api } = await openInstallation()
    try {
      await importStatement(api)
      const consoleErrors = watchConsole(page)
      await page.setViewportSize({ width, height: 900 })
      await signIn(page, server.url)
      await page.goto(`${server.url}/overview?period=all`)
      const equation = page.getByRole('region', { name: 'Net asset value' })
      await equation.getByRole('button', { name: /^(Partial|Missing)/ }).click()

      const panel = page.getByRole('dialog', { name: 'Data quality' })
      await expect(panel.getByText('2 of 5 positions and balances are valued')).toBeVisible()
      expect(await measureOverflow(page)).toBeLessThanOrEqual(0)
      expect(await findViolations(page)).toEqual([])

      await test.step('a rate is typed', async () => {
        await panel.getByLabel('Rate of EUR', { exact: true }).fill('0')
        await panel.getByRole('button', { name: 'Save EUR' }).click()
        await expect(panel.getByText('Enter a number above 0.')).toBeVisible()
        await panel.getByLabel('Rate of EUR', { exact: true }).fill('1.16')
        await panel.getByRole('button', { name: 'Save EUR' }).click()
        await expect(panel.getByText('4 of 5 positions and balances are valued')).toBeVisible()
        await page.getByRole('button', { name: /^Undo/ }).click()
        await expect(panel.getByText('2 of 5 positions and balances are valued')).toBeVisible()
        await panel.getByLabel('Rate of EUR', { exact: true }).fill('1.16')
        await panel.getByRole('button', { name: 'Save EUR' }).click()
        await expect(panel.getByText('4 of 5 positions and balances are valued')).toBeVisible()
      })

      await test.step('a file of prices is uploaded from a security, and a bad line changes nothing', async () => {
        const shown = await panel.getByLabel('Date for Harborlight Werft').inputValue()
        const [year, month, day] = new Date(`${shown} UTC`).toISOString().slice(0, 10).split('-')
        const bank = [
          'ISIN;Datum;Kurs;Währung',
          `US99KRC00006;${day}.${month}.${year};58,10;USD`,
          `DE99NHF00000;${day}.${month}.${year};115,25;EUR`,
          `DE99HWF00001;${day}.${month}.${year};21,35;EUR`,
        ]
        const save = async (name: string, lines: string[]) => {
          const to = info.outputPath(name)
          await writeFile(to, lines.join('\n'))
          return to
        }
        await panel.getByRole('button', { name: 'Upload prices' }).first().click()
        const dialog = page.getByRole('dialog', { name: /^Upload prices/ })
        await dialog
          .getByLabel('File', { exact: true })
          .setInputFiles(await save('bad.csv', [...bank, `DE99HWF00001;31.02.${year};1,00;EUR`]))
        await dialog.getByRole('button', { name: /^Upload/ }).click()
        await expect(dialog.getByText(/^Line 5: “31.02.\d{4}” is not a date.$/)).toBeVisible()
        await dialog.getByLabel('File', { exact: true }).setInputFiles(await save('good.csv', bank))
        await dialog.getByRole('button', { name: /^Upload/ }).click()
        await expect(page.getByText('3 values read, 3 new or different.')).toBeVisible()
      })

      await test.step('nothing is left, and the overview behind has the value without a reload', async () => {
        await expect(panel.getByText('100% complete')).toBeVisible()
        await expect(panel.getByRole('heading', { name: 'Nothing is missing' })).toBeVisible()
        await panel.getByRole('button', { name: 'Close' }).click()
        // EUR 20,000 - 3,376.90 + 30 x 115.25 + 12 x 21.35, and USD 10,000 - 2,289.50 + 40 x 58.10 at 1.16
        await expect(equation).toContainText('28,987.23')
        await expect(equation.getByRole('button', { name: /^(Partial|Missing)/ })).toHaveCount(0)
      })
      // The browser reports the refused file.
      expect(consoleErrors).toEqual([expect.stringContaining('400 (Bad Request)')])
    } finally {
      await api.dispose()
      await server.stop()
    }
  })
