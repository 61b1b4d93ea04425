import { contract } from 'virtual:contract'
import type { Notification, Task } from '@plumbline/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { settingsReply } from '../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import type { RuleForm } from './use-rules.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../app/shell/default-layout.tsx'
import './notifications-modal.tsx'

const { notifications, userTasks, jobs, settings } = contract
const saveFile = vi.hoisted(() => vi.fn())
vi.mock('../../lib/api/save-file.ts', () => ({ saveFile }))
beforeEach(() => saveFile.mockClear())

function noticeReply(change: Partial<Notification> = {}): Notification {
  return {
    id: 'n1',
    kind: 'report_ready',
    title: 'Quarterly statement is ready',
    text: '',
    family: null,
    created_at: '2026-11-13T09:00:00Z',
    read_at: null,
    task: null,
    rule_name: null,
    target: { kind: 'job', id: 'j9' },
    ...change,
  }
}

const coupons: Task = {
  id: 't1',
  name: 'Coupons',
  family: { id: 'f1', name: 'Aebi-Laurent' },
  task_type: 'event_reminder',
  task_data: { accounts: [] },
  actions: ['in_app'],
  is_active: true,
  event_types: ['coupon'],
  lookahead_date_offset: 3,
  accounts: [],
  is_mail_paused: false,
  paused_recipients: [],
  created_at: '2026-10-01T09:00:00Z',
  last_run_at: null,
  next_run_at: null,
  version: 1,
}

const named = (
  name: string,
  label: string,
  kind: RuleForm['fields'][number]['kind'],
  ids: string[] = [],
) => ({
  name,
  label,
  kind,
  is_required: true,
  options: ids.map(id => ({ id, name: id })),
})
const channelField = named('actions', 'Notify by', 'multi_select', ['in_app', 'email'])
const forms: RuleForm[] = [
  {
    id: 'event_reminder',
    name: 'Event reminder',
    fields: [
      named('name', 'Name', 'text'),
      named('event_types', 'Event types', 'multi_select', ['coupon', 'dividend']),
      named('lookahead_date_offset', 'Days ahead', 'number'),
      channelField,
    ],
  },
  {
    id: 'pnl_move',
    name: 'P&L move',
    fields: [
      named('name', 'Name', 'text'),
      named('task_data.threshold', 'Daily P&L above', 'number'),
      named('task_data.relativity', 'Measured as', 'select', ['rel', 'abs']),
      channelField,
    ],
  },
]

const page = (data: unknown[], more: object = {}) =>
  json({ next: null, previous: null, count: data.length, data, ...more })

function openModal(
  fields: string,
  respond: (request: FakeRequest) => Response | undefined = () => undefined,
) {
  const server = appServer(request => {
    const reply = respond(request)
    if (reply !== undefined) return reply
    const path = request.path.split('?')[0]
    if (path === settings.read.path) return json({ data: settingsReply() })
    if (path === notifications.list.path) return page([noticeReply()], { unread_count: 1 })
    if (path === userTasks.formFields.path) return json({ data: forms })
    if (path === userTasks.list.path && request.method === 'GET') return page([coupons])
    if (path === jobs.list.path) return page([])
    return undefined
  })
  signIn()
  return { server, app: renderApp(`/overview${fields}`) }
}

describe('the inbox', () => {
  it('opens from the bell, which shows the number of unread notifications', async () => {
    const { app } = openModal('')
    await userEvent.click(await screen.findByRole('button', { name: 'Notifications, 1 new' }))
    await waitFor(() => expect(app.address()).toContain('modal=notifications'))
    expect(await screen.findByText('Quarterly statement is ready')).toBeTruthy()
  })

  it('opens the target of a notification and marks it as read', async () => {
    const { server } = openModal('?modal=notifications', ({ path }) => {
      if (path === notifications.markRead.path) return json({ data: { unread_count: 0 } })
      return path === '/api/jobs/j9/result/'
        ? new Response('%PDF', { headers: { 'content-type': 'application/pdf' } })
        : undefined
    })
    await userEvent.click(await screen.findByRole('button', { name: /^Quarterly statement is ready/ }))
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce())
    expect(server.to(notifications.markRead.path)[0]?.body).toEqual({ ids: ['n1'] })
  })

  it('opens the explanation of a move', async () => {
    const move = noticeReply({
      kind: 'pnl_move',
      title: 'A loss',
      target: { kind: 'move', id: '2026-11-12' },
    })
    const { app } = openModal('?modal=notifications', ({ path }) => {
      if (path === notifications.markRead.path) return json({ data: { unread_count: 0 } })
      return path.startsWith(notifications.list.path) ? page([move], { unread_count: 1 }) : undefined
    })
    await userEvent.click(await screen.findByRole('button', { name: /^A loss/ }))
    await waitFor(() => expect(app.address()).toContain('modal=explain'))
    expect(app.address()).toContain('modal.from=2026-11-12')
  })

  it('marks all as read and shows running jobs', async () => {
    const { server } = openModal('?modal=notifications', ({ path }) => {
      if (path === notifications.markRead.path) return json({ data: { unread_count: 0 } })
      if (path.split('?')[0] !== jobs.list.path) return undefined
      return page([{ id: 'j2', kind: 'export', name: 'transactions.csv', status: 'running', progress: 0.64 }])
    })
    const bar = await screen.findByRole('progressbar', { name: 'transactions.csv' })
    expect(bar.getAttribute('aria-valuenow')).toBe('64')
    await userEvent.click(await screen.findByRole('button', { name: 'Mark all read' }))
    await waitFor(() => expect(server.to(notifications.markRead.path)[0]?.body).toEqual({}))
  })

  it('names the rule of a notification after the rule was deleted', async () => {
    const notice = noticeReply({ task: null, rule_name: 'Coupons' })
    openModal('?modal=notifications', ({ path }) =>
      path.startsWith(notifications.list.path) ? page([notice], { unread_count: 1 }) : undefined,
    )
    expect(await screen.findByText('Rule: Coupons')).toBeTruthy()
  })
})

describe('rules', () => {
  it('show their accounts in the list, and that their mail is paused', async () => {
    const limited = { ...coupons, accounts: [{ id: 'a1', name: 'Depot' }], is_mail_paused: true }
    openModal('?modal=notifications&modal.tab=rules', ({ path, method }) =>
      path.split('?')[0] === userTasks.list.path && method === 'GET' ? page([limited]) : undefined,
    )
    const list = await screen.findByRole('list', { name: 'Rules' })
    expect(await within(list).findByText('Depot')).toBeTruthy()
    expect(await screen.findByText(/Its emails were paused/)).toBeTruthy()
  })

  it('are created from the fields that the server describes, with shares in percent', async () => {
    const user = userEvent.setup()
    const { server } = openModal('?modal=notifications&modal.tab=rules&modal.form=new', ({ path, method }) =>
      path === userTasks.create.path && method === 'POST' ? json({ data: coupons }) : undefined,
    )
    const form = await screen.findByRole('form', { name: 'New rule' })
    await user.click(within(form).getByRole('combobox', { name: 'Type' }))
    await user.click(await screen.findByRole('option', { name: 'P&L move' }))
    await user.type(within(form).getByLabelText('Name'), 'Half a percent')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await within(form).findByText('Required')).toBeTruthy()
    await user.type(within(form).getByLabelText('Daily P&L above'), '0.5')
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(server.to(userTasks.create.path).find(({ method }) => method === 'POST')?.body).toEqual({
        task_type: 'pnl_move',
        name: 'Half a percent',
        actions: ['in_app'],
        task_data: { threshold: 0.005, relativity: 'rel' },
      }),
    )
  })

  it('are edited, with errors of the server under their fields', async () => {
    const user = userEvent.setup()
    const { server } = openModal('?modal=notifications&modal.tab=rules', ({ method }) =>
      method === 'PATCH'
        ? failed(400, 'invalid_field', 'At most 363 days.', 'lookahead_date_offset')
        : undefined,
    )
    const form = await screen.findByRole('form', { name: 'Coupons' })
    await user.clear(within(form).getByLabelText('Days ahead'))
    await user.type(within(form).getByLabelText('Days ahead'), '999')
    await user.click(within(form).getByRole('button', { name: 'dividend' }))
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await within(form).findByText('At most 363 days.')).toBeTruthy()
    expect(server.requests.find(({ method }) => method === 'PATCH')).toMatchObject({
      path: '/api/user-tasks/t1/',
      body: { lookahead_date_offset: 999, event_types: ['coupon', 'dividend'] },
    })
  })

  it('are paused by their switch and deleted after a confirmation', async () => {
    const user = userEvent.setup()
    const { server } = openModal('?modal=notifications&modal.tab=rules', ({ method }) => {
      if (method === 'PATCH') return json({ data: { ...coupons, is_active: false } })
      return method === 'DELETE' ? new Response(null, { status: 204 }) : undefined
    })
    await user.click(await screen.findByRole('switch', { name: 'Coupons is on' }))
    await waitFor(() =>
      expect(server.requests.find(({ method }) => method === 'PATCH')?.body).toEqual({
        is_active: false,
        version: 1,
      }),
    )
    const form = await screen.findByRole('form', { name: 'Coupons' })
    await user.click(within(form).getByRole('button', { name: 'Delete' }))
    expect(server.requests.some(({ method }) => method === 'DELETE')).toBe(false)
    await user.click(await screen.findByRole('button', { name: 'Delete rule' }))
    await waitFor(() =>
      expect(server.requests.find(({ method }) => method === 'DELETE')?.path).toBe('/api/user-tasks/t1/'),
    )
  })
})
