import { describe, expect, it } from 'vitest'
import { findFileProblem, readMarketTable } from '../src/index.ts'

const today = '2026-11-16'
const read = (...lines: string[]) => readMarketTable(`${lines.join('\n')}\n`, today)
const refusal = (...lines: string[]) => {
  try {
    read(...lines)
    return null
  } catch (error) {
    return findFileProblem(error)?.code
  }
}

describe('tables of rates', () => {
  it('reads the history of the ECB: newest first, N/A without a rate, a trailing comma', () => {
    const { kind, rates, problems, emptyLines } = read(
      'Date,USD,JPY,CYP,CHF,',
      '2026-11-13,1.1614,179.42,N/A,0.9246,',
      '2026-11-12,1.1590,179.01,N/A,0.9251,',
    )
    expect([kind, problems, emptyLines]).toEqual(['rates', [], []])
    expect(rates.filter(({ date }) => date === '2026-11-13')).toEqual([
      { line: 2, date: '2026-11-13', base: 'EUR', quote: 'USD', rate: '1.1614' },
      { line: 2, date: '2026-11-13', base: 'EUR', quote: 'JPY', rate: '179.42' },
      { line: 2, date: '2026-11-13', base: 'EUR', quote: 'CHF', rate: '0.9246' },
    ])
    expect(rates).toHaveLength(6)
  })

  it('reads the daily file of the ECB with its spaces and its written month', () => {
    const { rates } = read('Date, USD, JPY, CHF, ', '13 November 2026, 1.1614, 179.42, 0.9246, ')
    expect(rates.map(({ date, quote, rate }) => [date, quote, rate])).toEqual([
      ['2026-11-13', 'USD', '1.1614'],
      ['2026-11-13', 'JPY', '179.42'],
      ['2026-11-13', 'CHF', '0.9246'],
    ])
  })

  it('reads a list of a bank by pair, by two currencies and in German', () => {
    const expected = [{ line: 2, date: '2026-11-13', base: 'EUR', quote: 'CHF', rate: '0.9246' }]
    expect(read('Date,Pair,Rate', '2026-11-13,EUR/CHF,0.9246').rates).toEqual(expected)
    expect(read('Date;From;To;Rate', '13/11/2026;EUR;CHF;0.9246').rates).toEqual(expected)
    expect(read('Datum;Währungspaar;Kurs', '13.11.2026;EURCHF;0,9246').rates).toEqual(expected)
    const below = read('Devisenkurse der Bank', '', 'Datum;Währungspaar;Kurs', '13.11.2026;EUR/CHF;0,9246')
    expect(below.rates).toMatchObject([{ line: 4, rate: '0.9246' }])
  })

  it('reads our own: one unit of a currency in US dollars', () => {
    expect(read('currency,date,rate', 'CHF,2026-11-13,1.2484').rates).toEqual([
      { line: 2, date: '2026-11-13', base: 'CHF', quote: 'USD', rate: '1.2484' },
    ])
  })

  it('reads the data portal of the ECB: units of the currency for one of the denominator', () => {
    const header = 'KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE,OBS_STATUS'
    const row = (currency: string, value: string, more = '', day = '2026-11-13') =>
      `EXR.D.${currency}.EUR.SP00.A,D,${currency},EUR,SP00,A,${day},${value},A${more}`
    expect(read(header, row('JPY', '180.2'), row('CHF', '0.9246')).rates).toEqual([
      { line: 2, date: '2026-11-13', base: 'EUR', quote: 'JPY', rate: '180.2' },
      { line: 3, date: '2026-11-13', base: 'EUR', quote: 'CHF', rate: '0.9246' },
    ])
    expect(read(`${header},UNIT,UNIT_MULT`, row('JPY', '180.2', ',JPY,0')).rates).toMatchObject([
      { base: 'EUR', quote: 'JPY', rate: '180.2' },
    ])
    const other = read(
      `${header},UNIT,UNIT_MULT`,
      row('JPY', '180.2', ',JPY,2'),
      row('JPY', '179', ',JPY,0', '2026-10'),
    )
    expect(other).toMatchObject({
      rates: [],
      problems: [
        { line: 2, code: 'bad_field', field: 'unit', value: '2' },
        { line: 3, code: 'not_a_date' },
      ],
    })
  })

  it('reads the series of the data portal side by side, and no averages', () => {
    const { rates, problems } = read(
      'DATE,TIME PERIOD,"US dollar/Euro (EXR.D.USD.EUR.SP00.A)","Japanese yen/Euro (EXR.D.JPY.EUR.SP00.A)"',
      '2026-11-13,13 Nov 2026,1.1614,180.2',
    )
    expect(problems).toEqual([])
    expect(rates).toMatchObject([
      { date: '2026-11-13', base: 'EUR', quote: 'USD', rate: '1.1614' },
      { date: '2026-11-13', base: 'EUR', quote: 'JPY', rate: '180.2' },
    ])
    for (const series of ['EXR.M.USD.EUR.SP00.A)', 'EXR.D.USD.EUR.SP00.A) - Modified value (Weekly)'])
      expect(refusal(`DATE,TIME PERIOD,US dollar/Euro (${series}`, '2026-10-31,2026Oct,1.16')).toBe(
        'not_daily',
      )
  })

  it('divides the rate of 100 units, wherever they are stated', () => {
    const expected = [{ line: 2, date: '2026-11-13', base: 'JPY', quote: 'CHF', rate: '0.0052' }]
    expect(read('Datum;Von;Nach;Einheit;Kurs', '13.11.2026;JPY;CHF;100;0,52').rates).toEqual(expected)
    expect(read('Datum;Währungspaar;Kurs', '13.11.2026;100 JPY/CHF;0,52').rates).toEqual(expected)
    expect(read('Datum;100 JPY/CHF', '13.11.2026;0,52').rates).toEqual(expected)
    const { rates, problems } = read(
      'Datum;Von;Nach;Einheit;Kurs',
      '13.11.2026;IDR;CHF;1 000;0,05',
      '13.11.2026;JPY;CHF;;0,52',
      '13.11.2026;USD;CHF;7;0,80',
    )
    expect(rates).toMatchObject([{ base: 'IDR', rate: '0.00005' }])
    expect(problems).toEqual([
      { line: 3, code: 'missing_field', field: 'unit' },
      { line: 4, code: 'bad_field', field: 'unit', value: '7' },
    ])
  })

  it('does not guess the other currency of a list', () => {
    expect(refusal('Datum;Währung;Devisenkurs', '13.11.2026;EUR;0,93')).toBe('no_quote_currency')
    expect(refusal('Date,From,Rate', '2026-11-13,EUR,0.93')).toBe('no_quote_currency')
    expect(refusal('Datum;EUR;USD', '13.11.2026;0,93;0,80')).toBe('no_base_currency')
    expect(refusal('Date,USD,Remark', '2026-11-13,0.80,x')).toBe('no_base_currency')
    expect(refusal('Date,CHF', '2026-11-13,0.93')).toBe('no_base_currency')
    expect(read('Currency,To,Date,Rate', 'EUR,,2026-11-13,0.93')).toMatchObject({
      rates: [],
      problems: [{ line: 2, code: 'no_currency' }],
    })
    expect(read('Datum;Währung;Devisenkurs in CHF', '13.11.2026;EUR;0,93').rates).toMatchObject([
      { base: 'EUR', quote: 'CHF', rate: '0.93' },
    ])
  })

  it('refuses what contradicts itself', () => {
    const { problems } = read(
      'Datum;Währungspaar;Kurs',
      '13.11.2026;EUR/CHF;0,93',
      '13.11.2026;CHF/EUR;1,0753',
      '13.11.2026;EUR/CHF;0,95',
      '12.11.2026;EUR/CHF;0,93 USD',
    )
    expect(problems).toEqual([
      { line: 5, code: 'currency_differs', field: 'rate', value: 'CHF, USD' },
      { line: 4, code: 'stated_twice', value: '2' },
    ])
  })

  it('reads a list of a bank in French', () => {
    expect(read('Date;Paire;Taux de change', '13.11.2026;EUR/CHF;0,9246').rates).toMatchObject([
      { base: 'EUR', quote: 'CHF', rate: '0.9246' },
    ])
  })

  it('reads a pasted table without a header', () => {
    expect(read('2026-11-13\tGBP\tCHF\t1.0521', '2026-11-12\tGBP\tCHF\t1.0498').rates).toHaveLength(2)
    expect(read('13.11.2026\tGBP/CHF\t1,0521').rates).toMatchObject([
      { base: 'GBP', quote: 'CHF', rate: '1.0521' },
    ])
  })

  it('names the line and the reason of every row that cannot be read', () => {
    const { problems, rates } = read(
      'Date,Pair,Rate',
      '2026-11-13,EUR/CHF,0.9246',
      '2026-02-30,EUR/CHF,0.9246',
      '2026-11-13,EUR/EUR,1',
      '2026-11-17,EUR/CHF,0.93',
      '2026-11-12,EUR/CHF,-1',
      '2026-11-12,EUR/CHF,abc',
    )
    expect(rates).toHaveLength(1)
    expect(problems).toEqual([
      { line: 3, code: 'not_a_date', value: '2026-02-30' },
      { line: 4, code: 'not_a_currency', value: 'EUR/EUR' },
      { line: 5, code: 'future_date', value: '2026-11-17' },
      { line: 6, code: 'not_a_number', field: 'rate', value: '-1' },
      { line: 7, code: 'not_a_number', field: 'rate', value: 'abc' },
    ])
  })
})

describe('tables of prices', () => {
  it('reads the history of Yahoo: the close, not the adjusted one, and no value for null', () => {
    const reading = read(
      'Date,Open,High,Low,Close,Adj Close,Volume',
      '2026-11-12,57.1,57.9,56.8,57.20,55.11,1200',
      '2026-11-13,null,null,null,null,null,null',
    )
    expect(reading).toMatchObject({ kind: 'prices', isOfOneSecurity: true, problems: [], emptyLines: [3] })
    expect(reading.prices).toEqual([
      {
        line: 2,
        date: '2026-11-12',
        price: '57.2',
        isin: null,
        symbol: null,
        currency: null,
        isPercent: false,
      },
    ])
  })

  it('reads the history of Stooq, with and without a ticker', () => {
    const plain = read('Date,Open,High,Low,Close,Volume', '2026-11-13,10,11,9,10.5,100')
    expect(plain).toMatchObject({ isOfOneSecurity: true, prices: [{ price: '10.5' }] })
    const named = read(
      '<TICKER>,<PER>,<DATE>,<TIME>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>,<OPENINT>',
      'KROC.US,D,20261113,000000,10,11,9,10.5,100,0',
    )
    expect(named).toMatchObject({
      isOfOneSecurity: false,
      prices: [{ symbol: 'KROC.US', date: '2026-11-13', price: '10.5' }],
    })
  })

  it('reads a list of a bank in German, with a currency beside the price', () => {
    const { prices } = read(
      'ISIN;Datum;Kurs;Währung',
      "CH0012221716;13.11.2026;1'058,92;CHF",
      'US0378331005;13.11.2026;230,10;USD',
    )
    expect(prices.map(({ isin, price, currency }) => [isin, price, currency])).toEqual([
      ['CH0012221716', '1058.92', 'CHF'],
      ['US0378331005', '230.1', 'USD'],
    ])
    expect(read('ISIN;Datum;Kurs', 'CH0012221716;13.11.2026;58,92 CHF').prices).toMatchObject([
      { price: '58.92', currency: 'CHF' },
    ])
  })

  it('reads a table copied from Yahoo, whose headings explain themselves', () => {
    const reading = read(
      'Date\tOpen\tHigh\tLow\tClose Close price adjusted for splits.\tAdj Close Adjusted close price adjusted for splits and dividend and/or capital gain distributions.\tVolume',
      'Nov 13, 2026\t1,057.10\t1,060.00\t1,050.00\t1,058.92\t1,040.00\t12,345',
      'Nov 12, 2026\t0.26 Dividend',
    )
    expect(reading).toMatchObject({
      kind: 'prices',
      emptyLines: [3],
      prices: [{ date: '2026-11-13', price: '1058.92' }],
    })
  })

  it('reads the history of Stooq in Polish and a list of a bank in French', () => {
    expect(
      read('Data,Otwarcie,Najwyzszy,Najnizszy,Zamkniecie,Wolumen', '2026-11-13,10,11,9,10.5,100').prices,
    ).toMatchObject([{ date: '2026-11-13', price: '10.5' }])
    expect(
      read('Code ISIN;Date;Cours de clôture;Devise', 'FR0000120271;13/11/2026;58,92;EUR').prices,
    ).toMatchObject([{ isin: 'FR0000120271', price: '58.92', currency: 'EUR' }])
  })

  it('reads a percent sign or unit as a price in percent', () => {
    expect(read('ISIN;Datum;Kurs', 'CH0012221716;13.11.2026;98,50 %').prices).toMatchObject([
      { price: '98.5', isPercent: true },
    ])
    expect(read('ISIN;Datum;Kurs;Einheit', 'CH0012221716;13.11.2026;98,50;%').prices).toMatchObject([
      { price: '98.5', isPercent: true },
    ])
  })

  it('takes the currency of the header, and refuses two different ones', () => {
    expect(read('ISIN;Datum;Kurs in CHF', 'CH0012221716;13.11.2026;58,92').prices).toMatchObject([
      { price: '58.92', currency: 'CHF' },
    ])
    const { prices, problems } = read(
      'ISIN;Datum;Kurs;Währung',
      'GB0002374006;13.11.2026;2412,5p;GBP',
      'GB0002374006;12.11.2026;$24.50;CAD',
    )
    expect(problems).toEqual([{ line: 2, code: 'currency_differs', field: 'price', value: 'GBP, GBX' }])
    expect(prices).toMatchObject([{ price: '24.5', currency: 'CAD' }])
  })

  it('does not read an exchange rate as a price, or the price of 100 pieces', () => {
    expect(refusal('ISIN;Datum;Devisenkurs', 'CH0012221716;13.11.2026;0,93')).toBe('no_header')
    expect(read('ISIN;Datum;Kurs;Einheit', 'CH0012221716;13.11.2026;98,50;100').problems).toEqual([
      { line: 2, code: 'bad_field', field: 'unit', value: '100' },
    ])
  })

  it('keeps negative prices, which some instruments have', () => {
    expect(read('symbol,date,price', 'CL,2026-11-13,-37.63').prices).toMatchObject([{ price: '-37.63' }])
  })

  it('does not guess the order of day and month', () => {
    const { problems, prices } = read('isin;date;price', 'CH0012221716;03/04/2026;58.92')
    expect(prices).toEqual([])
    expect(problems).toMatchObject([{ line: 2, code: 'unclear_date' }])
  })

  it('refuses a wrong check digit, a missing security and a price of 0', () => {
    const { problems } = read(
      'isin,date,price',
      'CH0012221717,2026-11-13,1',
      ',2026-11-13,1',
      'CH0012221716,2026-11-13,0',
    )
    expect(problems.map(({ line }) => line)).toEqual([2, 3, 4])
  })
})

it('refuses a file without a header or rows as a whole', () => {
  expect(refusal('a,b', '1,2')).toBe('no_header')
  expect(refusal('isin,date,price')).toBe('no_rows')
  expect(refusal('')).toBe('empty')
})
