import { contract } from 'virtual:contract'
import { screen, within } from '@testing-library/react'
import { type FakeRequest, json } from '../../testing/fake-server.ts'
import { positionsReply } from '../../testing/fixtures/positions-page.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import type { Effect, Transaction, Version } from './use-transactions.ts'
// Loaded beforehand, so that no test waits for code.
import '../../app/shell/default-layout.tsx'
import '../watchlist/watchlist-screen.tsx'
import './transaction-modal.tsx'

const { transactions, settings, positions, watchlist } = contract

export const effect: Effect = {
  changes: [
    { figure: 'nav', name: 'Net asset value', before: 100, after: 150, difference: 50 },
    { figure: 'net_cashflow', name: 'Net cash flow', before: 100, after: 150, difference: 50 },
    { figure: 'pnl_total', name: 'P&L', before: 0, after: 0, difference: 0 },
  ],
  warnings: [{ field: 'amount', message: 'The cash of the account would be negative.' }],
  similar: [],
  currency: 'CHF',
}

export const transaction: Transaction = {
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

export const entered: Version['entered'] = {
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

export const versions: Version[] = [
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

export function openTransaction(
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

export const adding = async () => within(await screen.findByRole('dialog', { name: 'Add a transaction' }))
export const sent = (requests: FakeRequest[]) =>
  requests.filter(({ method }) => method === 'POST').at(-1)?.body
