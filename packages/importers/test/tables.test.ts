import { describe, expect, it } from 'vitest'
import { type ColumnMapping, type FileReading, readFile } from '../src/index.ts'

const bytesOf = (lines: readonly string[]) => new TextEncoder().encode(lines.join('\n'))

function look(lines: readonly string[]) {
  const first = readFile(bytesOf(lines), { ignorePresets: true })
  if (first.state !== 'needs_columns') throw new Error(JSON.stringify(first))
  return first.csv
}
function read(lines: readonly string[], change: Partial<ColumnMapping> = {}) {
  const reading: FileReading = readFile(bytesOf(lines), { mapping: { ...look(lines).mapping, ...change } })
  if (reading.state !== 'read') throw new Error(JSON.stringify(reading))
  return reading.reading
}
const meanings = (lines: readonly string[]) => look(lines).columns.map(({ meaning }) => meaning)
const codes = (lines: readonly string[], change: Partial<ColumnMapping> = {}) =>
  read(lines, change).problems.map(({ code }) => code)

describe('columns of unknown tables', () => {
  it('follow the cells where a name can mean two things', () => {
    expect(meanings(['Datum,Valuta,Bedrag', '2026-11-04,EUR,5.00'])).toEqual(['date', 'currency', 'amount'])
    expect(meanings(['Datum;Valuta;Betrag', '04.11.2026;06.11.2026;5,00'])).toEqual([
      'date',
      'settle_date',
      'amount',
    ])
    expect(
      meanings(['Timestamp (UTC),identifier,activityType,Unit cost (p)', '2026-11-04,CH0012032048,Buy,1']),
    ).toEqual(['date', 'isin', 'transaction_type', 'price'])
  })

  it('recognise the kind of row in seven languages', () => {
    for (const [header, word] of [
      ['activityType', 'BUY'],
      ['Buchungsart', 'Kauf'],
      ["Type d'opération", 'Achat'],
      ['Tipo operazione', 'Acquisto'],
      ['Transactietype', 'Aankoop'],
      ['Tipo de operación', 'Compra'],
      ['Typ av transaktion', 'Köp'],
    ])
      expect(look([`Date,${header},ISIN`, `2026-11-04,${word},CH0012032048`]).mapping.words).toEqual([
        { word, type: 'trade', side: 'buy' },
      ])
  })
})

describe('rows of unknown tables', () => {
  it('are problems where their kind is unknown or missing, never a guess', () => {
    const table = [
      'Date,Type,ISIN,Quantity,Amount',
      '2026-11-04,Mystery,CH0012032048,1,-5',
      '2026-11-04,,CH0012032048,1,-5',
    ]
    expect(codes(table)).toEqual(['unknown_type', 'no_type'])
    const without = ['Date,ISIN,Quantity,Price,Currency,Amount', '2026-11-04,CH0012032048,2,5.00,CHF,-10.00']
    expect(codes(without)).toEqual(['no_type'])
    expect(read(without, { rowsAre: 'trades', signs: 'signed' }).drafts).toMatchObject([
      { side: 'buy', net: '10' },
    ])
  })

  it('ask for the order of dates that are open, and settle it by the whole column', () => {
    const table = (day: string) => [
      'Date,Type,Amount,Currency',
      '03/04/2026,Deposit,5.00,EUR',
      `${day},Deposit,6.00,EUR`,
    ]
    expect(look(table('04/05/2026')).mapping.dateOrder).toBeNull()
    expect(codes(table('04/05/2026'))).toEqual(['unclear_date', 'unclear_date'])
    expect(read(table('25/05/2026')).drafts.map(({ date }) => date)).toEqual(['2026-04-03', '2026-05-25'])
    expect(read(table('05/25/2026')).drafts.map(({ date }) => date)).toEqual(['2026-03-04', '2026-05-25'])
  })

  it('read units, placeholders, exponents and long fractions', () => {
    const table = [
      'Date,Type,Symbol,Quantity,Price,Value,Fees',
      '2026-11-04,Buy,BTC,0.00056077,"89,162.28 SEK",50.00 SEK,-',
      '2026-11-05,Buy,BTC,1e-3,"90,000.00 SEK",90.00 SEK,n/a',
      '2026-11-06,Buy,BTC,0.0010000000000000000000000000001,"90,000.00 SEK",90.00 SEK,0.00 SEK',
    ]
    expect(read(table).drafts).toMatchObject([
      { price: '89162.28', net: '50', currency: 'SEK', fees: '0', instrument: { currency: 'SEK' } },
      { quantity: '0.001' },
      { quantity: '0.001' },
    ])
  })

  it('are problems where the currency beside a number is not that of its column', () => {
    const table = ['Date,Type,Amount,Currency', '2026-11-04,Deposit,5.00 USD,EUR']
    expect(codes(table)).toEqual(['currency_differs'])
  })

  it("take '$' for the dollar that the row or the file names", () => {
    const trade = (currency: string, price = '$10.00') =>
      `2026-11-04,Buy,CH0012032048,2,${price},$20.00,${currency}`
    const header = 'Date,Type,ISIN,Quantity,Price,Amount,Currency'
    expect(read([header, trade('CAD'), trade('USD')]).drafts).toMatchObject([
      { currency: 'CAD', instrument: { currency: 'CAD' } },
      { currency: 'USD', instrument: { currency: 'USD' } },
    ])
    // Two dollars are named, and this row names none.
    expect(codes([header, trade('CAD'), trade('USD'), trade('')])).toEqual(['unclear_dollar'])
    expect(codes([header, trade('EUR')])).toEqual(['unclear_dollar'])
    const inHeader = ['Date,Type,ISIN,Quantity,Price,Amount (AUD)', '2026-11-04,Buy,CH0012032048,2,$10,$20']
    expect(read(inHeader).drafts).toMatchObject([{ currency: 'AUD', instrument: { currency: 'AUD' } }])
    const marked = ['Date,Type,ISIN,Quantity,Price (C$),Amount (C$)', '2026-11-04,Buy,CH0012032048,2,10,20']
    expect(read(marked).drafts).toMatchObject([{ currency: 'CAD', instrument: { currency: 'CAD' } }])
    const bare = ['Date,Type,ISIN,Quantity,Amount ($),Currency', '2026-11-04,Buy,CH0012032048,2,20,SGD']
    expect(read(bare).drafts).toMatchObject([{ currency: 'SGD' }])
    const without = ['Date,Type,ISIN,Quantity,Price,Amount', '2026-11-04,Buy,CH0012032048,2,$10,$20']
    expect(codes(without)).toEqual(['unclear_dollar'])
    const monthFirst = ['Date,Type,Amount', '11/24/2026,Deposit,$20']
    expect(read(monthFirst).drafts).toMatchObject([{ currency: 'USD' }])
    expect(read(without, { dollar: 'CAD' }).drafts).toMatchObject([{ currency: 'CAD' }])
    const other = [header, trade('CAD', 'US$10.00')]
    expect(read(other).drafts).toMatchObject([{ currency: 'CAD', instrument: { currency: 'USD' } }])
  })

  it("take 'kr' and '¥' for the crown, yen or yuan that the row or the file names, never for one of them", () => {
    const deposit = (amount: string, currency = '') => `2026-11-04,Deposit,"${amount}",${currency}`
    const header = 'Date,Type,Amount,Currency'
    expect(read([header, deposit('1 250,50 kr', 'NOK')]).drafts).toMatchObject([
      { currency: 'NOK', amount: '1250.5' },
    ])
    expect(read([header, deposit('kr 12,50', 'SEK'), deposit('7,00 kr.')]).drafts).toMatchObject([
      { currency: 'SEK', amount: '12.5' },
      { currency: 'SEK', amount: '7' },
    ])
    expect(codes([header, deposit('12,50 kr')])).toEqual(['unclear_symbol'])
    expect(codes([header, deposit('12,50 kr', 'DKK'), deposit('1,00', 'SEK'), deposit('3,20 kr')])).toEqual([
      'unclear_symbol',
    ])
    expect(read([header, deposit('¥1200', 'CNY')]).drafts).toMatchObject([
      { currency: 'CNY', amount: '1200' },
    ])
    expect(codes([header, deposit('¥1200')])).toEqual(['unclear_symbol'])
    expect(read(['Date,Type,Amount (kr),Currency', '2026-11-04,Deposit,12.00,ISK']).drafts).toMatchObject([
      { currency: 'ISK' },
    ])
    expect(read([header, deposit('12,50 zł')]).drafts).toMatchObject([{ currency: 'PLN', amount: '12.5' }])
  })

  it('take no code for a currency that is none: coins are no money', () => {
    const table = [
      'Date,Type,Amount,Currency',
      '2026-11-04,Withdrawal,-0.01,ETH',
      '2026-11-04,Withdrawal,-5.00,EUR',
    ]
    expect(codes(table)).toEqual(['not_a_currency'])
  })

  it('ask whether a dividend is before or after tax, unless a column or the payment per unit shows it', () => {
    const table = ['Date,Type,ISIN,Tax,Amount,Currency', '2026-11-04,Dividend,CH0012032048,15.00,100.00,CHF']
    expect(codes(table)).toEqual(['unclear_amount'])
    expect(read(table, { amountIs: 'gross' }).drafts).toMatchObject([{ net: '85', taxes: '15' }])
    expect(read(table, { amountIs: 'net' }).drafts).toMatchObject([{ net: '100', taxes: '15' }])
    const perUnit = [
      'Date,Type,ISIN,Quantity,Price,Tax,Amount,Currency',
      '2026-11-04,Dividend,CH0012032048,50,2.00,15.00,100.00,CHF',
    ]
    expect(read(perUnit).drafts).toMatchObject([{ net: '85' }])
  })

  it('read prices in pence, and ask where nothing says so', () => {
    const table = (header: string) => [
      `Date,Type,ISIN,Quantity,${header},Currency,Amount`,
      '2026-11-04,Buy,GB0002374006,100,412.50,GBP,-412.50',
    ]
    expect(read(table('Unit cost (p)')).drafts).toMatchObject([
      { net: '412.5', instrument: { currency: 'GBX' } },
    ])
    expect(codes(table('Price'))).toEqual(['unclear_price'])
    expect(read(table('Price'), { priceUnit: 'pence' }).drafts).toMatchObject([
      { instrument: { currency: 'GBX', type: null } },
    ])
  })

  it('keep text of an ISIN column, and find an ISIN within a name', () => {
    const table = (isin: string) => [
      'Date,Type,ISIN,Quantity,Price,Currency,Amount',
      `2026-11-04,Buy,${isin},2,5.00,CHF,-10.00`,
    ]
    expect(read(table('037833100')).drafts).toMatchObject([
      { instrument: { isin: null, identifiers: [{ kind: 'cusip', value: '037833100' }] } },
    ])
    expect(read(table('NESN')).drafts).toMatchObject([{ instrument: { symbol: 'NESN' } }])
    expect(read(table('Talweg Pharma / ISIN CH0012032048')).drafts).toMatchObject([
      { instrument: { isin: 'CH0012032048', name: 'Talweg Pharma' } },
    ])
  })

  it('join debit and credit, add several fees, and follow a side column', () => {
    const sides = [
      'Date,Type,Debit,Credit,Currency',
      '2026-11-04,Custody fee,5.00,,CHF',
      '2026-11-04,Deposit,,7.00,CHF',
    ]
    expect(read(sides).drafts).toMatchObject([
      { type: 'fees_cash', amount: '5' },
      { type: 'deposit', amount: '7' },
    ])
    const trades = [
      'Date,Type,Side,ISIN,Quantity,Price,Commission,Exchange fee,Net amount,Currency',
      '2026-11-04,Trade,Sell,CH0012032048,2,50.00,1.00,0.50,98.50,CHF',
    ]
    expect(read(trades).drafts).toMatchObject([{ side: 'sell', quantity: '-2', fees: '1.5', net: '98.5' }])
  })

  it('are left out by a word, and are not posted unless their status says they happened', () => {
    const table = [
      'Date,Type,Amount,Currency,Status',
      '2026-11-04,Deposit,5.00,EUR,Completed',
      '2026-11-04,Deposit,6.00,EUR,Cancelled',
      '2026-11-04,Deposit,7.00,EUR,Dubious',
      '2026-11-04,Deposit,8.00,EUR,Done',
    ]
    const { drafts, problems, skipped } = read(table, { ignoredWords: ['done'] })
    expect(drafts.map(({ line }) => line)).toEqual([2])
    expect(skipped.map(({ line, code }) => [line, code])).toEqual([
      [3, 'not_executed'],
      [5, 'ignored'],
    ])
    expect(problems.map(({ line, code }) => [line, code])).toEqual([[4, 'unknown_status']])
  })

  it('belong to the account that they name', () => {
    const table = [
      'Date,Account,Type,Amount,Currency',
      '2026-11-04,A-1,Deposit,5.00,EUR',
      '2026-11-04,B-2,Deposit,6.00,EUR',
    ]
    expect(read(table).statements.map(({ account }) => account)).toEqual(['A-1', 'B-2'])
    const one = read(table, { account: 'B-2' })
    expect(one.drafts.map(({ line }) => line)).toEqual([3])
    expect(one.skipped).toMatchObject([{ line: 2, code: 'other_account' }])
  })

  it('are read up to the next table; totals and the rest are skipped with their reason', () => {
    const table = [
      'Statement of November',
      'Date,Type,Amount,Currency',
      '2026-11-04,Deposit,5.00,EUR',
      'Total,,5.00,',
      'ISIN,Name,Quantity,Price',
      'CH0012032048,Talweg,3,4.00',
    ]
    const { drafts, skipped } = read(table)
    expect(drafts.map(({ line }) => line)).toEqual([3])
    expect(skipped.map(({ line, code }) => [line, code])).toEqual([
      [4, 'total'],
      [5, 'other_table'],
      [6, 'other_table'],
    ])
    expect(look(table).tables).toMatchObject([
      { headerLine: 2, rowsCount: 2 },
      { headerLine: 5, rowsCount: 1 },
    ])
  })

  it('of a table above the chosen one are skipped with their reason', () => {
    const table = [
      'Statement of November',
      'Date,Type,Amount,Currency',
      '2026-11-04,Deposit,5.00,EUR',
      'Date,Type,ISIN,Quantity,Price,Amount,Currency',
      '2026-11-05,Buy,CH0012032048,3,4.00,-12.00,EUR',
      '2026-11-06,Sell,CH0012032048,1,4.00,4.00,EUR',
    ]
    const { drafts, skipped, rows } = read(table)
    expect(drafts.map(({ line }) => line)).toEqual([5, 6])
    expect(skipped.map(({ line, code }) => [line, code])).toEqual([
      [2, 'other_table'],
      [3, 'other_table'],
    ])
    expect(rows).toMatchObject({ total: 4, drafts: 2, skipped: 2 })
  })

  it('with more values than columns are problems: a separator moved their cells', () => {
    const table = [
      'Date,Type,Amount,Currency',
      '2026-11-04,Deposit,5.00,EUR',
      '2026-11-05,Deposit,1,000.00,EUR',
      '2026-11-06,Deposit,7.00,EUR,,',
    ]
    const { drafts, problems } = read(table)
    expect(drafts.map(({ line, amount }) => [line, amount])).toEqual([
      [2, '5'],
      [4, '7'],
    ])
    expect(problems).toMatchObject([{ line: 3, code: 'too_many_values', value: '4' }])
    const avanza = readFile(
      bytesOf([
        'Datum;Konto;Typ av transaktion;Värdepapper/beskrivning;Antal;Kurs;Belopp;Courtage;Valuta;ISIN',
        '2026-11-04;1;Köp;Talweg; Pharma;3;10;-30;0;SEK;CH0012032048',
      ]),
    )
    expect(avanza).toMatchObject({
      state: 'read',
      preset: { id: 'avanza' },
      reading: { drafts: [], problems: [{ line: 2, code: 'too_many_values' }] },
    })
  })

  it('without headings lose no row to a header', () => {
    const table = ['2026-11-04,Deposit,5.00,EUR', '2026-11-05,Deposit,6.00,EUR']
    const { mapping } = look(table)
    expect(mapping.headerLine).toBe(0)
    const columns = mapping.columns.map((column, index) =>
      index === 2 ? { ...column, meaning: 'amount' as const } : column,
    )
    expect(read(table, { columns, signs: 'by_kind' }).drafts.map(({ amount }) => amount)).toEqual(['5', '6'])
  })

  it('that disagree with quantity times price are problems, however small the rate between two currencies', () => {
    const table = [
      'Date,Type,ISIN,Quantity,Price,Currency,Amount',
      '2026-11-04,Buy,US0378331005,100,210.00,CHF,-20790.00',
    ]
    expect(codes(table)).toEqual(['amount_differs'])
  })
})
