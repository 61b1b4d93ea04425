import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { callApi } from './figures.ts'

/** Every screen of the shell. */
export const screens = [
  '/overview?period=all',
  '/positions?period=all',
  '/transactions?period=all',
  '/watchlist',
  '/strategies',
  '/benchmark?period=all',
  '/events',
  '/events/income',
  '/fees?period=all',
  '/targets',
  '/sources',
] as const

/** The screens of staff who serve several families. */
export const screensOfStaff = [
  '/clients?family=all',
  '/sources?family=all',
  '/overview?family=all&period=all',
] as const

/** The address of a modal. Investors can open it unless it is for administrators. */
export interface ModalAddress {
  kind: string
  fields?: Readonly<Record<string, string>>
  isForAdmins?: boolean
}

const adminTabs = [
  ...['accounts', 'families', 'users', 'instruments'],
  ...['custodians', 'integrations', 'outbox', 'audit'],
]

/** Lists every modal that an address can open, with ids of existing items. */
export async function listModals(page: Page): Promise<ModalAddress[]> {
  const positions = await callApi(page, '/api/positions/list/?limit=50')
  const id: string = positions.data[0].id
  const posted = await callApi(page, '/api/transactions/list/?limit=1')
  const traded = await callApi(page, '/api/transactions/list/?limit=1&category=trade')
  return [
    { kind: 'keyboard' },
    { kind: 'settings' },
    ...['preferences', 'sign_ins', 'tokens'].map(tab => ({ kind: 'settings', fields: { tab } })),
    ...adminTabs.map(tab => ({ kind: 'admin', fields: { tab }, isForAdmins: true })),
    ...(await listStaffModals(page)),
    { kind: 'reports' },
    { kind: 'notifications' },
    { kind: 'notifications', fields: { tab: 'rules' } },
    { kind: 'new-account' },
    { kind: 'search' },
    { kind: 'position', fields: { id } },
    { kind: 'position', fields: { id, tab: 'transactions' } },
    { kind: 'position', fields: { id, tab: 'linked' } },
    { kind: 'position', fields: { id, tab: 'chart' } },
    { kind: 'position-transactions', fields: { id } },
    { kind: 'group', fields: { by: 'instrument_type', key: 'equity' } },
    { kind: 'explain', fields: { last: 'day' } },
    { kind: 'fees' },
    { kind: 'fees-day', fields: { date: posted.data[0].date } },
    { kind: 'strategy' },
    { kind: 'add-to-strategy', fields: { position: id } },
    { kind: 'target' },
    { kind: 'benchmark' },
    { kind: 'what-if' },
    { kind: 'ticker' },
    { kind: 'assets' },
    { kind: 'assets', fields: { form: 'new' } },
    { kind: 'import' },
    { kind: 'transaction' },
    { kind: 'security', fields: { id: traded.data[0].id }, isForAdmins: true },
    { kind: 'data-quality' },
    ...['health', 'reconciliation'].map(tab => ({ kind: 'data-quality', fields: { tab } })),
    { kind: 'sign-out' },
  ]
}

/** Modals about clients and securities. Users who may not open them have no ids to list. */
async function listStaffModals(page: Page): Promise<ModalAddress[]> {
  const access = (await page.context().cookies()).find(cookie => cookie.name === 'plumbline_access')?.value
  const headers = { authorization: `Bearer ${access}` }
  const families = await page.request.post('/api/families/list/', { data: {}, headers })
  const instruments = await page.request.get('/api/instruments/?limit=1', { headers })
  const [a = '', b = '']: string[] = families.ok()
    ? (await families.json()).data.map(({ id }: { id: string }) => id)
    : []
  const instrument: string = instruments.ok() ? (await instruments.json()).data[0].id : ''
  const places: ModalAddress[] = [
    { kind: 'client', fields: { id: a } },
    { kind: 'compare-clients', fields: { a, b } },
    { kind: 'statements' },
    { kind: 'instrument', fields: { id: instrument } },
  ]
  return places.map(place => ({ ...place, isForAdmins: true }))
}

export function buildAddress({ kind, fields = {} }: ModalAddress, screen = '/overview?period=all'): string {
  const parts = Object.entries(fields).map(([name, value]) => [`modal.${name}`, value])
  const query = new URLSearchParams([['modal', kind], ...parts])
  return `${screen}${screen.includes('?') ? '&' : '?'}${query}`
}

/** Navigates like a link, without reloading the page. */
export async function navigateInApp(page: Page, address: string): Promise<void> {
  await page.evaluate(to => {
    // The router counts its steps, so that it can undo a step back.
    const state = { __TSR_index: (history.state?.__TSR_index ?? 0) + 1 }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, address)
}

/** Reads the modal kinds from the source of the modal host, to detect one that is missing here. */
export function knownModalKinds(): string[] {
  const host = readFileSync(new URL('../../apps/web/src/app/shell/modal-host.tsx', import.meta.url), 'utf8')
  return [...host.matchAll(/^ {2}'?([a-z-]+)'?: lazyComponent/gm)].map(match => match[1] ?? '')
}
