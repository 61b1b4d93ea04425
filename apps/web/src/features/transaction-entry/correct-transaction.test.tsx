import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { failed, json } from '../../testing/fake-server.ts'
import {
  entered,
  openTransaction,
  sent,
  transaction,
  versions,
} from '../../testing/fixtures/transaction-modal.tsx'
import type { Version } from './use-transactions.ts'

const { transactions } = contract

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
    expect(await dialog.findByText('Enter a reason.')).toBeTruthy()
    await user.type(dialog.getByLabelText('Reason'), 'Invoice 118')
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
    const received = dialog.getByLabelText('You receive, USD')
    await user.clear(received)
    await user.type(received, '1010.25')
    await user.type(dialog.getByLabelText('Reason'), 'As on the slip')
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
    await user.type(question.getByLabelText('Reason'), 'Booked twice')
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
      return failed(409, 'conflict', 'This transaction is already voided.')
    })
    await user.click((await correcting()).getByRole('button', { name: /Void/ }))
    const question = within(await screen.findByRole('dialog', { name: 'Void this transaction?' }))
    expect(await question.findByText('Net asset value')).toBeTruthy()
    const previews = server.to(transactions.preview.path).length
    await user.type(question.getByLabelText('Reason'), 'Booked twice')
    await user.click(question.getByRole('button', { name: 'Void' }))
    expect(await screen.findByText('Transaction voided')).toBeTruthy()
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
    await user.type(dialog.getByLabelText('Reason'), 'Typo')
    await user.click(dialog.getByRole('button', { name: 'Save correction' }))
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    const patches = () => server.to('/api/transactions/b1/').filter(({ method }) => method === 'PATCH')
    await waitFor(() => expect(patches()).toHaveLength(2))
    expect(patches()[1]?.body).toMatchObject({ price: 90, amount: -900, quantity: 10, fees: 3, revision: 3 })
  })
})
