import { plausibilityQuestions } from '@plumbline/contract'
import type { InjectOptions } from 'fastify'

export interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  payload?: NonNullable<InjectOptions['payload']>
}

/** A user who creates resources. */
export interface Maker {
  username: string
  access: string
  account: string
  position: string
}

/** A kind of row with calls to create, change and delete it. */
export interface ResourceKind {
  name: string
  /** Whether only its creator may see it; otherwise the family does. */
  isPersonal: boolean
  list: Call
  make(maker: Maker, name: string, share: string): Call
  /** A creation that is invalid in one field. */
  broken(maker: Maker): Call
  read?(id: string): Call
  change(id: string, name: string): Call
  remove(id: string, name: string): Call
  restore?(id: string): Call
}

const most = '?limit=1000'
const post = (url: string, payload: object = {}): Call => ({ method: 'POST', url, payload })
const patch = (url: string, payload: object): Call => ({ method: 'PATCH', url, payload })
const get = (url: string): Call => ({ method: 'GET', url })
const remove = (url: string, payload?: object): Call => ({
  method: 'DELETE',
  url,
  ...(payload && { payload }),
})

export const strategies: ResourceKind = {
  name: 'strategy',
  isPersonal: true,
  list: post(`/api/strategy/list/${most}`),
  make: ({ position }, name) => post('/api/strategy/', { name, position_ids: [position] }),
  broken: ({ position }) =>
    post('/api/strategy/', { name: 'Half', position_ids: [position, 'no such position'] }),
  read: id => post(`/api/strategy/${id}/`),
  change: (id, name) => patch(`/api/strategy/${id}/`, { name }),
  remove: id => remove(`/api/strategy/${id}/`),
  restore: id => post(`/api/strategy/${id}/restore/`),
}

export const tickers: ResourceKind = {
  name: 'ticker',
  isPersonal: true,
  list: get(`/api/watchlist/user/tickers/${most}`),
  make: (_maker, note, ticker) =>
    post('/api/watchlist/user/tickers/', {
      ticker,
      note,
      price_targets: [{ price: 120, direction: 'above' }],
    }),
  broken: () => post('/api/watchlist/user/tickers/', { ticker: '00000000-0000-4000-8000-000000000001' }),
  read: id => get(`/api/watchlist/user/tickers/${id}/`),
  change: (id, note) => patch(`/api/watchlist/user/tickers/${id}/`, { note }),
  remove: id => remove(`/api/watchlist/user/tickers/${id}/`),
  restore: id => post(`/api/watchlist/user/tickers/${id}/restore/`),
}

/** The kinds that are created, changed and deleted in the same way. */
export const resourceKinds: readonly ResourceKind[] = [
  strategies,
  tickers,
  {
    name: 'template',
    isPersonal: true,
    list: get(`/api/templates/${most}`),
    make: ({ account }, name) => post('/api/templates/', { name, filterAccount: [account] }),
    broken: () => post('/api/templates/', { name: 'Half', filterCurrency: ['no currency'] }),
    change: (id, name) => patch(`/api/templates/${id}/`, { name }),
    remove: id => remove(`/api/templates/${id}/`),
  },
  {
    name: 'report',
    isPersonal: true,
    list: get(`/api/reports/${most}`),
    make: (_maker, name) => post('/api/reports/', { name, report_type: 'fees', calculated_currency: 'CHF' }),
    broken: () => post('/api/reports/', { name: 'Half', report_type: 'fees', calculated_currency: 'none' }),
    change: (id, name) => patch(`/api/reports/${id}/`, { name }),
    remove: id => remove(`/api/reports/${id}/`),
    restore: id => post(`/api/reports/${id}/restore/`),
  },
  {
    name: 'rule',
    isPersonal: true,
    list: get(`/api/user-tasks/${most}`),
    make: (_maker, name) =>
      post('/api/user-tasks/', { name, actions: ['in_app'], task_type: 'price_target' }),
    broken: () => post('/api/user-tasks/', { name: 'Half', actions: ['in_app'], task_type: 'pnl_move' }),
    read: id => get(`/api/user-tasks/${id}/`),
    change: (id, name) => patch(`/api/user-tasks/${id}/`, { name }),
    remove: id => remove(`/api/user-tasks/${id}/`),
  },
  {
    name: 'account',
    isPersonal: false,
    list: post(`/api/accounts/list/${most}`),
    make: (_maker, name) => post('/api/accounts/', { name, currency: 'CHF' }),
    broken: () => post('/api/accounts/', { name: 'Half', currency: 'CHF', lot_method: 'none' }),
    // The name does not change, because deleting requires typing it.
    change: (id, number) => post(`/api/accounts/${id}/`, { number }),
    remove: (id, name) => remove(`/api/accounts/${id}/`, { name }),
  },
  {
    name: 'asset',
    isPersonal: false,
    list: get(`/api/positions/manage/list/${most}`),
    make: ({ account }, name) =>
      post('/api/positions/manage/', {
        type: 'art',
        name,
        account,
        currency: 'CHF',
        transactions: [{ date: '2026-01-06', type: 'purchase', quantity: 1, amount: 100 }],
        confirm: [...plausibilityQuestions],
      }),
    broken: ({ account }) =>
      post('/api/positions/manage/', {
        type: 'art',
        name: 'Half',
        account,
        currency: 'CHF',
        transactions: [{ date: '2026-01-06', type: 'purchase', quantity: 1, amount: 'much' }],
      }),
    read: id => get(`/api/positions/manage/${id}/`),
    change: (id, name) => post(`/api/positions/manage/${id}/`, { notes: name }),
    remove: id => remove(`/api/positions/manage/${id}/`),
    restore: id => post(`/api/positions/manage/${id}/restore/`),
  },
]
