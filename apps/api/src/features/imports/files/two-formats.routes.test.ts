import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportApp, type importCalls } from '../../../testing/import-calls.ts'
import type { TestApp } from '../../../testing/test-app.ts'

let app: TestApp
let ivy: ReturnType<typeof importCalls>
let account: (currency?: string) => Promise<string>
let posted: (accountId: string) => Promise<{ type: string }[]>

beforeAll(async () => {
  const opened = await createImportApp()
  ;({ app, ivy, posted } = opened)
  account = (currency = 'USD') => opened.addAccount(currency)
})
afterAll(() => app.close())

interface Trade {
  id: string
  quantity: number
  price: string
  amount: string
  costs: string
  time?: string
}

const trade: Trade = { id: '7001', quantity: 20, price: '12.5', amount: '-250', costs: '-1.1' }

const security =
  'assetCategory="STK" symbol="QUAY" description="QUAY LINES" conid="95001" isin="US99QUAY0006"'

/** A Flex statement: executions with their ids, and other elements. */
const flex = (trades: readonly Trade[], cash = '', actions = '') =>
  Buffer.from(`<FlexQueryResponse queryName="All" type="AF"><FlexStatements count="1">
<FlexStatement accountId="U7100001" fromDate="20260101" toDate="20260331" period="Custom">
<Trades>${trades
    .map(
      ({ id, quantity, price, amount, costs, time = '101500' }) =>
        `<Trade accountId="U7100001" currency="USD" ${security} multiplier="1" tradeID="${id}"
dateTime="20260209;${time}" tradeDate="20260209" settleDateTarget="20260211" transactionType="ExchTrade"
quantity="${quantity}" tradePrice="${price}" proceeds="${amount}" taxes="0" ibCommission="${costs}"
ibCommissionCurrency="USD" buySell="${quantity > 0 ? 'BUY' : 'SELL'}" levelOfDetail="EXECUTION" />`,
    )
    .join('\n')}</Trades>
<CashTransactions>${cash}</CashTransactions>
<CorporateActions>${actions}</CorporateActions>
</FlexStatement></FlexStatements></FlexQueryResponse>`)

/** An activity statement of the same account: orders without ids. */
const activity = (trades: readonly Trade[], ...more: string[]) =>
  Buffer.from(
    [
      'Statement,Header,Field Name,Field Value',
      'Statement,Data,Title,Activity Statement',
      'Statement,Data,Period,"January 1, 2026 - March 31, 2026"',
      'Account Information,Header,Field Name,Field Value',
      'Account Information,Data,Account,U7100001',
      'Account Information,Data,Base Currency,USD',
      'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,C. Price,Proceeds,Comm/Fee,Basis,Realized P/L,MTM P/L,Code',
      ...trades.map(
        ({ quantity, price, amount, costs }) =>
          `Trades,Data,Order,Stocks,USD,QUAY,"2026-02-09, 10:15:00",${quantity},${price},${price},${amount},${costs},0,0,0,O`,
      ),
      'Financial Instrument Information,Header,Asset Category,Symbol,Description,Conid,Security ID,Listing Exch,Multiplier,Type,Code',
      'Financial Instrument Information,Data,Stocks,QUAY,QUAY LINES,95001,US99QUAY0006,NYSE,1,COMMON,',
      ...more,
    ].join('\n'),
  )

async function open(into: string, ...files: (readonly [string, Buffer])[]) {
  const id = await ivy.create()
  for (const [name, bytes] of files) {
    const file = await ivy.upload(id, name, bytes)
    const isTable = file.state === 'needs_columns'
    await ivy.changeFile(id, file.id, { account: into, ...(isTable ? { mapping: file.mapping } : {}) })
  }
  return id
}

const counts = async (id: string) => (await ivy.read(id)).counts

describe('a trade in a Flex file and in an activity statement', () => {
  it.each([
    ['the Flex file', [flex([trade]), activity([trade])]],
    ['the activity statement', [activity([trade]), flex([trade])]],
  ] as const)('waits for a decision if %s is posted already', async (_, [first, second]) => {
    const into = await account()
    await ivy.whole('first', first, into)
    const id = await open(into, ['second', second])
    const [draft] = await ivy.drafts(id)
    expect(draft).toMatchObject({
      state: 'problem',
      is_probable_duplicate: true,
      message: 'Probably already posted, on 2026-02-09 (first).',
    })
    await ivy.apply(id)
    expect(await posted(into)).toHaveLength(1)
  })

  it('waits for a decision if both files are in one import', async () => {
    const into = await account()
    const id = await open(into, ['flex.xml', flex([trade])], ['activity.csv', activity([trade])])
    expect(await counts(id)).toMatchObject({ new: 1, problem: 1 })
    const draft = (await ivy.drafts(id)).find((each: { state: string }) => each.state === 'problem')
    expect(draft).toMatchObject({ file_name: 'activity.csv', is_probable_duplicate: true })
    expect(draft.message).toMatch(/^Probably the same transaction as in flex\.xml:\d+\.$/)
    await ivy.changeDraft(id, draft.id, { is_confirmed: true })
    await ivy.apply(id)
    expect(await posted(into)).toHaveLength(2)
  })

  it('posts two equal trades of one file, and doubts both in the other', async () => {
    const into = await account()
    const twice = [trade, { ...trade, id: '7002', time: '111500' }]
    await ivy.whole('flex.xml', flex(twice), into)
    expect(await posted(into)).toHaveLength(2)
    const both = await open(into, ['activity.csv', activity([trade, trade])])
    expect(await counts(both)).toMatchObject({ new: 0, problem: 2 })
    const three = await open(into, ['activity.csv', activity([trade, trade, trade])])
    expect(await counts(three)).toMatchObject({ new: 1, problem: 2 })
  })

  it('posts an equal trade of a later file of the same format, whose ids decide', async () => {
    const into = await account()
    await ivy.whole('flex.xml', flex([trade]), into)
    const id = await open(into, ['later.xml', flex([trade, { ...trade, id: '7002', time: '111500' }])])
    expect(await counts(id)).toMatchObject({ new: 1, duplicate: 1, problem: 0 })
  })

  it('does not doubt the second of two equal trades because the first is posted by either file', async () => {
    const into = await account()
    await ivy.whole('activity.csv', activity([trade]), into)
    const asked = await open(into, ['flex.xml', flex([trade])])
    const [draft] = await ivy.drafts(asked)
    await ivy.changeDraft(asked, draft.id, { is_confirmed: true })
    await ivy.apply(asked)
    const id = await open(into, ['activity.csv', activity([trade])])
    expect(await counts(id)).toMatchObject({ new: 0, duplicate: 1, problem: 0 })
  })

  it.each([
    ['quantity', { quantity: 21, amount: '-262.5' }],
    ['amount', { price: '13', amount: '-260' }],
    ['side', { quantity: -20, amount: '250' }],
  ])('is another one if its %s differs', async (_, change) => {
    const into = await account()
    await ivy.whole('flex.xml', flex([trade]), into)
    const id = await open(into, ['activity.csv', activity([{ ...trade, ...change }])])
    expect(await counts(id)).toMatchObject({ new: 1, problem: 0 })
  })

  it('is another one in another account', async () => {
    await ivy.whole('flex.xml', flex([trade]), await account())
    const id = await open(await account(), ['activity.csv', activity([trade])])
    expect(await counts(id)).toMatchObject({ new: 1, problem: 0 })
  })

  it('is posted if the earlier import was undone', async () => {
    const into = await account()
    await ivy.undo(await ivy.whole('flex.xml', flex([trade]), into))
    const id = await open(into, ['activity.csv', activity([trade])])
    expect(await counts(id)).toMatchObject({ new: 1, problem: 0 })
  })

  it('waits for a decision in an import that was previewed before the other one was posted', async () => {
    const into = await account()
    const id = await open(into, ['activity.csv', activity([trade])])
    expect(await counts(id)).toMatchObject({ new: 1 })
    await ivy.whole('flex.xml', flex([trade]), into)
    await ivy.apply(id)
    expect(await posted(into)).toHaveLength(1)
  })
})

describe('an order in an activity statement and its executions in a Flex file', () => {
  const fills = [
    { ...trade, id: '7011', quantity: 15, amount: '-187.5', costs: '-0.8' },
    { ...trade, id: '7012', quantity: 5, amount: '-62.5', costs: '-0.3' },
  ]
  const another = { ...trade, id: '7013', quantity: 40, amount: '-500' }

  it('wait for a decision whichever was posted first', async () => {
    const into = await account()
    await ivy.whole('flex.xml', flex([...fills, another]), into)
    const order = await open(into, ['activity.csv', activity([trade, another])])
    expect(await counts(order)).toMatchObject({ new: 0, problem: 2 })
    expect((await ivy.drafts(order))[0].message).toBe('Probably already posted, on 2026-02-09 (flex.xml).')
    const reverse = await account()
    await ivy.whole('activity.csv', activity([trade, another]), reverse)
    const id = await open(reverse, ['flex.xml', flex([...fills, another])])
    expect(await counts(id)).toMatchObject({ new: 0, problem: 3 })
  })

  it('wait for a decision in one import', async () => {
    const id = await open(await account(), ['flex.xml', flex(fills)], ['activity.csv', activity([trade])])
    expect(await counts(id)).toMatchObject({ new: 2, problem: 1 })
    const drafts = await ivy.drafts(id)
    expect(drafts.map(({ message }: { message: string | null }) => message)).toContain(
      'Probably the same transaction as in flex.xml.',
    )
  })

  it('are other transactions if their amounts do not add up', async () => {
    const into = await account()
    await ivy.whole('flex.xml', flex(fills), into)
    const id = await open(into, ['activity.csv', activity([{ ...trade, price: '13', amount: '-260' }])])
    expect(await counts(id)).toMatchObject({ new: 1, problem: 0 })
  })
})

describe('other transactions in a Flex file and in an activity statement', () => {
  it('wait for a decision: deposits, dividends and splits', async () => {
    const into = await account()
    const cash = [
      '<CashTransaction accountId="U7100001" currency="USD" type="Deposits/Withdrawals" dateTime="20260105" amount="5000" transactionID="8001" description="CASH RECEIPTS" />',
      `<CashTransaction accountId="U7100001" currency="USD" ${security} type="Dividends" dateTime="20260316" amount="12" transactionID="8002" description="QUAY CASH DIVIDEND" />`,
    ].join('')
    const split = `<CorporateAction accountId="U7100001" currency="USD" ${security} type="FS" dateTime="20260320;202500" reportDate="20260323" quantity="20" amount="0" proceeds="0" value="0" transactionID="8003" description="QUAY(US99QUAY0006) SPLIT 2 FOR 1 (QUAY, QUAY LINES, US99QUAY0006)" />`
    await ivy.whole('flex.xml', flex([trade], cash, split), into)
    const kinds = (await posted(into)).map(({ type }) => type)
    expect(kinds).toEqual(['deposit', 'trade', 'dividend', 'split'])
    const statement = activity(
      [trade],
      'Deposits & Withdrawals,Header,Currency,Settle Date,Description,Amount',
      'Deposits & Withdrawals,Data,USD,2026-01-05,Electronic Fund Transfer,5000',
      'Dividends,Header,Currency,Date,Description,Amount',
      'Dividends,Data,USD,2026-03-16,QUAY(US99QUAY0006) Cash Dividend USD 0.60 per Share (Ordinary Dividend),12',
      'Corporate Actions,Header,Asset Category,Currency,Report Date,Date/Time,Description,Quantity,Proceeds,Value,Realized P/L,Code',
      'Corporate Actions,Data,Stocks,USD,2026-03-23,"2026-03-20, 20:25:00","QUAY(US99QUAY0006) Split 2 for 1 (QUAY, QUAY LINES, US99QUAY0006)",20,0,0,0,',
    )
    const id = await open(into, ['activity.csv', statement])
    const drafts = await ivy.drafts(id)
    const states = drafts.map((each: { transaction_type: string; state: string; message: string | null }) => [
      each.transaction_type,
      each.state,
      each.message,
    ])
    expect(states).toEqual([
      ['trade', 'problem', 'Probably already posted, on 2026-02-09 (flex.xml).'],
      ['deposit', 'problem', 'Probably already posted, on 2026-01-05 (flex.xml).'],
      ['dividend', 'problem', 'Probably already posted, on 2026-03-16 (flex.xml).'],
      ['split', 'problem', 'Probably already posted, on 2026-03-20 (flex.xml).'],
    ])
  })
})

describe('a trade whose costs are rows of their own in another layout', () => {
  const withCosts = (...rows: string[]) =>
    Buffer.from(`Date;Type;Name;ISIN;Quantity;Price;Fees;Amount;Currency\n${rows.join('\n')}\n`)
  const apart = (...rows: string[]) =>
    Buffer.from(`Day;Kind;Security;ISIN;Units;Price;Value;Currency\n${rows.join('\n')}\n`)
  const trade = '2026-02-09;Buy;Quay Lines;US99QUAY0006;20;12.5;1.1;-251.1;USD'
  const whole = '2026-02-09;Buy;Quay Lines;US99QUAY0006;20;12.5;-250;USD'

  it('waits for a decision together with them, and other costs are posted', async () => {
    const into = await account()
    await ivy.apply(await open(into, ['costs.csv', withCosts(trade)]))
    expect(await posted(into)).toHaveLength(1)
    const costs = (amount: string, day = '2026-02-09') => `${day};Fee;;;;;${amount};USD`
    const file = apart(whole, costs('-1.1'), costs('-1.1'), costs('-7'), costs('-1.1', '2026-02-10'))
    const id = await open(into, ['apart.csv', file])
    const states = (await ivy.drafts(id)).map((each: { state: string; message: string | null }) => [
      each.state,
      each.message,
    ])
    const known = 'Probably already posted, on 2026-02-09 (costs.csv).'
    expect(states).toEqual([
      ['problem', known],
      ['problem', known],
      ['new', null],
      ['new', null],
      ['new', null],
    ])
  })
})

describe('a trade in two tables of different layouts', () => {
  const english = (...rows: string[]) =>
    Buffer.from(`Date;Type;Name;ISIN;Quantity;Price;Fees;Amount;Currency\n${rows.join('\n')}\n`)
  const named = (...rows: string[]) =>
    Buffer.from(`Trade date;Transaction type;Security;Units;Net amount;Currency\n${rows.join('\n')}\n`)
  const row = '2026-02-09;Buy;Quay Lines;US99QUAY0006;20;12.5;1.1;-251.1;USD'

  it('waits for a decision, whether or not the second names the security in the same way', async () => {
    const into = await account()
    await ivy.apply(await open(into, ['english.csv', english(row)]))
    expect(await posted(into)).toHaveLength(1)
    const id = await open(into, ['named.csv', named('2026-02-09;Buy;QUAY LINES INC.;20;-251.1;USD')])
    const [draft] = await ivy.drafts(id)
    expect(draft).toMatchObject({ state: 'problem', is_probable_duplicate: true })
    const other = await open(into, ['named.csv', named('2026-02-09;Buy;QUAY LINES INC.;20;-261.1;USD')])
    expect((await ivy.drafts(other))[0]).toMatchObject({ is_probable_duplicate: false })
  })

  it('does not doubt two tables of the same layout', async () => {
    const into = await account()
    await ivy.apply(await open(into, ['english.csv', english(row)]))
    expect(await posted(into)).toHaveLength(1)
    const id = await open(into, ['again.csv', english(row, row)])
    expect(await counts(id)).toMatchObject({ duplicate: 1, new: 1, problem: 0 })
  })
})
