import { type APIRequestContext, expect, type Locator, type Page, test } from '@playwright/test'
import { openSignedIn } from './support/sign-in.ts'
import { addFamily, fetchAccessToken, newPassword } from './support/users.ts'

/** A repeatable series of numbers from 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const authorized = async (request: APIRequestContext, username: string, password: string) => ({
  authorization: `Bearer ${await fetchAccessToken(request, username, password)}`,
})

interface Security {
  id: string
  currency: string
  price: number
}

/** Securities with a price on a day, and an exchange rate of dinars, which the demo has none of. */
async function prepareMarket(request: APIRequestContext, date: string): Promise<Security[]> {
  const headers = await authorized(request, 'admin', 'plumbline-demo')
  const confirm = ['nav_change', 'unusual_price']
  for (const [day, rate] of [
    ['2024-01-02', 3.2537],
    ['2026-11-16', 3.2611],
  ] as const)
    await request.post('/api/rates/', {
      data: { base: 'KWD', quote: 'USD', rate, date: day, confirm },
      headers,
    })
  const listed = await request.get('/api/instruments/?instrument_type=equity&limit=200', { headers })
  const found: Security[] = []
  for (const { id, currency, family } of (await listed.json()).data) {
    if (found.length === 6) break
    // Other journeys import securities of their families.
    if (family !== null) continue
    const url = `/api/instruments/${id}/prices/?start_date=${date}&limit=1000`
    const { data } = await (await request.get(url, { headers })).json()
    const [last] = data.slice(-1)
    if (last) found.push({ id, currency, price: last.close ?? last.price })
  }
  return found
}

/** A family with deposits, withdrawals, trades and dividends of random amounts with odd decimals. */
async function addRandomFamily(request: APIRequestContext, currency: string, seed: number): Promise<string> {
  const random = createRandom(seed)
  const securities = await prepareMarket(request, '2025-03-03')
  expect(securities.length).toBeGreaterThan(3)
  const username = await addFamily(request, currency)
  const headers = await authorized(request, username, newPassword)
  const opened = await request.post('/api/accounts/', { data: { name: 'Home', currency }, headers })
  expect(opened.status(), await opened.text()).toBe(200)
  const account = (await opened.json()).data.id
  const confirm = ['nav_change', 'before_first_day', 'unusual_price']
  const post = async (entry: object) => {
    const reply = await request.post('/api/transactions/', { data: { account, confirm, ...entry }, headers })
    expect(reply.status(), await reply.text()).toBe(200)
  }
  const cents = (most: number) => Math.round(random() * most * 100) / 100
  for (const other of new Set([currency, 'CHF', 'USD', 'EUR'])) {
    await post({
      transaction_type: 'deposit',
      date: '2025-03-03',
      currency: other,
      amount: 200_000 + cents(90_000),
    })
    await post({ transaction_type: 'withdrawal', date: '2026-02-03', currency: other, amount: cents(9000) })
  }
  for (const { id: instrument, price, currency: own } of securities) {
    const trade = { transaction_type: 'trade', instrument, currency: own }
    const bought = 5 + Math.floor(random() * 40)
    await post({ ...trade, date: '2025-03-04', quantity: bought, price, fees: cents(30) })
    const sold = random() < 0.3 ? bought : Math.floor(bought / 3)
    await post({ ...trade, date: '2026-04-07', quantity: -sold, price: price * (0.8 + random() / 2) })
  }
  return username
}

/** The digits of a figure, without its sign, currency and thousands. */
const readDigits = (text: string): string => text.replaceAll(/[^\d.]/g, '')

const textOf = async (found: Locator): Promise<string> => readDigits(await found.first().innerText())

/** The last value of every line of a chart. */
async function readLast(page: Page, chart: string): Promise<Record<string, string>> {
  const table = page.getByRole('table', { name: chart })
  await expect(table.locator('tbody tr').first()).toBeAttached()
  const rows = await table
    .locator('tbody tr')
    .evaluateAll(lines =>
      lines.map(line => [...line.querySelectorAll('th, td')].map(cell => cell.textContent ?? '')),
    )
  return Object.fromEntries(
    rows.map(([name = '', , last = '']) => [name, readDigits(last.split(' on ')[0] ?? '')]),
  )
}

const figures = [
  'balance_total',
  'balance_allocated',
  'balance_cash',
  'opening_total',
  'net_cashflow',
  'deposits',
  'withdrawals',
  'pnl_abs_total',
  'pnl_abs_realized',
  'pnl_abs_unrealized',
] as const

/** The figures of the equation by name, as they are displayed. */
async function readEquation(page: Page): Promise<Partial<Record<(typeof figures)[number], string>>> {
  const header = page.getByRole('region', { name: 'Net asset value' })
  await expect(header.locator('[data-figure=pnl_abs_total]')).toBeVisible()
  const shown: Partial<Record<(typeof figures)[number], string>> = {}
  for (const figure of figures) {
    const found = header.locator(`[data-figure=${figure}]`)
    if ((await found.count()) > 0) shown[figure] = await textOf(found)
  }
  return shown
}

for (const [currency, seed] of [
  ['CHF', 12],
  ['JPY', 22],
  ['KWD', 32],
] as const)
  test(`one figure has the same digits in every card and modal over the overview, in ${currency}`, async ({
    page,
    request,
  }) => {
    page.setDefaultTimeout(15_000)
    const username = await addRandomFamily(request, currency, seed)
    for (const period of ['all', 'ytd']) {
      const address = `/overview?period=${period}&in=${currency}&series=total,realized,unrealized`
      await openSignedIn(page, address, username, newPassword)
      const where = `${currency}, seed ${seed}, ${period}`
      const equation = await readEquation(page)

      const pnl = await readLast(page, 'Cumulative profit and loss')
      expect.soft(pnl, where).toEqual({
        Total: equation.pnl_abs_total,
        Realized: equation.pnl_abs_realized,
        Unrealized: equation.pnl_abs_unrealized,
      })
      await page.mouse.move(700, 500)
      await page.mouse.wheel(0, 4000)
      const balance = await readLast(page, 'Net asset value over time')
      expect.soft(balance, where).toEqual({
        Allocated: equation.balance_allocated,
        Cash: equation.balance_cash,
      })

      const cash = page.getByLabel('Cash by account', { exact: true }).locator('tfoot td').last()
      expect.soft(await textOf(cash), where).toBe(equation.balance_cash)

      const { start_date: from, end_date: to } = await readPeriod(page, currency, period)
      await page.goto(`${address}&modal=explain&modal.from=${from}&modal.to=${to}`)
      const explained = page.getByRole('dialog').last()
      await expect(explained.locator('[data-amount=large]').first()).toBeVisible()
      expect.soft(await textOf(explained.locator('[data-amount=large]')), where).toBe(equation.pnl_abs_total)
      const foot = (await explained.getByText(/^Value .+ before \+/).innerText())
        .split(/ [+=] /)
        .map(readDigits)
      expect
        .soft(foot, where)
        .toEqual([
          equation.opening_total ?? (currency === 'KWD' ? '0.000' : currency === 'JPY' ? '0' : '0.00'),
          equation.net_cashflow,
          equation.pnl_abs_total,
          equation.balance_total,
        ])

      if (period !== 'all') continue
      await page.goto(`${address}&modal=what-if`)
      const drawer = page.getByRole('dialog', { name: /^What-if/ })
      for (const figure of ['balance_total', 'balance_allocated', 'balance_cash', 'pnl_abs_total'] as const) {
        const before = drawer.locator(`[data-figure=${figure}]`)
        await expect(before.first()).toBeVisible()
        expect.soft(await textOf(before), `${where}, what-if, ${figure}`).toBe(equation[figure])
      }
    }
  })

/** The first and the last day of the figures on screen. */
async function readPeriod(
  page: Page,
  currency: string,
  name: string,
): Promise<{ start_date: string; end_date: string }> {
  const access = (await page.context().cookies()).find(({ name }) => name === 'plumbline_access')?.value
  const settings = await page.request.post('/api/performance/', {
    data: { settings: { currency, period: { name } } },
    headers: { authorization: `Bearer ${access}` },
  })
  return (await settings.json()).data.basis
}
