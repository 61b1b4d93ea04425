import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import type { Asset, AssetForm } from './asset-types.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import '../plausibility/question-dialog.tsx'
import '../watchlist/watchlist-screen.tsx'
import './manual-assets-modal.tsx'

const { assets, settings, accounts, watchlist } = contract

const field = (name: string, kind: AssetForm['fields'][number]['kind'], isRequired = false) => ({
  name,
  label: name,
  kind,
  is_required: isRequired,
  options: name === 'account' ? [{ id: 'a9', name: 'Keepsakes' }] : [],
})
const common = [
  field('name', 'text', true),
  field('account', 'account', true),
  field('currency', 'currency', true),
]
const purchase = { slug: 'purchase', name: 'Purchase', transaction_type: 'trade' } as const
const forms: AssetForm[] = [
  {
    id: 'real_estate',
    name: 'Real estate',
    fields: [...common, field('location', 'text')],
    transaction_types: [purchase],
  },
  {
    id: 'loan',
    name: 'Loan',
    fields: [...common, field('interest_rate', 'percent'), field('maturity', 'date')],
    transaction_types: [{ slug: 'drawdown', name: 'Drawdown', transaction_type: 'trade' }],
  },
]

const manualAccount = { id: 'a9', currency: 'CHF', cash: 'tracked', balances: [] }

const house: Asset = {
  id: 'h1',
  position_id: 'p1',
  type: 'real_estate',
  instrument_type: 'real_estate',
  name: 'Lindenhofweg 12',
  account: { id: 'a9', name: 'Keepsakes' },
  family: { id: 'f1', name: 'Aebi-Laurent' },
  currency: 'CHF',
  country: null,
  sector: null,
  notes: null,
  isin: null,
  base_currency: null,
  quote_currency: null,
  location: 'Zurich',
  author: null,
  year: null,
  maturity: null,
  interest_rate: null,
  side: null,
  payments_per_year: null,
  day_count: null,
  repayment: null,
  value: 900_000,
  value_calculated: 900_000,
  valued_on: '2026-06-30',
  transactions_count: 1,
  valuations_count: 1,
  revision: 3,
  flags: [],
  transactions: [
    {
      id: 'b1',
      date: '2024-04-01',
      type: 'purchase',
      quantity: 1,
      price: null,
      amount: -850_000,
      accrued: null,
      ratio: null,
      fees: 7000,
      taxes: 0,
      note: null,
      paid_from: 'account',
      revision: 1,
    },
  ],
  valuations: [
    { id: 'v1', date: '2026-06-30', value: 900_000, source: 'Appraiser', change_rel: null, revision: 1 },
  ],
  fund: null,
  loan: null,
  property: null,
  schedule: null,
}

const one = assets.read.path.replace(':id', 'h1')

function openAssets(fields = '', respond: (request: FakeRequest) => Response | undefined = () => undefined) {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0]
    // The page behind the modal is empty.
    if (path === watchlist.list.path) return json({ next: null, previous: null, count: 0, data: [] })
    if (path === settings.read.path) return json({ data: settingsReply() })
    if (path === assets.formFields.path) return json({ data: forms, accounts: [manualAccount] })
    if (path === assets.list.path)
      return json({
        next: null,
        previous: null,
        count: 1,
        data: [house],
        total: { value: 900_000, currency: 'CHF' },
      })
    if (path === one && request.method === 'DELETE') return new Response(null, { status: 204 })
    if (path?.startsWith('/api/positions/manage/')) return json({ data: house })
    if (path === accounts.list.path)
      return json({
        next: null,
        previous: null,
        count: 1,
        data: [
          { id: 'a9', name: 'Keepsakes', is_manual: true, currency: 'CHF', transactions_count: 2 },
          { id: 'a1', name: 'Custody', is_manual: false, currency: 'CHF', transactions_count: 2 },
        ],
      })
    return undefined
  })
  signIn()
  return { server, app: renderApp(`/watchlist?modal=assets${fields}`) }
}

const dialog = () => screen.findByRole('dialog', { name: 'Asset manager' })
const lastPost = (requests: FakeRequest[]) => requests.filter(({ method }) => method === 'POST').at(-1)?.body

describe('the asset manager', () => {
  it('lists the assets with their sum and shows the first one', async () => {
    openAssets()
    const list = within(await dialog()).getByRole('navigation', { name: 'Assets' })
    expect(await within(list).findByText('Lindenhofweg 12')).toBeTruthy()
    expect(list.textContent).toContain('900,000.00')
    expect(((await screen.findByLabelText('Location')) as HTMLInputElement).value).toBe('Zurich')
  })

  /** Enters a purchase of 500,000 in the form of a new asset. */
  async function enterPurchase(user: ReturnType<typeof userEvent.setup>, shown: ReturnType<typeof within>) {
    await user.click(await shown.findByRole('tab', { name: /Transactions/ }))
    await user.click(await shown.findByRole('button', { name: 'Add transaction' }))
    const entry = within(await screen.findByRole('dialog', { name: /^Transaction of/ }))
    await user.type(entry.getByLabelText('Date'), '2026-01-05')
    await user.type(entry.getByLabelText(/^Amount/), '500,000')
    return entry
  }

  it('takes the currency of the account and asks whether its cash paid', async () => {
    const user = userEvent.setup()
    const { server } = openAssets('&modal.form=new')
    const shown = within(await dialog())
    await user.type(await shown.findByLabelText('Name'), 'Chalet')
    const entry = await enterPurchase(user, shown)
    // The account holds no cash, so it was probably paid elsewhere.
    const question = within(entry.getByRole('group', { name: 'Was it paid from this account?' }))
    expect((question.getByRole('radio', { name: /^No, elsewhere/ }) as HTMLInputElement).checked).toBe(true)
    expect(question.getByText('Cash unchanged · NAV CHF +500,000.00')).toBeTruthy()
    expect(question.getByText('Cash CHF 0.00 → CHF −500,000.00 · NAV unchanged')).toBeTruthy()
    await user.click(entry.getByRole('button', { name: 'Add' }))
    expect(await shown.findByText('paid elsewhere')).toBeTruthy()
    await user.click(shown.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(lastPost(server.to(assets.create.path))).toMatchObject({
        type: 'real_estate',
        name: 'Chalet',
        account: 'a9',
        currency: 'CHF',
        transactions: [{ date: '2026-01-05', type: 'purchase', amount: 500_000, paid_from: 'elsewhere' }],
      }),
    )
  })

  it('keeps neither the house nor its mortgage when the question about the mortgage is declined', async () => {
    const user = userEvent.setup()
    const { server } = openAssets('&modal.form=new', ({ path, method, body }) => {
      if (path !== assets.create.path || method !== 'POST' || Object(body).type !== 'loan') return undefined
      const question = { code: 'nav_change', before: 900_000, after: 300_000, currency: 'CHF' }
      return json({ errors: [{ code: 'confirmation_required', message: 'Large.', question }] }, 409)
    })
    const shown = within(await dialog())
    await user.type(await shown.findByLabelText('Name'), 'Chalet')
    await user.type(shown.getByLabelText('Bought on'), '2026-01-05')
    await user.type(shown.getByLabelText(/^Purchase price/), '900000')
    await user.type(shown.getByLabelText(/^Mortgage/), '600000')
    await user.click(shown.getByRole('button', { name: 'Save' }))
    await user.click(await screen.findByRole('button', { name: 'Go back' }))
    await waitFor(() => expect(server.to(one).map(({ method }) => method)).toContain('DELETE'))
    expect(screen.queryByText(/The mortgage was not saved/)).toBeNull()
    expect((shown.getByLabelText('Name') as HTMLInputElement).value).toBe('Chalet')
  })

  it('opens the tab of a missing field, marks it and focuses the field', async () => {
    const user = userEvent.setup()
    openAssets('&modal.form=new')
    const shown = within(await dialog())
    const entry = await enterPurchase(user, shown)
    await user.click(entry.getByRole('button', { name: 'Add' }))
    await user.click(await shown.findByRole('button', { name: 'Save' }))
    expect(await shown.findByText('Required')).toBeTruthy()
    expect(
      within(shown.getByRole('tab', { name: /General/ })).getByLabelText('Needs correction'),
    ).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(shown.getByLabelText('Name')))
  })

  it('opens the entry that the server refuses, with its message', async () => {
    const user = userEvent.setup()
    openAssets('&modal.form=new', ({ path, method }) =>
      path === assets.create.path && method === 'POST'
        ? json(
            { errors: [{ code: 'invalid_field', message: 'Too much.', field: 'transactions.0.amount' }] },
            400,
          )
        : undefined,
    )
    const shown = within(await dialog())
    await user.type(await shown.findByLabelText('Name'), 'Chalet')
    const first = await enterPurchase(user, shown)
    await user.click(first.getByRole('button', { name: 'Add' }))
    await user.click(shown.getByRole('tab', { name: 'General' }))
    await user.click(shown.getByRole('button', { name: 'Save' }))
    const entry = within(await screen.findByRole('dialog', { name: 'Transaction of Chalet' }))
    expect(await entry.findByText('Too much.')).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(entry.getByLabelText(/^Amount/)))
  })

  it('sends percentages as fractions and shows other fields for another type', async () => {
    const user = userEvent.setup()
    const { server } = openAssets('&modal.form=new')
    const shown = within(await dialog())
    await user.click(await shown.findByRole('combobox', { name: 'Type' }))
    await user.click(await screen.findByRole('option', { name: 'Loan' }))
    expect(shown.queryByLabelText('Location')).toBeNull()
    await user.type(shown.getByLabelText('Name'), 'To a friend')
    await user.type(shown.getByLabelText('Interest rate, %'), '2.5')
    await user.type(shown.getByLabelText('Currency'), 'EUR')
    await user.click(await screen.findByRole('option', { name: /EUR/ }))
    await user.click(shown.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(lastPost(server.to(assets.create.path))).toMatchObject({ type: 'loan', interest_rate: 0.025 }),
    )
  })

  it('sends corrected and voided entries with the version that was read', async () => {
    const user = userEvent.setup()
    const { server } = openAssets('&modal.id=h1&modal.tab=transactions')
    const shown = within(await dialog())
    await user.click(await shown.findByRole('button', { name: 'Void the entry of 1 Apr 2024' }))
    expect(await shown.findByText('will be voided')).toBeTruthy()
    await user.click(shown.getByRole('tab', { name: /Valuations/ }))
    await user.click(await shown.findByRole('button', { name: 'Correct the entry of 30 Jun 2026' }))
    const entry = within(await screen.findByRole('dialog', { name: /Valuation of/ }))
    await user.clear(entry.getByLabelText(/^Value/))
    await user.type(entry.getByLabelText(/^Value/), '950000')
    await user.click(entry.getByRole('button', { name: 'Use these values' }))
    await user.click(shown.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(lastPost(server.to(one))).toMatchObject({
        revision: 3,
        transactions: [{ id: 'b1', is_void: true }],
        valuations: [{ id: 'v1', value: 950_000, is_void: false }],
      }),
    )
  })

  it('reports a concurrent change and offers the newer version', async () => {
    const user = userEvent.setup()
    openAssets('&modal.id=h1', ({ path, method }) =>
      path === one && method === 'POST' ? failed(409, 'conflict', 'Someone changed this.') : undefined,
    )
    const shown = within(await dialog())
    await user.type(await shown.findByLabelText('Location'), '!')
    await user.click(shown.getByRole('button', { name: 'Save' }))
    expect(await shown.findByText(/Someone else changed this asset/)).toBeTruthy()
    expect(shown.getByRole('button', { name: 'Reload' })).toBeTruthy()
  })

  it('deletes after a confirmation and restores with Undo', async () => {
    const user = userEvent.setup()
    const { server } = openAssets('&modal.id=h1')
    const shown = within(await dialog())
    await user.click(await shown.findByRole('button', { name: 'Delete asset' }))
    const question = within(await screen.findByRole('dialog', { name: 'Delete Lindenhofweg 12?' }))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(server.to(`${one}restore/`)).toHaveLength(1))
  })

  it('renames manual accounts and closes them only after their name is typed', async () => {
    const user = userEvent.setup()
    const { server } = openAssets('&modal.form=accounts')
    const shown = within(await dialog())
    const name = await shown.findByLabelText('Name of Keepsakes')
    expect(shown.queryByLabelText('Name of Custody')).toBeNull()
    expect(shown.getByText(/contact your account manager/)).toBeTruthy()
    await user.clear(name)
    await user.type(name, 'Art')
    await user.click(shown.getByRole('button', { name: 'Rename' }))
    const path = accounts.change.path.replace(':id', 'a9')
    await waitFor(() => expect(server.to(path)[0]?.body).toEqual({ name: 'Art' }))
    await user.click(await shown.findByRole('button', { name: 'Close Keepsakes' }))
    const question = within(await screen.findByRole('dialog', { name: 'Close Keepsakes?' }))
    const erase = question.getByRole('button', { name: 'Delete account' })
    expect((erase as HTMLButtonElement).disabled).toBe(true)
    await user.type(question.getByLabelText(/Type Keepsakes/), 'Keepsakes')
    await user.click(erase)
    await waitFor(() =>
      expect(server.to(path).at(-1)).toMatchObject({ method: 'DELETE', body: { name: 'Keepsakes' } }),
    )
  })
})
