import { describe, expect, it } from 'vitest'
import { readStatementLines } from '../../src/pdf/text/read-lines.ts'
import { findWrong } from './unknown-words.ts'

/** Invented notes, in the manner of banks that no profile knows. */
const notes: readonly (readonly [name: string, expected: object, text: string])[] = [
  [
    'a British contract note with a price in pence',
    {
      kind: 'purchase',
      date: '2026-03-12',
      shares: '400',
      currency: 'GBP',
      amount: '2072.2',
      taxes: '10.25',
      fees: '11.95',
    },
    `
Midland Share Dealing Limited
CONTRACT NOTE
Miss A Sample
1 High Street
London
We have bought for your account as agent
Account number: 1234567
Contract reference: B1234567
Date dealt: 12/03/2026 Time: 10:22:31
Settlement date: 16/03/2026
Security: MIDLAND WATER PLC ORD 25P
ISIN: GB00B1MUST10
Quantity Price Consideration
400 512.5p £2,050.00
Commission £11.95
Stamp Duty £10.25
PTM Levy £0.00
Total cost £2,072.20
Venue: London Stock Exchange
`,
  ],
  [
    'a British sale with a dealing charge',
    {
      kind: 'sale',
      date: '2026-03-12',
      shares: '250',
      currency: 'GBP',
      amount: '1213.05',
      taxes: '0',
      fees: '11.95',
    },
    `
Example Stockbrokers
Contract Note - Sale
Bargain Reference 88123
Bargain Date 12 March 2026 14:02
Settlement Date 16 March 2026
We have today sold on your behalf:
250 MIDLAND WATER PLC ORDINARY SHARES
SEDOL B1MUST1 ISIN GB00B1MUST10
Price £4.90
Gross consideration £1,225.00
Dealing charge £11.95
Net proceeds £1,213.05
`,
  ],
  [
    'an American confirmation with columns of dates',
    {
      kind: 'purchase',
      date: '2026-03-12',
      shares: '25',
      currency: 'USD',
      amount: '2536.2',
      taxes: '0',
      fees: '4.95',
    },
    `
SAMPLE BROKERAGE LLC
TRADE CONFIRMATION
Account Number: XXXX-1234
You Bought
Trade Date Settlement Date Symbol CUSIP
03/12/2026 03/13/2026 MUSX 12345M108
Security Description: MUSTER WORKS INC COM
ISIN US12345MUS03
Quantity 25
Price $101.25
Principal Amount $2,531.25
Commission $4.95
Net Amount $2,536.20
`,
  ],
  [
    'an American sale in one row, its currency named apart',
    {
      kind: 'sale',
      date: '2026-03-27',
      shares: '40',
      currency: 'USD',
      amount: '3999.89',
      taxes: '0',
      fees: '0.11',
    },
    `
SAMPLE INVEST
Trade Confirmation
Symbol Description Action Quantity Price Principal Fees Net Amount
MUSX Muster Works Inc Sold 40 100.00 4,000.00 0.11 3,999.89
ISIN: US12345MUS03
Trade Date: 03/27/2026
Settlement Date: 03/30/2026
Currency: USD
`,
  ],
  [
    'an Australian confirmation, whose dollar is not the American one',
    { kind: 'purchase', date: '2026-03-12', shares: '92', currency: 'AUD', amount: '7878.47', fees: '29.95' },
    `
EXAMPLE SECURITIES LIMITED
BUY CONFIRMATION
WE HAVE BOUGHT THE FOLLOWING SECURITIES FOR YOU
COMPANY MUSTER AUSTRALIAN SHARES
SECURITY ETF UNITS AU000000MUS8
TRADE DATE: 12/03/2026
AS AT DATE: 12/03/2026
SETTLEMENT DATE: 16/03/2026
TOTAL UNITS: 92
AVERAGE PRICE: AUD 85.31
CONSIDERATION (AUD): $7,848.52
BROKERAGE & COSTS INCL GST: $29.95
(INCL GST): $2.72
TOTAL COST: $7,878.47
`,
  ],
  [
    'a Canadian confirmation, whose dollar is named below',
    { kind: 'purchase', date: '2026-03-12', shares: '10', currency: 'CAD', amount: '508.95', fees: '4.95' },
    `
Example Direct Investing Inc.
Trade confirmation
For account: 12345678
We confirm the following transaction: BUY
Security MUSTER RESOURCES LTD
ISIN CA12345MUS17
Transaction date March 12, 2026
Settlement date March 13, 2026
Quantity Price Gross amount Commission Net amount
10 $50.40 $504.00 $4.95 $508.95
All amounts in CAD
`,
  ],
  [
    'a dividend that is converted',
    { kind: 'dividend', date: '2026-05-20', shares: '100', currency: 'EUR', amount: '78.7', taxes: '13.89' },
    `
Example Bank Europe
DIVIDEND CONFIRMATION
Security Muster Works Inc. ISIN US12345MUS03
Holding 100 shares
Dividend per share USD 1.00
Ex date 18/05/2026
Payment date 20/05/2026
Gross dividend USD 100.00
Withholding tax 15% USD 15.00
Net dividend USD 85.00
Exchange rate EUR/USD 1.0800
Amount credited to your account EUR 78.70
`,
  ],
  [
    'a crypto order that was executed',
    {
      kind: 'purchase',
      date: '2026-03-12',
      shares: '0.0125',
      currency: 'EUR',
      amount: '1012.5',
      fees: '12.5',
    },
    `
Example Crypto GmbH
Order confirmation
Transaction type: Buy
Asset: Bitcoin (BTC)
Execution date: 12.03.2026 18:20:11
Quantity: 0.0125 BTC
Price: 80,000.00 EUR
Amount: 1,000.00 EUR
Fee: 12.50 EUR
Total: 1,012.50 EUR
`,
  ],
  [
    'a purchase of an employee plan',
    { kind: 'purchase', date: '2026-03-12', shares: '12.345', currency: 'EUR', amount: '600', fees: '0' },
    `
Example Employee Share Plan
Purchase Confirmation
Company: Muster Works SE
ISIN DE000A1MUS11
Purchase date 12 March 2026
Number of shares purchased 12.345
Purchase price per share EUR 48.6027
Total purchase amount EUR 600.00
`,
  ],
  [
    'a bond with accrued interest',
    { kind: 'purchase', date: '2026-03-12', shares: '50', currency: 'EUR', amount: '5055.21', fees: '10' },
    `
Example Bank
Securities settlement - Purchase
Nominal EUR 5,000.00
2.5% Muster Finance 2031
ISIN XS1234567896
Trade date 12.03.2026 10:01
Value date 16.03.2026
Price 99.70 %
Market value EUR 4,985.00
Accrued interest EUR 60.21
Commission EUR 10.00
Amount charged EUR 5,055.21
`,
  ],
  [
    'labels that stand above their values',
    { kind: 'purchase', date: '2026-03-12', shares: '25', currency: 'USD', amount: '2536.2', fees: '4.95' },
    `
Example Invest
Order executed
Buy
Muster Works Inc.
ISIN
US12345MUS03
Trade date
12 Mar 2026 15:31:00
Quantity
25
Price
USD 101.25
Gross amount
USD 2,531.25
Commission
USD 4.95
Total amount
USD 2,536.20
`,
  ],
  [
    'a dividend below the headings of its columns',
    { kind: 'dividend', date: '2026-03-02', shares: '100', currency: 'USD', amount: '21.25', taxes: '3.75' },
    `
Example Securities
DIVIDEND STATEMENT
Security Name: Muster Works Inc
ISIN: US12345MUS03
Payment Date: 02 Mar 2026
Ex Date: 12 Feb 2026
Record Date: 13 Feb 2026
Quantity Rate per share Gross Amount Tax Net Amount
100 USD 0.25 USD 25.00 USD 3.75 USD 21.25
`,
  ],
  [
    'a sale whose net amount is converted',
    { kind: 'sale', date: '2026-03-12', shares: '20', currency: 'EUR', amount: '1842.59', fees: '9.26' },
    `
Example Bank
Contract note - Sale
We have sold for your account
20 Muster Works Inc Registered Shares
ISIN US12345MUS03
Execution date 12.03.2026 16:00:01
Price USD 100.00
Gross amount USD 2,000.00
Commission USD 10.00
Net amount USD 1,990.00
Exchange rate EUR/USD 1.0800
Net amount in EUR 1,842.59
Value date 16.03.2026
`,
  ],
  [
    'a fund without costs',
    { kind: 'purchase', date: '2026-03-12', shares: '1.2345', currency: 'GBP', amount: '123.45' },
    `
Example Robo Limited
Trade confirmation
Order type: Buy
Fund: Muster World Index Fund Acc
ISIN: GB00B1MUST10
Trade date: 12 Mar 2026
Units: 1.2345
Unit price: £100.00
Total value: £123.45
`,
  ],
  [
    'interest less tax',
    { kind: 'interest', date: '2026-03-31', currency: 'GBP', amount: '8', taxes: '2' },
    `
Example Savings Ltd
Interest statement
Interest payment date 31 March 2026
Gross interest £10.00
Tax deducted £2.00
Net interest credited to your account £8.00
`,
  ],
  [
    'an American confirmation with a CUSIP',
    {
      kind: 'purchase',
      date: '2026-03-12',
      wkn: '123456789',
      shares: '10',
      currency: 'USD',
      amount: '1523',
    },
    `
Sample Brokerage LLC
Trade Confirmation
You Bought
MUSTER CORP
CUSIP: 123456789 Symbol: MUST
Trade Date: 03/12/2026
Settlement Date: 03/13/2026
Quantity: 10
Price: $152.30
Principal: $1,523.00
Commission: $0.00
Net Amount: $1,523.00
`,
  ],
  [
    'a receipt of a crypto platform',
    {
      kind: 'purchase',
      date: '2026-03-12',
      shares: '0.015',
      currency: 'EUR',
      amount: '913.41',
      fees: '13.41',
    },
    `
Example Crypto Ltd
Transaction receipt
Order type: Buy
Asset: Bitcoin (BTC)
Amount: 0.015 BTC
Price per BTC: €60,000.00
Subtotal: €900.00
Fee: €13.41
Total: €913.41
Date: 12 March 2026 10:15
`,
  ],
]

describe('notes in English', () => {
  it.each(notes)('read %s', (_, expected, text) => {
    const { transactions, problems } = readStatementLines(text.trim().split('\n'), { profiles: false })
    expect(problems).toEqual([])
    expect(transactions).toMatchObject([expected])
  })

  it.each(notes)('are right or a problem with unknown words or another layout: %s', (...note) => {
    expect(findWrong(note)).toEqual([])
  })

  it('take the symbol beside a CUSIP, and refuse two of them', () => {
    const text = notes.find(([name]) => name.includes('CUSIP'))?.[2] ?? ''
    const lines = text.trim().split('\n')
    const { transactions } = readStatementLines(lines, { profiles: false })
    expect(transactions).toMatchObject([{ wkn: '123456789', ticker: 'MUST', name: 'MUSTER CORP' }])
    const two = readStatementLines([...lines, 'Exchanged for CUSIP: 987654321'], { profiles: false })
    expect(two.transactions).toEqual([])
  })
})
