import { describe, expect, it } from 'vitest'
import { readFile } from '../src/index.ts'

const columns =
  'Transaction History,Header,Date,Account,Description,Transaction Type,Symbol,Quantity,Price,Price Currency,Gross Amount ,Commission,Net Amount'

interface File {
  starting?: string
  ending?: string
  columns?: string
}

function read(rows: readonly string[], { starting = '0.0', ending, columns: named = columns }: File = {}) {
  const file = readFile(
    new TextEncoder().encode(
      [
        'Statement,Header,Field Name,Field Value',
        'Statement,Data,Title,Transaction History',
        'Statement,Data,Period,"January 1, 2026 - September 30, 2026"',
        'Summary,Header,Field Name,Field Value',
        'Summary,Data,Base Currency,EUR',
        `Summary,Data,Starting Cash,${starting}`,
        ...(ending === undefined ? [] : [`Summary,Data,Ending Cash,${ending}`]),
        named,
        ...rows.map(row => `Transaction History,Data,${row}`),
      ].join('\n'),
    ),
  )
  if (file.state !== 'read') throw new Error(`the file is ${file.state}`)
  return file.reading
}

const account = 'U***00001'
const buy = `2026-03-02,${account},ALPHA CORP,Buy,ALPF,10.0,50.0,USD,-450.25,-1.5,-451.75`
const sell = `2026-04-02,${account},BETA SE,Sell,BETS,-4.0,25.0,EUR,100.0,-1.25,98.75`
const deposit = `2026-01-05,${account},Electronic Fund Transfer,Deposit,-,-,-,-,1000.0,-,1000.0`

describe('transaction histories of Interactive Brokers', () => {
  it('post cash in the base currency and keep the currency of prices', () => {
    const { drafts, problems, statements, warnings } = read([buy, sell, deposit], { ending: '647.0' })
    expect(problems).toEqual([])
    expect(drafts).toMatchObject([
      {
        type: 'trade',
        side: 'buy',
        quantity: '10',
        price: '50',
        net: '451.75',
        fees: '1.5',
        currency: 'EUR',
        instrument: { symbol: 'ALPF', name: 'ALPHA CORP', currency: 'USD' },
      },
      { type: 'trade', side: 'sell', quantity: '-4', net: '98.75', fees: '1.25', currency: 'EUR' },
      { type: 'deposit', side: 'in', amount: '1000', currency: 'EUR' },
    ])
    expect(statements).toMatchObject([
      {
        account,
        currency: 'EUR',
        startDate: '2026-01-01',
        endDate: '2026-09-30',
        balances: [{ kind: 'closing', date: '2026-09-30', currency: 'EUR', amount: '647' }],
      },
    ])
    expect(warnings).toMatchObject([{ code: 'base_currency_only' }])
  })

  it('read income, taxes, charges and the effect of rates on cash', () => {
    const { drafts, problems } = read([
      `2026-05-01,${account},ALPF(US99ALP00010) Cash Dividend USD 0.5 per Share (Ordinary Dividend),Dividend,ALPF,-,-,-,4.5,-,4.5`,
      `2026-05-01,${account},ALPF(US99ALP00010) Cash Dividend USD 0.5 per Share - US Tax,Foreign Tax Withholding,ALPF,-,-,-,-0.68,-,-0.68`,
      `2026-05-02,${account},EUR Credit Interest for Apr-2026,Credit Interest,-,-,-,-,0.31,-,0.31`,
      `2026-05-03,${account},ALPF ADR Fee,Other Fee,-,-,-,-,-0.2,-,-0.2`,
      `2026-05-04,${account},FX Translations P&L,Adjustment,-,-,-,-,-3.76,-,-3.76`,
      `2026-05-05,${account},"Net Amount in Base from Forex Trade: 1,000 EUR.USD",Forex Trade Component,EUR.USD,1000.0,1.15,USD,-0.4,-1.7,-0.4`,
      `2026-05-06,${account},Disbursement,Withdrawal,-,-,-,-,-90.0,-,-90.0`,
    ])
    expect(problems).toEqual([])
    expect(
      drafts.map(({ type, net, amount, instrument }) => [type, net ?? amount, instrument?.isin]),
    ).toEqual([
      ['dividend', '4.5', 'US99ALP00010'],
      ['tax', '0.68', 'US99ALP00010'],
      ['interest', '0.31', undefined],
      ['fees_cash', '0.2', undefined],
      ['other_income', '-3.76', undefined],
      ['other_income', '-0.4', undefined],
      ['withdrawal', '90', undefined],
    ])
  })

  it('keep transfers of securities, options and bonds apart', () => {
    const { drafts, problems } = read([
      `2026-05-01,${account},Transfer,Transfer,ALPF,5.0,52.0,USD,-,-,-`,
      `2026-05-02,${account},ALPF 19JUN26 60 C,Sell,ALPF  260619C00060000,-1.0,2.0,EUR,200.0,-1.0,199.0`,
      `2026-06-19,${account},ALPF 19JUN26 60 C,Expired,ALPF  260619C00060000,1.0,0.0,EUR,-,-,-`,
      `2026-05-03,${account},T 4 5/8 02/28/28,Buy,T 4 5/8 02/28/28,1000.0,100.4,EUR,-1004.0,-5.0,-1009.0`,
    ])
    expect(problems).toEqual([])
    expect(drafts.map(({ type, quantity, instrument }) => [type, quantity, instrument?.type])).toEqual([
      ['transfer_in', '5', null],
      ['trade', '-1', 'option'],
      ['expiry', '1', 'option'],
      ['trade', '1000', 'bond'],
    ])
  })

  it('do not post what the file does not state', () => {
    const { drafts, problems } = read([
      `2026-05-01,${account},MNQ 18SEP26,Buy,MNQU6,1.0,29717.0,USD,-48022.672(1),-0.49,189.79`,
      `2026-05-01,${account},ALPF split 2 for 1,Stock Split,ALPF,10.0,-,-,-,-,-`,
      `2026-05-01,${account},GAMMA,Buy,GAMM,2.0,10.0,EUR,-90.0,-1.0,-91.0`,
      `2026-05-01,${account},GAMMA,Buy,GAMM,2.0,10.0,EUR,-20.0,-1.0,-19.0`,
    ])
    expect(drafts).toEqual([])
    expect(problems.map(({ code, value }) => [code, value])).toEqual([
      ['not_supported', 'Futures'],
      ['unknown_type', 'Stock Split'],
      ['amount_differs', '21 ≠ 91'],
      ['amount_differs', '-20 ≠ -19'],
    ])
  })

  it('with a price in a currency that is not named are problems unless it is that of the account', () => {
    const { drafts, problems } = read(
      [
        `2026-03-02,${account},ALPHA CORP,Buy,ALPF,10.0,50.0,-450.25,-1.5,-451.75`,
        `2026-04-02,${account},BETA SE,Sell,BETS,-4.0,25.0,100.0,-1.25,98.75`,
      ],
      { columns: columns.replace('Price Currency,', '') },
    )
    expect(drafts.map(({ instrument }) => instrument?.symbol)).toEqual(['BETS'])
    expect(problems).toMatchObject([{ code: 'amount_differs' }])
  })

  it('with exchange rates must agree with them', () => {
    const { drafts, problems } = read([`${buy},0.9005`, `${buy.replace('50.0', '5.0')},0.9005`], {
      columns: `${columns},Exchange Rate`,
    })
    expect(drafts.map(({ price }) => price)).toEqual(['50'])
    expect(problems).toMatchObject([{ code: 'amount_differs', value: '45.02 ≠ 450.25' }])
  })

  it('of which rows were left out say so', () => {
    const { drafts, problems, rows } = read([deposit], { starting: '100.0', ending: '1050.0' })
    expect(drafts).toHaveLength(1)
    expect(problems).toMatchObject([{ code: 'balance_differs', value: '1100 ≠ 1050' }])
    expect(rows.total).toBe(rows.drafts + rows.problems + rows.skipped)
  })

  it('of several accounts are a statement for each', () => {
    const { statements, drafts } = read([deposit, buy.replace(account, 'U***00002')], { ending: '548.25' })
    expect(statements.map(statement => [statement.account, statement.balances])).toEqual([
      [account, []],
      ['U***00002', []],
    ])
    expect(drafts.map(({ statement }) => statement)).toEqual([0, 1])
  })
})
