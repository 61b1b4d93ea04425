import { contract } from 'virtual:contract'
import type { Job, Report } from '@plumbline/contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeRequest, failed, json } from '../../testing/fake-server.ts'
import { appServer, renderApp, signIn } from '../../testing/render-app.tsx'
import { settingsAnswer } from '../overview/testing/answers.ts'
// Loaded beforehand, so that no test waits for code.
import '../../app/shell/default-layout.tsx'
import './reports-modal.tsx'

const { reports, jobs, settings } = contract
const saveFile = vi.hoisted(() => vi.fn())
vi.mock('../../lib/api/save-file.ts', () => ({ saveFile }))
beforeEach(() => saveFile.mockClear())

const statement: Report = {
  id: 'r1',
  name: 'Quarterly statement',
  report_type: 'statement',
  calculated_currency: 'CHF',
  filter_account: [],
  filter_instrument_type: [],
  filter_currency: [],
  family: { id: 'f1', name: 'Aebi-Laurent' },
  created_at: '2026-10-01T09:00:00Z',
  last_pdf: { job_id: 'j0', created_at: '2026-11-12T09:00:00Z', pages: 14 },
  version: 1,
}

function jobAnswer(change: Partial<Job> = {}): Job {
  return {
    id: 'j1',
    kind: 'report_pdf',
    name: 'Quarterly statement',
    family: { id: 'f1', name: 'Aebi-Laurent' },
    status: 'running',
    progress: 0.38,
    message: null,
    created_at: '2026-11-13T09:00:00Z',
    finished_at: null,
    result: null,
    result_id: 'r1',
    ...change,
  }
}

const page = (data: unknown[], count = data.length) => json({ next: null, previous: null, count, data })
const pdf = () =>
  new Response('%PDF-1.7', {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="Quarterly statement.pdf"`,
    },
  })

/** The list at an address; a test answers otherwise what it is about. */
function openReports(
  answer: (request: FakeRequest) => Response | undefined = () => undefined,
  { fields = '', role = 'investor' as 'investor' | 'demo' } = {},
) {
  const server = appServer(request => {
    const answered = answer(request)
    if (answered !== undefined) return answered
    const path = request.path.split('?')[0]
    if (path === settings.read.path) return json({ data: settingsAnswer({ role }) })
    if (path === reports.list.path && request.method === 'GET') return page([statement], 120)
    if (path === jobs.list.path) return page([])
    return undefined
  })
  signIn()
  return { server, app: renderApp(`/overview?modal=reports${fields}`) }
}

describe('the reports', () => {
  it('are listed with what they show and their last print, and paged by the address', async () => {
    const user = userEvent.setup()
    const { server, app } = openReports()
    const grid = await screen.findByRole('grid', { name: 'Reports' })
    expect(await within(grid).findByText('Quarterly statement')).toBeTruthy()
    expect(within(grid).getByText('12 Nov 2026, 14 pages')).toBeTruthy()
    expect(within(grid).getByText('All accounts')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Next page' }))
    await waitFor(() => expect(app.address()).toContain('modal.offset=50'))
    await user.click(screen.getByRole('button', { name: 'Type' }))
    await waitFor(() =>
      expect(server.to(reports.list.path).at(-1)?.path).toContain('offset=0&order_by=report_type'),
    )
  })

  it('are made from the form, which tells a name that is taken under its field', async () => {
    const user = userEvent.setup()
    const { server } = openReports(({ method, path }) =>
      method === 'POST' && path === reports.create.path
        ? failed(409, 'already_exists', 'This already exists.', 'name')
        : undefined,
    )
    await user.click(await screen.findByRole('button', { name: 'New report' }))
    const form = await screen.findByRole('dialog', { name: 'New report' })
    await user.type(within(form).getByLabelText('Name'), 'Income for tax')
    await user.click(within(form).getByRole('checkbox', { name: /Banque Rochette/ }))
    await user.click(within(form).getByRole('button', { name: 'Save' }))
    expect(await within(form).findByText('This already exists.')).toBeTruthy()
    const sent = server.requests.find(({ method, path }) => method === 'POST' && path === reports.create.path)
    expect(sent?.body).toEqual({
      name: 'Income for tax',
      report_type: 'statement',
      calculated_currency: 'CHF',
      filter_account: ['a1'],
      filter_instrument_type: [],
      filter_currency: [],
    })
  })

  it('come back after they were deleted', async () => {
    const user = userEvent.setup()
    const { server } = openReports(({ method, path }) => {
      if (method === 'DELETE') return new Response(null, { status: 204 })
      return path.endsWith('/restore/') ? json({ data: statement }) : undefined
    })
    await user.click(await screen.findByRole('button', { name: 'Delete Quarterly statement' }))
    await user.click(await screen.findByRole('button', { name: /Undo/ }))
    await waitFor(() => expect(server.to('/api/reports/r1/restore/')).toHaveLength(1))
    expect(await screen.findByText('Quarterly statement is back')).toBeTruthy()
  })

  it('can be printed but not changed by the demo account', async () => {
    openReports(undefined, { role: 'demo' })
    expect(await screen.findByRole('button', { name: 'Quarterly statement as PDF' })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'New report' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Edit Quarterly statement' })).toBeNull()
  })
})

describe('the print of a report', () => {
  it('is saved at once where it is made soon, in the format that was chosen', async () => {
    const user = userEvent.setup()
    const { server } = openReports(({ path }) => (path === '/api/reports/r1/pdf/' ? pdf() : undefined))
    await user.click(await screen.findByRole('button', { name: 'Other formats of Quarterly statement' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Spreadsheet (XLSX)' }))
    await waitFor(() => expect(saveFile).toHaveBeenCalledWith(expect.any(Blob), 'Quarterly statement.pdf'))
    expect(server.to('/api/reports/r1/pdf/')[0]?.body).toEqual({
      format: 'xlsx',
      period: { name: 'all', start_date: null, end_date: null },
    })
  })

  it('that takes longer shows how far it is, and is fetched when it is done', async () => {
    const user = userEvent.setup()
    let looks = 0
    openReports(({ path }) => {
      if (path === '/api/reports/r1/pdf/') return json({ data: jobAnswer() }, 202)
      if (path.split('?')[0] === jobs.list.path) return page(looks === 0 ? [jobAnswer()] : [])
      if (path === '/api/jobs/j1/') {
        looks += 1
        return json({ data: jobAnswer({ status: 'done', progress: 1 }) })
      }
      return path === '/api/jobs/j1/result/' ? pdf() : undefined
    })
    const bar = await screen.findByRole('progressbar', { name: 'Quarterly statement is being printed' })
    expect(bar.getAttribute('aria-valuenow')).toBe('38')
    expect(screen.getByText('38%')).toBeTruthy()
    looks = 1
    const again = await screen.findByRole('button', { name: 'Quarterly statement as PDF' }, { timeout: 4000 })
    looks = 0
    await user.click(again)
    await waitFor(() => expect(saveFile).toHaveBeenCalledOnce(), { timeout: 4000 })
    expect(looks).toBe(1)
  })

  it('that fails says so in the words of the specification, and can be tried again', async () => {
    const user = userEvent.setup()
    const message = 'Ooops, there has been an error. Please try later.'
    let isTried = false
    openReports(({ path }) => {
      if (path === '/api/reports/r1/pdf/') {
        isTried = true
        return failed(500, 'report_failed', message)
      }
      return isTried && path.split('?')[0] === jobs.list.path
        ? page([jobAnswer({ status: 'failed', progress: null })])
        : undefined
    })
    await user.click(await screen.findByRole('button', { name: 'Quarterly statement as PDF' }))
    // Once in view, once read aloud.
    expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
    expect(await screen.findByText('failed, try again')).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Quarterly statement as PDF' })).toBeTruthy()
    expect(saveFile).not.toHaveBeenCalled()
  })
})
