import { describe, expect, it } from 'vitest'
import { type Reading, readFile } from '../src/index.ts'

function read(...lines: string[]): Reading {
  const reading = readFile(new TextEncoder().encode(lines.join('\n')))
  if (reading.state !== 'read') throw new Error(JSON.stringify(reading))
  return reading.reading
}

const trading212 =
  'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Total,Currency (Total),Notes,ID'
const buy = (shares: string, price: string, total: string, currency = 'EUR') =>
  `Market buy,2026-01-05 10:00:00,US99ALP00010,ALPF,Alpine Foods,${shares},${price},${currency},1,${total},EUR,,T${total}`

describe('arithmetic of drafts', () => {
  it('accepts rounded prices and quantities', () => {
    const reading = read(trading212, buy('3.3333', '100', '333.33'), buy('1000', '1.23', '1234.5'))
    expect(reading.problems).toEqual([])
    expect(reading.drafts).toHaveLength(2)
  })

  it('rejects an amount that quantity and price do not give, with both numbers', () => {
    const { drafts, problems } = read(trading212, buy('10', '12.5', '125'), buy('10', '12.5', '152'))
    expect(drafts).toHaveLength(1)
    expect(problems).toMatchObject([
      {
        line: 3,
        code: 'amount_differs',
        message: 'Quantity, price and costs do not give the amount of this row: 125 ≠ 152.',
        draft: { type: 'trade', quantity: '10', price: '12.5', net: '152' },
      },
    ])
  })

  it('does not compare a price in another currency with the amount', () => {
    expect(read(trading212, buy('10', '12.5', '115.2', 'USD')).problems).toEqual([])
  })

  it('keeps the key of a row that an earlier import may have posted', () => {
    const { problems } = read(trading212, buy('10', '12.5', '152'))
    expect(problems[0]?.key).toBe('id:T152')
  })

  it('rejects every draft of a row together', () => {
    const ofx = (total: string) =>
      read(
        'OFXHEADER:100',
        '<OFX><INVSTMTRS><CURDEF>USD<INVTRANLIST>',
        '<REINVEST><INVTRAN><FITID>r1<DTTRADE>20260105</INVTRAN><SECID><UNIQUEID>1<UNIQUEIDTYPE>OTHER</SECID>',
        `<INCOMETYPE>DIV<TOTAL>-${total}<UNITS>2<UNITPRICE>50</REINVEST>`,
        '</INVTRANLIST></INVSTMTRS></OFX>',
      )
    expect(ofx('100').drafts).toHaveLength(2)
    expect(ofx('120').drafts).toEqual([])
    expect(ofx('120').problems).toHaveLength(1)
    expect(ofx('120').rows).toMatchObject({ total: 1, problems: 1, drafts: 0 })
  })
})

describe('arithmetic of statements', () => {
  const mt940 = (closing: string) =>
    read(
      ':20:1',
      ':25:CH9300762011623852957',
      ':28C:1/1',
      ':60F:C260101CHF1000,00',
      ':61:2601050105D250,50NTRFNONREF//A1',
      `:62F:C260131CHF${closing}`,
    )

  it('accepts entries that lead from the opening to the closing balance', () => {
    expect(mt940('749,50').problems).toEqual([])
  })

  it('notes a statement that ends without a closing balance', () => {
    const start = [':20:1', ':25:CH9300762011623852957', ':60F:C260101CHF1000,00']
    const entry = ':61:2601050105D250,50NTRFNONREF//A1'
    const note = { line: 3, code: 'no_closing_balance' }
    expect(read(...start, entry).warnings).toMatchObject([note])
    // The next message, and the next page of the same one.
    expect(read(...start, entry, ...start, entry, ':62F:C260131CHF749,50').warnings).toMatchObject([note])
    expect(read(...start, entry, ':62M:C260131CHF749,50').warnings).toEqual([])
  })

  it('reports balances that the entries do not explain, with both numbers', () => {
    const { drafts, problems } = mt940('799,50')
    expect(drafts).toHaveLength(1)
    expect(problems).toMatchObject([{ line: 6, code: 'balance_differs', value: '749.5 ≠ 799.5' }])
  })
})

describe('running balances of a table', () => {
  const swissquote = (balance: string) =>
    read(
      'Date;Order #;Transaction;Symbol;Name;ISIN;Quantity;Unit price;Costs;Accrued Interest;Net Amount;Balance;Currency',
      `03-01-2026 10:00:00;2;Debit;;;;1;1;0;0;-40;${balance};CHF`,
      '02-01-2026 10:00:00;1;Credit;;;;1;1;0;0;100;100;CHF',
    )

  it('are accepted where the rows lead to them', () => {
    expect(swissquote('60').problems).toEqual([])
  })

  it('are a problem beside the rows where they do not', () => {
    const { drafts, problems } = swissquote('50')
    expect(drafts).toHaveLength(2)
    expect(problems).toMatchObject([{ line: 1, code: 'balance_differs', value: '60 ≠ 50' }])
  })
})

describe('running balances of a table that no preset knows', () => {
  const table = (...balances: readonly number[]) => {
    const rows = ['1000', '-500', '-20', '50'].map(
      (amount, place) =>
        `2026-01-0${place + 1};${Number(amount) < 0 ? 'Withdrawal' : 'Deposit'};${amount};EUR;${balances[place]}`,
    )
    const read = (lines: readonly string[]) => {
      const bytes = new TextEncoder().encode(['Date;Type;Amount;Currency;Balance', ...lines].join('\n'))
      const seen = readFile(bytes)
      const again = seen.state === 'needs_columns' ? readFile(bytes, { mapping: seen.csv.mapping }) : seen
      return again.state === 'read' ? again.reading : null
    }
    return [read(rows), read(rows.toReversed())]
  }

  it('are accepted forward and backward where each row leads to its own', () => {
    for (const reading of table(1000, 500, 480, 530)) expect(reading).toMatchObject({ problems: [] })
  })

  it('show where a row is missing, with both numbers', () => {
    const [forward, backward] = table(1000, 500, 480, 1030)
    expect(forward?.problems).toMatchObject([{ line: 5, code: 'balance_step_differs', value: '530 ≠ 1030' }])
    expect(backward?.problems).toMatchObject([{ line: 2, code: 'balance_step_differs' }])
    expect(forward?.drafts).toHaveLength(4)
  })

  it('are no balances of the rows where the steps do not agree', () => {
    for (const reading of table(7, 93, 12, 55)) expect(reading).toMatchObject({ problems: [] })
  })
})

describe('rows without transactions', () => {
  it('are stated for sections of a Flex query that are not read', () => {
    const { skipped, rows } = read(
      '<FlexQueryResponse><FlexStatements count="1"><FlexStatement accountId="U1">',
      '<StmtFunds><StatementOfFundsLine currency="EUR" amount="5"/></StmtFunds>',
      '</FlexStatement></FlexStatements></FlexQueryResponse>',
    )
    expect(skipped).toMatchObject([{ line: 2, code: 'other_section', value: 'StatementOfFundsLine' }])
    expect(rows).toMatchObject({ total: 1, skipped: 1 })
  })

  it('refuse a file that has nothing else', () => {
    const empty = readFile(new TextEncoder().encode('<client id="1"><version>63</version></client>'))
    expect(empty).toMatchObject({ state: 'unreadable', code: 'no_rows' })
  })
})
