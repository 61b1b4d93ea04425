import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportApp } from '../../testing/import-calls.ts'

let opened: Awaited<ReturnType<typeof createImportApp>>
let ivy: typeof opened.ivy

beforeAll(async () => {
  opened = await createImportApp()
  ivy = opened.ivy
})
afterAll(() => opened.app.close())

const list = (...lines: string[]) =>
  Buffer.from(
    [
      'Bestand per;31.10.2026',
      '',
      'ISIN;Bezeichnung;Bestand;Währung;Einstandskurs;Kurs;Marktwert',
      ...lines,
    ].join('\n'),
  )
const usual = list(
  'CH99ALP00011;Alpen Holding;120;CHF;85.40;102.50;12300.00',
  ';Kontokorrent CHF;;CHF;;;2500.00',
)

async function listKept(account: string) {
  const { rows } = await opened.app.database.query(
    `select date::text, source, scope from account_statement where account_id = $1 order by date, scope`,
    [account],
  )
  return rows
}

async function openAccount(bytes: Buffer, account: string, rows_are = 'opening') {
  const id = await ivy.create()
  const { id: fileId, mapping } = await ivy.upload(id, 'bestand.csv', bytes)
  const file = await ivy.changeFile(id, fileId, { account, mapping: { ...mapping, rows_are } })
  return { id, file }
}

describe('a list of holdings', () => {
  it('is proposed as such, and kept as a statement with its prices when it is applied', async () => {
    const account = await opened.addAccount('CHF')
    const id = await ivy.create()
    const { id: fileId, mapping, ...seen } = await ivy.upload(id, 'bestand.csv', usual)
    expect(seen).toMatchObject({ state: 'needs_columns', stated_day: '2026-10-31' })
    expect(mapping).toMatchObject({ rows_are: 'holdings', as_of: null })
    await ivy.changeFile(id, fileId, { account, mapping, remember_as: 'Bestand' })
    expect(await ivy.apply(id)).toMatchObject({ status: 'done' })
    expect(await opened.posted(account)).toEqual([])
    expect((await listKept(account)).map(({ date, source }) => [date, source])).toEqual([
      ['2026-10-31', 'csv'],
    ])
    await ivy.undo(id)
    expect(await listKept(account)).toEqual([])
  })

  it('opens an empty account at cost, agrees with it, and is not posted twice', async () => {
    const account = await opened.addAccount('CHF')
    const { id } = await openAccount(usual, account)
    expect(await ivy.read(id)).toMatchObject({ counts: { new: 2, problem: 0 } })
    expect(await ivy.apply(id)).toMatchObject({ status: 'done' })
    expect(
      (await opened.posted(account)).map(({ type, quantity, isin }) => [
        type,
        quantity && Number(quantity),
        isin,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['deposit', null, null],
        ['transfer_in', 120, 'CH99ALP00011'],
      ]),
    )
    const reply = await opened.app.call({
      method: 'GET',
      url: `/api/reconciliation/${account}/`,
      as: opened.token,
    })
    expect(reply.json().data).toMatchObject({ statements: [{ date: '2026-10-31', breaks_count: 0 }] })
    const again = await openAccount(usual, account)
    expect(await ivy.read(again.id)).toMatchObject({ counts: { new: 0, duplicate: 2, problem: 0 } })
  })

  it('does not open an account that has transactions, and says so', async () => {
    const account = await opened.addAccount('CHF')
    await ivy.apply((await openAccount(usual, account)).id)
    const other = list('CH99BND00011;Bund 2031;50000;CHF;99.10;101.25;50625.00')
    const { id } = await openAccount(other, account)
    const [row] = await ivy.drafts(id)
    expect(row).toMatchObject({ state: 'problem' })
    expect(JSON.stringify(row)).toContain('The account already has transactions')
    // Compared instead, it is kept.
    const [file] = (await ivy.read(id)).files
    await ivy.changeFile(id, file.id, { mapping: { ...file.mapping, rows_are: 'holdings' } })
    expect(await ivy.read(id)).toMatchObject({ counts: { new: 0, problem: 0 } })
  })

  it('does not open an account beside another file of the import with earlier transactions', async () => {
    const account = await opened.addAccount('CHF')
    const { id } = await openAccount(usual, account)
    const trades = Buffer.from(
      'Datum;Art;ISIN;Stück;Kurs;Betrag;Währung\n05.01.2026;Kauf;CH99ALP00011;120;85.40;-10248.00;CHF\n',
    )
    const file = await ivy.upload(id, 'trades.csv', trades)
    await ivy.changeFile(id, file.id, { account, mapping: file.mapping })
    expect(await ivy.read(id)).toMatchObject({ counts: { new: 1, problem: 2 } })
  })

  it('is of the day that the user chooses, which its layout does not remember', async () => {
    const account = await opened.addAccount('CHF')
    const undated = Buffer.from('ISIN;Name;Bestand;Währung;Schlusskurs\nCH99ALP00011;Alpen;10;CHF;50.00\n')
    const id = await ivy.create()
    const { id: fileId, mapping } = await ivy.upload(id, 'b.csv', undated)
    const asked = await ivy.changeFile(id, fileId, { account, mapping })
    expect(asked).toMatchObject({ stated_day: null, counts: { problem: 1 } })
    const change = { ...mapping, as_of: '2026-09-30', rows_are: 'opening' }
    const told = await ivy.changeFile(id, fileId, { mapping: change, remember_as: 'Liste' })
    expect(told).toMatchObject({ counts: { problem: 0, new: 1 } })
    const later = await ivy.upload(await ivy.create(), 'c.csv', undated)
    expect(later.mapping).toMatchObject({ as_of: null, rows_are: 'holdings' })
  })
})
