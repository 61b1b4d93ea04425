import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, json } from '../../../testing/fake-server.ts'
import { effect, openTransaction, sent } from '../../../testing/fixtures/transaction-modal.tsx'
import type { CorrectionEffect, Recognized } from './use-security.ts'
// Loaded beforehand, so that no test waits for code.
import './security-modal.tsx'

const recognized: Recognized = {
  security: { id: 'i1', name: 'Aarwerk Electric' },
  stated: { name: 'Nordsee Windkraft', isin: null, symbol: 'NWK', currency: 'EUR', identifiers: [] },
  counts: { transaction: 1, import: 2, all: 5 },
  family: 'f1',
  correction: null,
}
const preview: CorrectionEffect = {
  transactions_count: 2,
  accounts: [{ id: 'm1', name: 'Keepsakes' }],
  positions: [
    { name: 'Aarwerk Electric', before: 25, after: 10 },
    { name: 'Nordsee Windkraft', before: 0, after: 15 },
  ],
  changes: effect.changes,
  sets_rule: true,
  currency: 'CHF',
}

function openSecurity(answer: Partial<Recognized> = {}) {
  const { server } = openTransaction('&modal.id=b1', ({ path, method }: FakeRequest) => {
    if (path.endsWith('/security/preview/')) return json({ data: preview })
    if (path.endsWith('/security/'))
      return json({
        data:
          method === 'GET'
            ? { ...recognized, ...answer }
            : { id: 'c1', transactions_count: 2, security: { id: 'i2', name: 'Nordsee Windkraft' } },
      })
    if (path.endsWith('/undo/')) return json({ data: { transactions_count: 2 } })
    return undefined
  })
  return server
}

const dialog = async () => within(await screen.findByRole('dialog', { name: 'Belongs to another security' }))

async function openForm() {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /^Another security/ }))
  return { user, form: await dialog() }
}

describe('moving transactions to another security', () => {
  it('proposes a new one as the file calls it, shows the effect, and can be undone', async () => {
    const server = openSecurity()
    const { user, form } = await openForm()
    expect(form.getByText(/Nordsee Windkraft · NWK · EUR/)).toBeTruthy()
    expect(form.getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(true)
    await user.click(form.getByRole('combobox', { name: 'Security' }))
    await user.click(await screen.findByRole('option', { name: /New security: Nordsee Windkraft/ }))
    expect(await form.findByText('2 transactions in Keepsakes')).toBeTruthy()
    expect(form.getByText('Quantity of Nordsee Windkraft')).toBeTruthy()
    expect(form.getByText('Later imports recognize it by what the file calls it.')).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Move' }))
    const path = contract.securityCorrections.post.path.replace(':id', 'b1')
    await waitFor(() =>
      expect(sent(server.to(path))).toEqual({
        scope: 'import',
        create: {
          name: 'Nordsee Windkraft',
          isin: null,
          symbol: 'NWK',
          currency: 'EUR',
          instrument_type: 'equity',
        },
      }),
    )
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(server.to('/api/security-corrections/c1/undo/')).toHaveLength(1))
  })

  it('offers to move back what was moved here before', async () => {
    const server = openSecurity({ correction: { id: 'c0', from: 'Alpine Foods', transactions_count: 3 } })
    const { user, form } = await openForm()
    expect(form.getByText(/Moved here from Alpine Foods, 3 transactions/)).toBeTruthy()
    await user.click(form.getByRole('button', { name: 'Move back' }))
    await waitFor(() => expect(server.to('/api/security-corrections/c0/undo/')).toHaveLength(1))
  })

  it('has one scope for a transaction that no import posted', async () => {
    openSecurity({ stated: null, counts: { transaction: 1, import: 1, all: 1 } })
    const { user, form } = await openForm()
    await user.click(form.getByRole('combobox', { name: 'Transactions' }))
    expect((await screen.findAllByRole('option')).map(option => option.textContent)).toEqual([
      'This one only',
    ])
  })
})
