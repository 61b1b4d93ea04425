import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { positionsReply } from '../../testing/fixtures/positions-page.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import type { Effect, Transaction, Version } from './use-transactions.ts'
// Loaded beforehand, so that no test waits for code.
import '../../app/shell/default-layout.tsx'
import '../watchlist/watchlist-screen.tsx'
import './transaction-modal.tsx'

const { transactions, settings, positions, watchlist } = contract

const effect: Effect = {
  changes: [
    { figure: 'nav', name: 'Net asset value', before: 100, after: 150, difference: 50 },
    { figure: 'net_cashflow', name: 'Net cash flow', before: 100, after: 150, difference: 50 },
    { figure: 'pnl_total', name: 'P&L', before: 0, after: 0, difference: 0 },
  ],
  warnings: [{ field: 'amount', message: 'The cash of the account would be negative.' }],
  similar: [],
  currency: 'CHF',
}

const transaction: Transaction = {
  id: 'b1',
  date: '2026-11-09',
  settle_date: null,
  account: { id: 'm1', name: 'Keepsakes' },
  custodian: { id: 'manual', name: 'Manual' },
  position_id: 'p1',
  name: 'Aarwerk Electric',
  isin: null,
  instrument_type: 'equity',
  transaction_type: 'trade',
  category: 'trade',
  side: 'buy',
  quantity: 10,
  price: 90,
  currency: 'CHF',
  fx_rate: 1,
  original_amount: -900,
  original_fees: 0,
  original_taxes: 0,
  calculated_amount: -900,
  calculated_fees: 0,
  calculated_taxes: 0,
  note: null,
  source: 'manual',
  status: 'booked',
  revision: 2,
  is_editable: true,
  flags: [],
}

const entered: Version['entered'] = {
  quantity: 10,
  price: 90,
  amount: -900,
  accrued: null,
  counter_currency: null,
  counter_amount: null,
  ratio: null,
  basis_share: null,
  fees: 3,
  taxes: 0,
}

const versions: Version[] = [
  {
    revision: 2,
    status: 'booked',
    made_at: '2026-11-10T10:00:00.000Z',
    made_by: { id: 'u1', name: 'Jonas Weber' },
    reason: 'transport was missing',
    changes: [{ field: 'fees', before: '1', after: '3' }],
    entered,
    transaction,
  },
  {
    revision: 1,
    status: 'superseded',
    made_at: '2026-11-09T10:00:00.000Z',
    made_by: { id: 'u1', name: 'Claire Laurent' },
    reason: null,
    changes: [{ field: 'price', before: null, after: '90' }],
    entered: { ...entered, fees: 1 },
    transaction: { ...transaction, revision: 1, status: 'superseded' },
  },
]

function openTransaction(
  fields = '',
  answer: (request: FakeRequest) => Response | undefined = () => undefined,
) {
  const server = appServer(request => {
    const answered = answer(request)
    if (answered !== undefined) return answered
    const path = request.path.split('?')[0]
    // The page behind it has nothing to show.
    if (path === watchlist.list.path) return json({ next: null, previous: null, count: 0, data: [] })
    if (path === settings.read.path) {
      const { settings: own, lists } = settingsReply()
      const manual = {
        id: 'm1',
        name: 'Keepsakes',
        custodian: 'manual',
        currency: 'CHF',
        family: 'f1',
        is_manual: true,
      }
      const other = { ...manual, id: 'm2', name: 'Art' }
      return json({
        data: { settings: own, lists: { ...lists, accounts: [...lists.accounts, manual, other] } },
      })
    }
    if (path === transactions.preview.path) return json({ data: effect })
    if (path?.endsWith('/history/')) return json({ data: versions })
    if (path === positions.list.path) return json(positionsReply())
    if (path?.startsWith('/api/transactions/')) return json({ data: transaction })
    return undefined
  })
  signIn()
  return { server, app: renderApp(`/watchlist?modal=transaction${fields}`) }
}

const adding = async () => within(await screen.findByRole('dialog', { name: 'Add a transaction' }))
const sent = (requests: FakeRequest[]) => requests.filter(({ method }) => method === 'POST').at(-1)?.body

describe('entering a transaction', () => {
  it('shows the fields of the chosen kind and offers manual accounts only', async () => {
    const user = userEvent.setup()
    const { server } = openTransaction()
    const dialog = await adding()
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect((await dialog.findAllByText('This is needed.')).length).toBe(2)
    expect(server.to(transactions.add.path)).toHaveLength(0)
    await user.click(dialog.getByRole('combobox', { name: 'Account' }))
    expect(screen.queryByRole('option', { name: 'Private 4417' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(dialog.getByRole('button', { name: 'Conversion' }))
    expect(dialog.getByLabelText('You give')).toBeTruthy()
    expect(dialog.getByLabelText('Currency received')).toBeTruthy()
  })

  it('previews the effect, shows warnings and sends money paid out as negative', async () => {
    const user = userEvent.setup()
    const { server } = openTransaction()
    const dialog = await adding()
    await user.click(dialog.getByRole('button', { name: 'Withdrawal' }))
    await user.type(dialog.getByLabelText('Date'), '2026-11-09')
    await user.type(dialog.getByLabelText('Amount'), '1,250.50')
    expect(await dialog.findByText('The cash of the account would be negative.')).toBeTruthy()
    expect(dialog.getByText(/NAV \+50\.00 = net cash flow \+50\.00/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(sent(server.to(transactions.add.path))).toMatchObject({
        account: 'm1',
        transaction_type: 'withdrawal',
        amount: -1250.5,
        currency: 'CHF',
      }),
    )
  })

  it('buys more of a position found by name, with quantity and price', async () => {
    const user = userEvent.setup()
    const { server } = openTransaction()
    const dialog = await adding()
    await user.click(dialog.getByRole('button', { name: 'Buy' }))
    await user.type(dialog.getByLabelText('Date'), '2026-11-09')
    await user.click(dialog.getByLabelText('Position or instrument'))
    await user.click(await screen.findByRole('option', { name: /Aarwerk/ }))
    await user.type(dialog.getByLabelText('Quantity'), '10')
    await user.type(dialog.getByLabelText('Price'), '90')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(sent(server.to(transactions.add.path))).toMatchObject({
        transaction_type: 'trade',
        side: 'buy',
        position_id: 'p1',
        quantity: 10,
        price: 90,
        amount: null,
      }),
    )
  })

  it('adds a staking reward with its units, and needs no price', async () => {
    const user = userEvent.setup()
    const { server } = openTransaction()
    const dialog = await adding()
    await user.click(dialog.getByRole('button', { name: 'Staking reward' }))
    expect(dialog.queryByLabelText('Amount')).toBeNull()
    await user.type(dialog.getByLabelText('Date'), '2026-11-09')
    await user.click(dialog.getByLabelText('Position or instrument'))
    await user.click(await screen.findByRole('option', { name: /Aarwerk/ }))
    await user.type(dialog.getByLabelText('Quantity'), '0.5')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(sent(server.to(transactions.add.path))).toMatchObject({
        transaction_type: 'staking_reward',
        position_id: 'p1',
        quantity: 0.5,
        price: null,
        amount: null,
      }),
    )
  })

  it('asks for accrued interest with a bond, and sends interest of a bond as a coupon', async () => {
    const user = userEvent.setup()
    const { server } = openTransaction('', ({ path }) => {
      if (path.split('?')[0] !== positions.list.path) return undefined
      const answer = positionsReply()
      const [first] = answer.data
      return json({ ...answer, data: [{ ...first, name: 'Confederation 2032', instrument_type: 'bond' }] })
    })
    const dialog = await adding()
    await user.click(dialog.getByRole('button', { name: 'Buy' }))
    expect(dialog.queryByLabelText('Accrued interest')).toBeNull()
    await user.type(dialog.getByLabelText('Date'), '2026-11-09')
    await user.click(dialog.getByLabelText('Position or instrument'))
    await user.click(await screen.findByRole('option', { name: /Confederation/ }))
    await user.type(dialog.getByLabelText('Quantity'), '10000')
    await user.type(dialog.getByLabelText('Price'), '97')
    await user.type(dialog.getByLabelText('Accrued interest'), '125')
    await user.click(dialog.getByRole('checkbox', { name: 'Add another' }))
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(sent(server.to(transactions.add.path))).toMatchObject({
        quantity: 10_000,
        price: 97,
        accrued: 125,
      }),
    )
    await user.click(dialog.getByRole('button', { name: 'Interest' }))
    expect(dialog.getByLabelText('Currency')).toBeTruthy()
    await user.click(dialog.getByLabelText('Position or instrument'))
    await user.click(await screen.findByRole('option', { name: /Confederation/ }))
    expect(dialog.queryByLabelText('Currency')).toBeNull()
    await user.type(dialog.getByLabelText('Amount'), '500')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(sent(server.to(transactions.add.path))).toMatchObject({
        transaction_type: 'coupon',
        position_id: 'p1',
        amount: 500,
      }),
    )
  })

  it('transfers units instead of money when a position is chosen', async () => {
    const user = userEvent.setup()
    const { server } = openTransaction()
    const dialog = await adding()
    await user.click(dialog.getByRole('button', { name: 'Transfer' }))
    expect(dialog.getByLabelText('Amount')).toBeTruthy()
    await user.type(dialog.getByLabelText('Date'), '2026-11-09')
    await user.click(dialog.getByRole('combobox', { name: 'To account' }))
    await user.click(await screen.findByRole('option', { name: 'Art' }))
    await user.click(dialog.getByLabelText('Position or instrument'))
    await user.click(await screen.findByRole('option', { name: /Aarwerk/ }))
    expect(dialog.queryByLabelText('Amount')).toBeNull()
    await user.type(dialog.getByLabelText('Quantity'), '4')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(sent(server.to(transactions.add.path))).toMatchObject({
        transaction_type: 'transfer_out',
        counter_account: 'm2',
        position_id: 'p1',
        quantity: 4,
        amount: null,
      }),
    )
  })

  it('shows an error of the server under its field', async () => {
    const user = userEvent.setup()
    openTransaction('', ({ path }) =>
      path === transactions.add.path
        ? failed(400, 'invalid_field', 'Use a day that has been.', 'date')
        : undefined,
    )
    const dialog = await adding()
    await user.type(dialog.getByLabelText('Date'), '2026-11-30')
    await user.type(dialog.getByLabelText('Amount'), '5')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await dialog.findByText('Use a day that has been.')).toBeTruthy()
  })
})

describe('correcting a transaction', () => {
  const correcting = async () => {
    await screen.findByRole('button', { name: 'Save correction' })
    return within(screen.getByRole('dialog', { name: /Correct a transaction/ }))
  }

  it('shows the history and sends only changed fields, with a reason', async () => {
    const user = userEvent.setup()
    const { server } = openTransaction('&modal.id=b1')
    const dialog = await correcting()
    expect(dialog.getByText('2 versions')).toBeTruthy()
    expect(dialog.getByText('transport was missing')).toBeTruthy()
    expect(dialog.getByLabelText<HTMLInputElement>(/^Fees/).value).toBe('3')
    expect(dialog.getByLabelText<HTMLInputElement>(/^Amount/).value).toBe('-900')
    const price = dialog.getByLabelText(/^Price/)
    await user.clear(price)
    await user.type(price, '95')
    await user.click(dialog.getByRole('button', { name: 'Save correction' }))
    expect(await dialog.findByText('Say why, in a word or two.')).toBeTruthy()
    await user.type(dialog.getByLabelText('Why'), 'Invoice 118')
    await user.click(dialog.getByRole('button', { name: 'Save correction' }))
    await waitFor(() =>
      expect(server.to('/api/transactions/b1/').at(-1)).toMatchObject({
        method: 'PATCH',
        body: { price: 95, revision: 2, reason: 'Invoice 118' },
      }),
    )
    expect(server.to('/api/transactions/b1/').at(-1)?.body).not.toHaveProperty('quantity')
  })

  it('corrects the amount a conversion received, in its own currency', async () => {
    const user = userEvent.setup()
    const converted: Version['entered'] = {
      ...entered,
      quantity: null,
      price: null,
      counter_currency: 'USD',
      counter_amount: 1000,
    }
    const history = versions.map(version => ({ ...version, entered: converted }))
    const { server } = openTransaction('&modal.id=b1', ({ path }) =>
      path.endsWith('/history/') ? json({ data: history }) : undefined,
    )
    const dialog = await correcting()
    expect(dialog.queryByLabelText(/^Quantity/)).toBeNull()
    const received = dialog.getByLabelText('You get, USD')
    await user.clear(received)
    await user.type(received, '1010.25')
    await user.type(dialog.getByLabelText('Why'), 'As on the slip')
    await user.click(dialog.getByRole('button', { name: 'Save correction' }))
    await waitFor(() =>
      expect(server.to('/api/transactions/b1/').at(-1)).toMatchObject({
        method: 'PATCH',
        body: { counter_amount: 1010.25, revision: 2, reason: 'As on the slip' },
      }),
    )
  })

  it('voids with a reason and restores on undo', async () => {
    const user = userEvent.setup()
    const { server } = openTransaction('&modal.id=b1')
    await user.click((await correcting()).getByRole('button', { name: /Void/ }))
    const question = within(await screen.findByRole('dialog', { name: 'Void this transaction?' }))
    await user.type(question.getByLabelText('Why'), 'Booked twice')
    await user.click(question.getByRole('button', { name: 'Void' }))
    await waitFor(() =>
      expect(sent(server.to('/api/transactions/b1/void/'))).toEqual({ revision: 2, reason: 'Booked twice' }),
    )
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(server.to('/api/transactions/b1/restore/')).toHaveLength(1))
  })

  it('does not preview again what was just voided, which would be rejected', async () => {
    const user = userEvent.setup()
    let isVoid = false
    const { server } = openTransaction('&modal.id=b1', ({ path }) => {
      if (path.endsWith('/void/')) isVoid = true
      if (path !== transactions.preview.path || !isVoid) return undefined
      return failed(409, 'conflict', 'This transaction is already void.')
    })
    await user.click((await correcting()).getByRole('button', { name: /Void/ }))
    const question = within(await screen.findByRole('dialog', { name: 'Void this transaction?' }))
    expect(await question.findByText('Net asset value')).toBeTruthy()
    const previews = server.to(transactions.preview.path).length
    await user.type(question.getByLabelText('Why'), 'Booked twice')
    await user.click(question.getByRole('button', { name: 'Void' }))
    expect(await screen.findByText('The transaction was voided')).toBeTruthy()
    expect(server.to(transactions.preview.path)).toHaveLength(previews)
    expect(screen.queryByText(/already void/)).toBeNull()
  })

  it('undoes a correction with the values before it', async () => {
    const user = userEvent.setup()
    const { server } = openTransaction('&modal.id=b1', ({ method }) =>
      method === 'PATCH' ? json({ data: { ...transaction, revision: 3 } }) : undefined,
    )
    const dialog = await correcting()
    await user.clear(dialog.getByLabelText(/^Price/))
    await user.type(dialog.getByLabelText(/^Price/), '91')
    await user.type(dialog.getByLabelText('Why'), 'Typo')
    await user.click(dialog.getByRole('button', { name: 'Save correction' }))
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    const patches = () => server.to('/api/transactions/b1/').filter(({ method }) => method === 'PATCH')
    await waitFor(() => expect(patches()).toHaveLength(2))
    expect(patches()[1]?.body).toMatchObject({ price: 90, amount: -900, quantity: 10, fees: 3, revision: 3 })
  })
})

describe('an implausible transaction', () => {
  const asked = (confirm: unknown) =>
    Array.isArray(confirm) && confirm.includes('nav_change')
      ? undefined
      : json(
          {
            errors: [
              {
                code: 'confirmation_required',
                message: 'The net asset value would change by more than 20%.',
                field: 'amount',
                question: { code: 'nav_change', before: 1000, after: 51_000, currency: 'CHF' },
              },
            ],
          },
          409,
        )
  const open = () =>
    openTransaction('', ({ path, method, body }) =>
      path === transactions.add.path && method === 'POST'
        ? asked((body as { confirm?: unknown }).confirm)
        : undefined,
    )
  const fill = async (user: ReturnType<typeof userEvent.setup>) => {
    const dialog = await adding()
    await user.type(dialog.getByLabelText('Date'), '2026-11-09')
    await user.type(dialog.getByLabelText('Amount'), '50000')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    return within(await screen.findByRole('dialog', { name: 'Is this right?' }))
  }

  it('is saved once the question is confirmed, with its effect shown, and can be undone', async () => {
    const user = userEvent.setup()
    const { server } = open()
    const question = await fill(user)
    expect(question.getByText('The net asset value would change by more than 20%.')).toBeTruthy()
    expect(question.getByText(/^51,000/)).toBeTruthy()
    await user.click(question.getByRole('button', { name: 'Save anyway' }))
    await waitFor(() =>
      expect(sent(server.to(transactions.add.path))).toMatchObject({ confirm: ['nav_change'] }),
    )
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(server.to('/api/transactions/b1/void/')).toHaveLength(1))
  })

  it('stays in the form when the user goes back', async () => {
    const user = userEvent.setup()
    const { server } = open()
    const question = await fill(user)
    await user.click(question.getByRole('button', { name: 'Go back' }))
    const dialog = await adding()
    expect(dialog.getByLabelText<HTMLInputElement>('Amount').value).toBe('50000')
    expect(server.to(transactions.add.path)).toHaveLength(1)
  })
})
