import { describe, expect, it } from 'vitest'
import { type ColumnMapping, readFile } from '../src/index.ts'
import { holdingLists } from './support/holding-lists.ts'

const today = '2026-11-19'

function propose(text: string, encoding: 'utf8' | 'latin1' = 'utf8') {
  const bytes = Buffer.from(text, encoding)
  const file = readFile(bytes, { today })
  if (file.state !== 'needs_columns') throw new Error(`the file is ${file.state}`)
  const read = (change: Partial<ColumnMapping> = {}) => {
    const again = readFile(bytes, { today, mapping: { ...file.csv.mapping, ...change } })
    if (again.state !== 'read') throw new Error(JSON.stringify(again))
    return again.reading
  }
  return { csv: file.csv, read }
}

describe('a list of holdings', () => {
  it.each(Object.entries(holdingLists))('is recognized and read: %s', (_, list) => {
    const { csv, read } = propose(list.text, list.encoding)
    expect(csv.mapping.rowsAre).toBe('holdings')
    expect(csv.statedDay).toBe(list.day)
    const asOf = list.day ?? '2026-10-31'
    const reading = read({
      ...(list.day === null ? { asOf } : {}),
      ...(list.dollar ? { dollar: list.dollar } : {}),
    })
    expect(reading.problems).toEqual([])
    expect(
      reading.holdings.map(({ instrument, quantity, price, priceCurrency, value, valueCurrency }) =>
        [
          instrument.isin ?? instrument.symbol ?? instrument.identifiers[0]?.value ?? instrument.name,
          quantity,
          price,
          priceCurrency ?? '-',
          value,
          valueCurrency ?? '-',
        ].join(' '),
      ),
    ).toEqual(list.holdings)
    expect(new Set(reading.holdings.map(({ date }) => date))).toEqual(new Set([asOf]))
    const balances = reading.statements.flatMap(statement => statement.balances)
    expect(balances.map(({ currency, amount }) => `${currency} ${amount}`)).toEqual(list.cash ?? [])
    expect(reading.drafts).toEqual([])
    const { rows } = reading
    expect(rows.holdings + rows.skipped).toBe(rows.total)
  })

  it('waits for its day where it states none, and is not of a day to come', () => {
    const list = holdingLists['an Indian broker with abbreviations']?.text ?? ''
    expect(
      propose(list)
        .read()
        .problems.map(({ code }) => code),
    ).toEqual(['no_date', 'no_date'])
    const { read } = propose(list)
    expect(read({ asOf: '2027-05-01' }).holdings).toEqual([])
  })

  it('opens an account with units at cost and cash', () => {
    const list = holdingLists['a Swiss private bank, values in francs']
    const { drafts, holdings, rows, warnings } = propose(list?.text ?? '', 'latin1').read({
      rowsAre: 'opening',
    })
    expect(
      drafts.map(({ type, date, quantity, price, amount, currency, instrument }) =>
        [type, date, quantity, price ?? amount, currency, instrument?.contractSize ?? 1].join(' '),
      ),
    ).toEqual([
      'deposit 2026-10-31  12500.25 CHF 1',
      'transfer_in 2026-10-31 120 85.4 CHF 1',
      'transfer_in 2026-10-31 200 45.1 USD 1',
      'transfer_in 2026-10-31 50000 99.1 CHF 0.01',
    ])
    // They stay a statement to compare the account with.
    expect(holdings).toHaveLength(3)
    expect(rows).toMatchObject({ total: 5, drafts: 4, skipped: 1 })
    expect(warnings).toEqual([])
  })

  it('opens at the cost of a unit in its own currency, also from a total in pounds for a price in pence', () => {
    const list = holdingLists['a British broker with prices in pence']?.text ?? ''
    const { drafts } = propose(list).read({ rowsAre: 'opening' })
    expect(drafts.map(({ price, currency, instrument }) => [price, currency, instrument?.currency])).toEqual([
      ['400', 'GBP', 'GBX'],
      ['279.8623077446', 'GBP', 'GBX'],
    ])
  })

  it('says so where no cost in the currency of the security is stated', () => {
    const { drafts, warnings } = propose(
      'ISIN;Bezeichnung;Bestand;Währung;Kurs;Einstandswert CHF;Marktwert CHF\nUS99ALP00028;Alpine Foods;10;USD;50.00;400.00;440.00\n',
    ).read({ rowsAre: 'opening', asOf: '2026-10-31' })
    expect(drafts).toMatchObject([{ price: '50' }])
    expect(warnings).toMatchObject([{ code: 'no_cost' }])
  })

  it('reports a value that is not quantity times price', () => {
    const { problems, holdings } = propose(
      'ISIN;Bezeichnung;Bestand;Währung;Kurs;Marktwert CHF\nCH99ALP00011;Alpen;10;CHF;50.00;510.00\nCH99BND00011;Alpen B;10;CHF;50.00;5100.00\n',
    ).read({ asOf: '2026-10-31' })
    expect(holdings).toHaveLength(1)
    expect(problems).toMatchObject([{ line: 3, code: 'amount_differs' }])
  })

  it('is not seen in a table of transactions', () => {
    const tables = [
      'Date,Action,Symbol,Quantity,Price,Market Value,Gain/Loss\n2026-01-05,Buy,ALPF,10,50,500,0\n',
      'Datum;ISIN;Bezeichnung;Stück;Kurs;Kurswert\n05.01.2026;DE99NRD00012;Nordsee;40;24,50;980,00\n06.02.2026;DE99NRD00012;Nordsee;40;24,50;980,00\n',
    ]
    for (const text of tables) expect(propose(text).csv.mapping.rowsAre).toBeNull()
  })
})
