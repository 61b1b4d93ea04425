import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { failed, json } from '../../testing/fake-server.ts'
import { positionsReply } from '../../testing/fixtures/positions-page.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { adding, effect, openTransaction, sent } from '../../testing/fixtures/transaction-modal.tsx'

const { transactions, positions, settings } = contract

describe('entering a transaction', () => {
  it('shows the fields of the chosen kind and offers manual accounts only', async () => {
    const user = userEvent.setup()
    const { server } = openTransaction()
    const dialog = await adding()
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect((await dialog.findAllByText('Required')).length).toBe(2)
    expect(server.to(transactions.add.path)).toHaveLength(0)
    await user.click(dialog.getByRole('combobox', { name: 'Account' }))
    expect(screen.queryByRole('option', { name: 'Private 4417' })).toBeNull()
    await user.keyboard('{Escape}')
    await user.click(dialog.getByRole('button', { name: 'Currency exchange' }))
    expect(dialog.getByLabelText('You pay')).toBeTruthy()
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

  it('names the currency of the cash and claims no equation while a rate is missing', async () => {
    const user = userEvent.setup()
    const unknown = { before: null, after: null, difference: null }
    openTransaction('', ({ path }) =>
      path === transactions.preview.path
        ? json({
            data: {
              ...effect,
              changes: [
                { figure: 'nav', name: 'NAV', currency: 'CHF', before: 100, after: 97.87, difference: -2.13 },
                { figure: 'net_cashflow', name: 'Net cash flow', currency: 'CHF', ...unknown },
                { figure: 'pnl_total', name: 'P&L', currency: 'CHF', ...unknown },
                {
                  figure: 'cash',
                  name: 'Cash',
                  currency: 'JPY',
                  before: 0,
                  after: -735000,
                  difference: -735000,
                },
              ],
            },
          })
        : undefined,
    )
    const dialog = await adding()
    await user.type(dialog.getByLabelText('Date'), '2026-11-09')
    await user.type(dialog.getByLabelText('Amount'), '1')
    expect(
      await dialog.findByText(/P&L are unknown while a price or an exchange rate is missing/),
    ).toBeTruthy()
    expect(dialog.queryByText(/^NAV .* =/)).toBeNull()
    // Yen have no decimals.
    expect(dialog.getByText('Cash, JPY').parentElement?.textContent).toBe('Cash, JPY−735,000−735,000')
  })

  it('adds up to the change of the net asset value as it is shown', async () => {
    const user = userEvent.setup()
    const change = (figure: string, difference: number) => ({
      figure,
      name: figure,
      currency: 'CHF' as const,
      before: 0,
      after: difference,
      difference,
    })
    const changes = [change('nav', 0.008), change('net_cashflow', 0.004), change('pnl_total', 0.004)]
    openTransaction('', ({ path }) =>
      path === transactions.preview.path ? json({ data: { ...effect, changes } }) : undefined,
    )
    const dialog = await adding()
    await user.type(dialog.getByLabelText('Date'), '2026-11-09')
    await user.type(dialog.getByLabelText('Amount'), '1')
    expect(await dialog.findByText('NAV +0.01 = net cash flow 0.00 + P&L +0.01')).toBeTruthy()
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
    await user.type(dialog.getByLabelText('Price, CHF'), '90')
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

  it('is filled in with the trade that closes an expired contract, price 0 included', async () => {
    const user = userEvent.setup()
    const given = 'type=sell&position=p1&date=2026-09-18&quantity=2.5&price=0&account=m1&currency=CHF'
    const { server } = openTransaction(given.replace(/(\w+)=/g, 'modal.$1=').replace(/^/, '&'))
    const dialog = await adding()
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    await waitFor(() =>
      expect(sent(server.to(transactions.add.path))).toMatchObject({
        account: 'm1',
        transaction_type: 'trade',
        side: 'sell',
        date: '2026-09-18',
        position_id: 'p1',
        quantity: 2.5,
        price: 0,
        currency: 'CHF',
      }),
    )
  })

  it('asks for the position, and names the currency of its price', async () => {
    const user = userEvent.setup()
    const { server } = openTransaction()
    const dialog = await adding()
    await user.click(dialog.getByRole('button', { name: 'Buy' }))
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    // The date, the position, the quantity and the price.
    expect((await dialog.findAllByText('Required')).length).toBe(4)
    expect(server.to(transactions.add.path)).toHaveLength(0)
    await user.click(dialog.getByLabelText('Position or instrument'))
    await user.click(await screen.findByRole('option', { name: /Aarwerk/ }))
    expect(await dialog.findByLabelText('Price, CHF')).toBeTruthy()
    expect(dialog.getAllByText('Required')).toHaveLength(3)
  })

  it('leaves the account open while several families are in view, and transfers within one', async () => {
    const user = userEvent.setup()
    const account = { name: 'Current account', custodian: 'manual', currency: 'GBP', is_manual: true }
    openTransaction('', ({ path }) => {
      if (path.split('?')[0] !== settings.read.path) return undefined
      const { settings: own, lists } = settingsReply()
      const families = [
        { id: 'f1', name: 'Keller' },
        { id: 'f2', name: 'Moser' },
      ]
      const accounts = [
        { ...account, id: 'm1', family: 'f1' },
        { ...account, id: 'm2', family: 'f2' },
        { ...account, id: 'm3', name: 'Savings', family: 'f2' },
      ]
      return json({ data: { settings: own, lists: { ...lists, families, accounts } } })
    })
    const dialog = await adding()
    await user.click(dialog.getByRole('button', { name: 'Transfer' }))
    await user.click(dialog.getByRole('combobox', { name: 'Account' }))
    expect((await screen.findAllByRole('option')).map(option => option.textContent)).toEqual([
      'Current accountKeller',
      'Current accountMoser',
      'SavingsMoser',
    ])
    await user.click(screen.getByRole('option', { name: /Savings/ }))
    await user.click(dialog.getByRole('combobox', { name: 'To account' }))
    expect((await screen.findAllByRole('option')).map(option => option.textContent)).toEqual([
      'Current account',
    ])
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
    await user.type(dialog.getByLabelText(/^Price/), '97')
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
        ? failed(400, 'invalid_field', 'The date cannot be in the future.', 'date')
        : undefined,
    )
    const dialog = await adding()
    await user.type(dialog.getByLabelText('Date'), '2026-11-30')
    await user.type(dialog.getByLabelText('Amount'), '5')
    await user.click(dialog.getByRole('button', { name: 'Add' }))
    expect(await dialog.findByText('The date cannot be in the future.')).toBeTruthy()
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
