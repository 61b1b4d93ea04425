import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportApp, sample } from '../../../testing/import-calls.ts'

let opened: Awaited<ReturnType<typeof createImportApp>>
let ivy: typeof opened.ivy

beforeAll(async () => {
  opened = await createImportApp()
  ivy = opened.ivy
})
afterAll(() => opened.app.close())

const account = (currency = 'EUR') => opened.addAccount(currency)
const csv = (...lines: string[]) => Buffer.from(lines.join('\n'))

describe('a table that no preset knows', () => {
  it('shows what its mapping makes of the rows before anything is posted', async () => {
    const id = await ivy.create()
    const file = await ivy.upload(id, 'depot.xls', sample('depot-page.xls'))
    expect(file).toMatchObject({
      state: 'needs_columns',
      format: 'spreadsheet',
      mapping: { sheet: '2', header_line: 1, date_order: 'dmy', decimal_mark: ',', signs: 'signed' },
      outcome: { rows_count: 5, ready_count: 3, skipped_count: 1 },
    })
    expect(file).toHaveProperty('outcome.problems', [
      { message: '“Wunderding” is not a known transaction type.', count: 1, lines: [5] },
    ])
    expect((await ivy.read(id)).counts.new).toBe(0)
  })

  it('names the accounts and instruments that will be new, and the cash before and after', async () => {
    const id = await ivy.create()
    const { id: fileId, mapping } = await ivy.upload(id, 'depot.xls', sample('depot-page.xls'))
    await ivy.changeFile(id, fileId, { mapping, new_account: { name: 'Bach', currency: 'CHF' } })
    expect(await ivy.read(id)).toMatchObject({
      new_accounts: [{ name: 'Bach', currency: 'CHF' }],
      new_instruments: [{ name: 'Talweg Pharma & Co', isin: 'CH0012032048', currency: 'CHF', rows_count: 2 }],
      cash: [{ account: 'Bach', currency: 'CHF', before: 0, after: -9742 }],
    })
  })

  it('is read again where the user chooses other columns, with answers for those columns', async () => {
    const id = await ivy.create()
    const table = csv('Wann;Was;Geld', '05.01.2026;Einlage;1.250', '13.01.2026;Einlage;10,50')
    const file = await ivy.upload(id, 'a.csv', table)
    const meanings = ['date', 'transaction_type', 'amount']
    const columns = file.mapping.columns.map((column: object, at: number) => ({
      ...column,
      meaning: meanings[at],
    }))
    const changed = await ivy.changeFile(id, file.id, {
      account: await account(),
      mapping: { ...file.mapping, columns },
    })
    expect(changed.mapping).toMatchObject({ decimal_mark: ',', date_order: 'dmy', signs: 'by_kind' })
    expect((await ivy.drafts(id)).map(({ amount }: { amount: number }) => amount)).toEqual([1250, 10.5])
  })

  it('is read by the layout that the family saved for its header, and asks for new words only', async () => {
    const header = 'Date,Type,Amount,Currency'
    const first = await ivy.create()
    const file = await ivy.upload(first, 'a.csv', csv(header, '03/04/2026,Deposit,5.00,EUR'))
    expect(file.mapping.date_order).toBeNull()
    const mapping = { ...file.mapping, date_order: 'dmy' }
    await ivy.changeFile(first, file.id, { account: await account(), mapping, remember_as: 'Pay sheet' })
    const next = await ivy.create()
    const later = csv('A note', header, '05/06/2026,Deposit,6.00,EUR', '05/06/2026,Wonder,7.00,EUR')
    const again = await ivy.upload(next, 'b.csv', later)
    expect(again).toMatchObject({ state: 'needs_account', preset: 'Pay sheet', mapping: { header_line: 2 } })
    expect(await ivy.drafts(next)).toMatchObject([
      { line: 3, date: '2026-06-05' },
      { line: 4, message: '“Wonder” is not a known transaction type.' },
    ])
  })

  it("takes '$' for nothing until the user says which dollar it is", async () => {
    const id = await ivy.create()
    const table = csv('Date,Type,Amount', '2026-01-05,Deposit,$5.00')
    const file = await ivy.upload(id, 'a.csv', table)
    expect(file).toMatchObject({ has_unnamed_dollars: true, mapping: { dollar: null } })
    expect(file).toHaveProperty('outcome.problems', [
      { message: expect.stringContaining('“$5.00” does not say which dollar'), count: 1, lines: [2] },
    ])
    const mapping = { ...file.mapping, dollar: 'CAD' }
    const answered = await ivy.changeFile(id, file.id, { account: await account('CAD'), mapping })
    expect(answered).toMatchObject({ has_unnamed_dollars: true, mapping: { dollar: 'CAD' } })
    expect(await ivy.drafts(id)).toMatchObject([{ amount: 5, currency: 'CAD' }])
  })

  it('becomes a file for each account that its rows name', async () => {
    const id = await ivy.create()
    const table = csv(
      'Date,Account,Type,Amount,Currency',
      '2026-01-05,A-1,Deposit,5.00,EUR',
      '2026-01-06,B-2,Deposit,6.00,EUR',
    )
    const file = await ivy.upload(id, 'two.csv', table)
    await ivy.changeFile(id, file.id, { mapping: file.mapping })
    const { files } = await ivy.read(id)
    expect(files.map((each: { mapping: { account: string } }) => each.mapping.account)).toEqual([
      'A-1',
      'B-2',
    ])
    expect(files.map((each: { rows_count: number }) => each.rows_count)).toEqual([1, 1])
  })

  it('keeps what a user corrected when the same rows are imported again', async () => {
    const table = csv(
      'Date,Type,Amount,Currency',
      '2026-02-31,Deposit,5.00,EUR',
      '2026-03-01,Deposit,6.00,EUR',
    )
    const into = await account()
    const first = await ivy.create()
    const file = await ivy.upload(first, 'a.csv', table)
    await ivy.changeFile(first, file.id, { account: into, mapping: file.mapping })
    const [problem, other] = await ivy.drafts(first)
    await ivy.changeDraft(first, problem.id, { date: '2026-02-27' })
    await ivy.changeDraft(first, other.id, { is_left_out: true })
    const again = async () => {
      const next = await ivy.create()
      const { id, mapping } = await ivy.upload(next, 'b.csv', table)
      await ivy.changeFile(next, id, { account: into, mapping })
      return ivy.drafts(next)
    }
    const fixed = { line: 2, date: '2026-02-27', is_fixed: true }
    expect(await again()).toMatchObject([
      { ...fixed, state: 'new' },
      { line: 3, state: 'new' },
    ])
    // What was left out of an import counts once that import is applied.
    await ivy.apply(first)
    expect(await again()).toMatchObject([
      { ...fixed, state: 'duplicate' },
      { line: 3, state: 'left_out' },
    ])
  })
})
