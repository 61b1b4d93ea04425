import { contract } from 'virtual:contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { json } from '../../../testing/fake-server.ts'
import { batchReply, fileReply } from '../../../testing/fixtures/imports.ts'
import { settingsReply } from '../../../testing/fixtures/settings.ts'
import { appServer, renderApp, signIn } from '../../../testing/render-app.tsx'
import type { ImportFile } from '../use-imports.ts'
// Imported up front, so that no test waits for a lazy-loaded chunk.
import '../../../app/shell/default-layout.tsx'
import '../import-modal.tsx'

const { settings, jobs } = contract

const mapping: NonNullable<ImportFile['mapping']> = {
  separator: ';',
  sheet: 'Buchungen',
  decimal_mark: ',',
  date_order: null,
  encoding: 'utf-8',
  header_line: 3,
  amount_is: null,
  dollar: null,
  price_unit: null,
  signs: 'signed',
  rows_are: null,
  as_of: null,
  ignored_words: [],
  account: null,
  columns: [
    { header: 'Tag', meaning: 'date' },
    { header: 'Vorgang', meaning: 'transaction_type' },
    { header: 'Betrag', meaning: 'amount' },
  ],
  words: [{ word: 'Kauf', transaction_type: 'trade', side: 'buy' }],
}
const table = fileReply({
  name: 'depot.xlsx',
  format: 'spreadsheet',
  state: 'needs_columns',
  preset: null,
  mapping,
  columns: [
    {
      ...mapping.columns[0],
      sample: '03/04/2026',
      read_as: null,
      filled_count: 5,
      evidence: { kind: 'dates', count: 5, of: 5 },
    },
    {
      ...mapping.columns[1],
      sample: 'Kauf',
      read_as: 'trade',
      filled_count: 5,
      evidence: { kind: 'known_words', count: 4, of: 5 },
    },
    { ...mapping.columns[2], sample: '-1,00', read_as: '-1', filled_count: 5, evidence: null },
  ] as ImportFile['columns'],
  words: [
    { word: 'Kauf', count: 4 },
    { word: 'Umbuchung', count: 1 },
  ],
  sample_rows: [{ line: 4, cells: ['03/04/2026', 'Kauf', '-1,00'] }],
  tables: [
    { sheet: 'Buchungen', header_line: 3, rows_count: 5 },
    { sheet: 'Bestand', header_line: 1, rows_count: 2 },
  ],
  outcome: {
    rows_count: 7,
    ready_count: 4,
    skipped_count: 2,
    problems: [{ message: '“Umbuchung” is not a known transaction type.', count: 1, lines: [8] }],
  },
})

function openColumns(file = table) {
  const server = appServer(({ path }) => {
    if (path.startsWith('/api/imports/i1/files/')) return json({ data: file })
    if (path === '/api/imports/i1/') return json({ data: batchReply({ files: [file] }) })
    if (path.split('?')[0] === settings.read.path) return json({ data: settingsReply({ role: 'investor' }) })
    if (path.split('?')[0] === jobs.list.path) return json({ next: null, previous: null, count: 0, data: [] })
    return undefined
  })
  signIn()
  renderApp('/overview?modal=import&modal.id=i1&modal.step=columns')
  const sent = () =>
    server.to('/api/imports/i1/files/f1/').map(({ body }) => body as { mapping: typeof mapping })
  return { sent }
}

const pick = async (label: string, option: string) => {
  const user = userEvent.setup()
  await user.click(await screen.findByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('the columns of a table', () => {
  it('shows why a column has its meaning and what becomes of the rows', async () => {
    openColumns()
    expect(await screen.findByText('5 of 5 are dates')).toBeTruthy()
    expect(screen.getByText('4 of 5 types known')).toBeTruthy()
    expect(screen.getByText(/4 ready \+ 2 ignored \+ 1 with problems = 7 rows/)).toBeTruthy()
    expect(screen.getByText(/“Umbuchung” is not a known transaction type./)).toBeTruthy()
    const sheet = screen.getByRole('region', { name: 'Meaning of the columns' })
    expect(within(sheet).getByText('03/04/2026')).toBeTruthy()
  })

  it('asks for the order of dates that the file leaves open', async () => {
    const { sent } = openColumns()
    expect(await screen.findByText('No date shows whether the day or the month comes first.')).toBeTruthy()
    await pick('Dates', 'day.month.year')
    await waitFor(() => expect(sent()[0]?.mapping.date_order).toBe('dmy'))
  })

  it("asks what '$' means where the table names no dollar", async () => {
    const { sent } = openColumns({ ...table, has_unnamed_dollars: true })
    expect(await screen.findByText('The table does not say which dollar is meant.')).toBeTruthy()
    await pick('$ means', 'CAD')
    await waitFor(() => expect(sent()[0]?.mapping.dollar).toBe('CAD'))
  })

  it('leaves the rows of a word out', async () => {
    const { sent } = openColumns()
    expect(await screen.findByText('Choose a type')).toBeTruthy()
    await pick('Meaning of the word Umbuchung', 'Ignore these rows')
    await waitFor(() =>
      expect(sent()[0]?.mapping.words).toContainEqual({
        word: 'Umbuchung',
        transaction_type: 'ignore',
        side: null,
      }),
    )
  })

  it('reads another table of the file', async () => {
    const { sent } = openColumns()
    await pick('Table', 'Bestand, row 1 2 rows')
    await waitFor(() => expect(sent()[0]?.mapping).toMatchObject({ sheet: 'Bestand', header_line: 1 }))
  })

  it('asks what the rows are where no column tells the kind', async () => {
    const columns = mapping.columns.map(column =>
      column.meaning === 'transaction_type' ? { ...column, meaning: 'note' as const } : column,
    )
    const { sent } = openColumns({ ...table, mapping: { ...mapping, columns } })
    await pick('No column states the type. All rows are', 'Trades')
    await waitFor(() => expect(sent()[0]?.mapping.rows_are).toBe('trades'))
  })

  it('asks for the day of a list of holdings that states none, and not for signs and dates', async () => {
    const held = {
      ...mapping,
      rows_are: 'holdings' as const,
      columns: [
        { header: 'ISIN', meaning: 'isin' as const },
        { header: 'Bestand', meaning: 'quantity' as const },
        { header: 'Kurs', meaning: 'price' as const },
      ],
    }
    const { sent } = openColumns({ ...table, mapping: held, words: [] })
    expect(await screen.findByText('The file does not state its day. Choose it.')).toBeTruthy()
    expect(screen.getByText(/Nothing is posted; prices are kept/)).toBeTruthy()
    expect(screen.queryByRole('combobox', { name: 'Dates' })).toBeNull()
    expect(screen.queryByRole('combobox', { name: 'Signs' })).toBeNull()
    const day = screen.getByRole('textbox', { name: 'Holdings as of' })
    await userEvent.setup().type(day, '31 Oct 2026')
    await waitFor(() => expect(sent().at(-1)?.mapping).toMatchObject({ as_of: '2026-10-31' }))
  })
})
