import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'

const head = [
  'Statement,Header,Field Name,Field Value',
  'Statement,Data,Period,"March 2, 2026"',
  'Account Information,Header,Field Name,Field Value',
  'Account Information,Data,Account,U7000001',
]
const tradeHeader =
  'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Code'
const listHeader =
  'Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Security ID,Listing Exch,Multiplier,Type,Code'

const read = (...lines: readonly string[]) =>
  readFile(new TextEncoder().encode([...head, ...lines].join('\r\n')))

function reading(...lines: readonly string[]) {
  const file = read(...lines)
  if (file.state !== 'read') throw new Error(`the file is ${file.state}`)
  return file.reading
}

describe('activity statements of Interactive Brokers', () => {
  it('reads executions of a security without orders, and no lots', () => {
    const { drafts, skipped } = reading(
      tradeHeader,
      'Trades,Data,Trade,Stocks,USD,ALPF,"2026-03-02, 10:00:00",60,48,48,-2880,-1,O',
      'Trades,Data,ClosedLot,Stocks,USD,ALPF,2026-01-02,60,47,,,,',
      'Trades,Data,Order,Stocks,USD,OTHR,"2026-03-02, 10:00:00",5,10,10,-50,-1,O',
    )
    expect(drafts.map(({ quantity, net }) => [quantity, net])).toEqual([
      ['60', '2881'],
      ['5', '51'],
    ])
    expect(skipped.filter(({ code }) => code === 'repeated')).toHaveLength(1)
  })

  it('leaves open which of two listings a symbol means', () => {
    const { drafts } = reading(
      tradeHeader,
      'Trades,Data,Order,Stocks,EUR,TWIN,"2026-03-02, 10:00:00",5,10,10,-50,-1,O',
      listHeader,
      'Financial Instrument Information,Data,Stocks,TWIN,TWIN FUND,90001,IE00TWIN0006,LSEETF,1,ETF,',
      'Financial Instrument Information,Data,Stocks,TWIN,TWIN FUND,90002,IE00TWIN0006,AEB,1,ETF,',
    )
    expect(drafts[0]?.instrument).toMatchObject({
      isin: 'IE00TWIN0006',
      currency: 'EUR',
      exchange: null,
      identifiers: [],
    })
  })

  it('does not post quantity times price that differs from the proceeds', () => {
    const { drafts, problems } = reading(
      tradeHeader,
      'Trades,Data,Order,Stocks,USD,ALPF,"2026-03-02, 10:00:00",60,48,48,-2800,-1,O',
    )
    expect(drafts).toEqual([])
    expect(problems[0]?.code).toBe('amount_differs')
  })

  it('takes a cancelled trade as a problem, because it names no original', () => {
    const { drafts, problems } = reading(
      tradeHeader,
      'Trades,Data,Order,Stocks,USD,ALPF,"2026-03-02, 10:00:00",60,48,48,-2880,-1,O',
      'Trades,Data,Trade Cancel,Stocks,USD,ALPF,"2026-03-02, 10:00:00",-60,48,48,2880,1,Ca',
    )
    expect(drafts).toHaveLength(1)
    expect(problems).toMatchObject([{ code: 'missing_field' }])
  })

  it('reports rows of a section that is not known', () => {
    const { problems } = reading(
      'Moon Phases,Header,Currency,Date,Amount',
      'Moon Phases,Data,USD,2026-03-02,12',
    )
    expect(problems).toMatchObject([{ code: 'not_supported', value: 'Moon Phases' }])
  })

  it('refuses a statement in another language', () => {
    const file = readFile(
      new TextEncoder().encode('Statement,Header,Feldname,Feldwert\nStatement,Data,Period,"März 2, 2026"\n'),
    )
    expect(file).toMatchObject({ state: 'unreadable', code: 'other_language' })
  })

  it('refuses a statement of several accounts', () => {
    const file = read(
      'Dividends,Header,Currency,Account,Date,Description,Amount',
      'Dividends,Data,USD,U7000001,2026-03-02,ALPF(US99ALP00010) Cash Dividend,1',
      'Dividends,Data,USD,U7000002,2026-03-02,ALPF(US99ALP00010) Cash Dividend,2',
    )
    expect(file).toMatchObject({ state: 'unreadable', code: 'several_accounts' })
  })
})

describe('Flex queries', () => {
  const flex = (rows: string) => {
    const file = readFile(
      new TextEncoder().encode(
        `<FlexQueryResponse><FlexStatements><FlexStatement accountId="U1">${rows}</FlexStatement></FlexStatements></FlexQueryResponse>`,
      ),
    )
    if (file.state !== 'read') throw new Error(`the file is ${file.state}`)
    return file.reading
  }

  it('without ISINs name each security of a merger by its own', () => {
    const action = 'OLDC(US99OLD00025) MERGED(Acquisition) WITH US99NEW00030 1 FOR 2'
    const row = (own: string, quantity: number) =>
      `<CorporateAction currency="USD" assetCategory="STK" symbol="${own.slice(0, 4)}" description="${action} (${own})" reportDate="20260505" quantity="${quantity}" proceeds="0" value="1" />`
    const { drafts } = flex(
      row('OLDC, OLD CORP, US99OLD00025', -50) + row('NEWC, NEW CORP, US99NEW00030', 25),
    )
    expect(drafts.map(({ instrument }) => instrument?.isin)).toEqual(['US99OLD00025', 'US99NEW00030'])
  })

  it('with dates in the order of a country are problems where month and day can be confused', () => {
    const cash = (day: string) =>
      `<CashTransaction currency="USD" amount="5" type="Deposits/Withdrawals" settleDate="${day}" />`
    const { drafts, problems } = flex(cash('02/11/2026') + cash('02/27/2026') + cash('2026-03-01'))
    expect(problems).toMatchObject([{ code: 'unclear_date', value: '02/11/2026' }])
    expect(drafts.map(({ date }) => date)).toEqual(['2026-02-27', '2026-03-01'])
  })
})
