import { describe, expect, it } from 'vitest'
import { readFile, readStatement } from '../../src/index.ts'
import { hostilePdfs } from './hostile-pdfs.ts'
import { inventedHoldings, inventedStatements } from './invented-statements.ts'
import { makePdf } from './make-pdf.ts'

async function read(bytes: Uint8Array) {
  const reading = await readStatement(bytes)
  if (reading.state !== 'read') throw new Error(reading.state === 'unreadable' ? reading.code : reading.state)
  return reading
}

describe('a PDF statement', () => {
  it.each(Object.keys(inventedStatements))('is read without a problem: %s', async name => {
    const bytes = await inventedStatements[name as keyof typeof inventedStatements]()
    const { format, reading } = await read(bytes)
    expect(format).toBe('pdf')
    expect(reading.problems).toEqual([])
    expect(reading.drafts.length).toBeGreaterThan(0)
  })

  it('becomes a draft with the signs of the ledger and the lines of its values', async () => {
    const { pages, reading } = await read(await inventedStatements['boersenabrechnung.pdf']())
    const [draft] = reading.drafts
    expect(draft).toMatchObject({
      type: 'trade',
      side: 'sell',
      date: '2026-03-25',
      quantity: '-250',
      net: '21898.35',
      fees: '110.15',
      taxes: '16.5',
      currency: 'CHF',
      instrument: { isin: 'CH0099000116', name: 'Helvetia Bahnen N' },
    })
    const lines = pages?.flatMap(page => page.lines.map(({ text }) => text)) ?? []
    const textAt = (value: 'net' | 'fees' | 'taxes' | 'quantity') =>
      draft?.places?.[value]?.map(line => lines[line - 1])
    expect(textAt('net')).toEqual(["Zu Ihren Gunsten CHF 21'898.35"])
    expect(textAt('fees')).toEqual(['Kommission CHF 110.15'])
    expect(textAt('taxes')).toEqual(['Eidg. Stempelabgabe CHF 16.50'])
    expect(textAt('quantity')).toEqual(['250 Helvetia Bahnen N ISIN CH0099000116'])
  })

  it('states holdings, which are compared with the ledger and never posted', async () => {
    const { reading } = await read(await inventedHoldings['depotauszug.pdf']())
    expect(reading.problems).toEqual([])
    expect(reading.drafts).toEqual([])
    expect(reading.rows).toMatchObject({ total: 3, holdings: 3 })
    const held = reading.holdings.map(({ instrument, ...holding }) => ({ ...holding, isin: instrument.isin }))
    expect(held).toMatchObject([
      {
        date: '2026-03-31',
        isin: 'DE000A9NORD1',
        quantity: '40',
        price: '21.5',
        priceCurrency: 'EUR',
        value: '860',
      },
      {
        isin: 'CH0012005267',
        quantity: '120',
        price: '30.5',
        priceCurrency: 'CHF',
        value: '3893.62',
        valueCurrency: 'EUR',
      },
      { isin: 'XS2852999775', quantity: '10000', price: '98.4', priceCurrency: null, value: '9840' },
    ])
    expect(
      reading.holdings.map(({ instrument }) => [instrument.name, instrument.type, instrument.currency]),
    ).toEqual([
      ['Nordsee Windkraft AG', null, 'EUR'],
      ['Alpen Strom N', null, 'CHF'],
      ['Muster Anleihe', 'bond', 'EUR'],
    ])
  })

  it('names a security without the unit and the identifiers beside it', async () => {
    const { reading } = await read(await inventedStatements['kauf.pdf']())
    expect(reading.drafts[0]?.instrument?.name).toBe('Nordsee Windkraft AG')
  })

  it('has the same keys in every copy, marked as those of a PDF', async () => {
    const keys = async () =>
      (await read(await inventedStatements['kontoauszug.pdf']())).reading.drafts.map(({ key }) => key)
    const first = await keys()
    expect(await keys()).toEqual(first)
    expect(new Set(first).size).toBe(2)
    for (const key of first) expect(key).toMatch(/^pdf:[0-9a-f]{32}$/)
  })

  it('is a problem if nothing in it is recognized', async () => {
    const letter = await makePdf(document => void document.text('Dear client, our branch moves to the lake.'))
    expect((await read(letter)).reading).toMatchObject({
      drafts: [],
      problems: [{ line: 1, code: 'pdf_unknown', raw: 'Dear client, our branch moves to the lake.' }],
    })
  })

  it('is a problem if its amounts do not agree, with the values read', async () => {
    const wrong = await makePdf(document => {
      const rows = [
        'Contract note: Sale',
        'Trade date 12/03/2026',
        'ISIN DE000A9NORD1 Nordsee Windkraft AG',
        'Quantity 15',
        'Price EUR 23.40',
        'Gross amount EUR 351.00',
        'Commission EUR 6.00',
        'Net amount credited to your account EUR 354.00',
      ]
      rows.forEach((row, index) => {
        document.text(row, 50, 60 + 14 * index, { lineBreak: false })
      })
    })
    const { reading } = await read(wrong)
    expect(reading.drafts).toEqual([])
    expect(reading.problems).toMatchObject([{ code: 'pdf_uncertain' }])
    expect(reading.problems[0]?.message).toMatch(/354.*351|351.*354/)
  })

  it('warns of a page without text', async () => {
    const bytes = await makePdf(document => {
      document.text('Dear client')
      document.addPage().rect(50, 50, 100, 100).fill('grey')
    })
    expect((await read(bytes)).reading.warnings).toMatchObject([
      { line: 2, code: 'pdf_page_no_text', message: 'Page 2 has no text and was not read.' },
    ])
  })

  it('is unreadable as a whole with a reason, and left to the reader of PDFs', async () => {
    expect(await readStatement(hostilePdfs.noise?.() ?? new Uint8Array())).toMatchObject({
      state: 'unreadable',
      format: 'pdf',
      code: 'pdf_damaged',
      message: 'This PDF is damaged. Download it from the bank again.',
    })
    expect(readFile(await inventedStatements['kauf.pdf']())).toMatchObject({
      state: 'unreadable',
      code: 'pdf',
    })
    expect(await readStatement(Buffer.from('a;b\n1;2\n'))).toMatchObject({ state: 'needs_columns' })
  })
})
