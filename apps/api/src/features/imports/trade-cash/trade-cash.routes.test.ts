import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createImportApp } from '../../../testing/import-calls.ts'

let opened: Awaited<ReturnType<typeof createImportApp>>

beforeAll(async () => {
  opened = await createImportApp()
})
afterAll(() => opened.app.close())

const csv = (...lines: string[]) => Buffer.from(lines.join('\n'))

interface Sample {
  bank: string
  cash: Buffer
  trades: Buffer
  /** What the cash file ends with. */
  closing: number
  /** By the number of units. */
  fees: Record<string, string>
}

/** Invented files in the layouts of three banks: the cash of each trade includes costs that the trades lack. */
const samples: Sample[] = [
  {
    bank: 'flatex',
    cash: csv(
      'Buchtag;Valuta;BIC / BLZ;IBAN / Kontonummer;Buchungsinformationen;TA-Nr.;Betrag;;Auftraggeberkonto;Konto',
      '05.01.2026;05.01.2026;XXXXDEFF;DE00500105170000000001;Überweisung Sparen;6001;1.000,00;EUR;Jo Sample;***001',
      '12.01.2026;14.01.2026;;;Ausführung ORDER Kauf DE000A9NORD1 1;6002;-435,90;EUR;;***001',
      '02.02.2026;04.02.2026;;;Ausführung ORDER Verkauf DE000A9NORD1 2;6003;104,10;EUR;;***001',
    ),
    trades: csv(
      'Nummer;Buchtag;Valuta;ISIN;Bezeichnung;Nominal;;Buchungsinformationen;TA-Nr.;Kurs;;Depot',
      '1;12.01.2026;14.01.2026;DE000A9NORD1;NORDSEE WINDKRAFT;20;Stk.;Ausführung ORDER Kauf DE000A9NORD1 1;5001;21,50;EUR;***001 Depot',
      '2;02.02.2026;04.02.2026;DE000A9NORD1;NORDSEE WINDKRAFT;-5;Stk.;Ausführung ORDER Verkauf DE000A9NORD1 2;5002;22,00;EUR;***001 Depot',
    ),
    closing: 668.2,
    fees: { 20: '5.9', '-5': '5.9' },
  },
  {
    bank: 'comdirect',
    cash: csv(
      ';',
      '"Umsätze Girokonto";"Zeitraum: 90 Tage";',
      '"Neuer Kontostand";"660,40 EUR";',
      '',
      '"Buchungstag";"Wertstellung (Valuta)";"Vorgang";"Buchungstext";"Umsatz in EUR";',
      '"05.01.2026";"05.01.2026";"Übertrag / Überweisung";"Auftraggeber: Jo Sample";"1.000,00";',
      '"14.01.2026";"14.01.2026";"Wertpapiere";"Buchungstext: NORDSEE WINDKRAFT WKN: A9NORD";"-439,80";',
      '"04.02.2026";"04.02.2026";"Wertpapiere";"Buchungstext: NORDSEE WINDKRAFT WKN: A9NORD";"100,20";',
    ),
    trades: csv(
      ';',
      '"Umsätze Depot";"Zeitraum: 90 Tage";',
      '',
      '"Buchungstag";"Geschäftstag";"Stück / Nom.";"Bezeichnung";"WKN";"Währung";"Ausführungskurs";"Umsatz in EUR";',
      '"14.01.2026";"12.01.2026";"20";"NORDSEE WINDKRAFT";"A9NORD";"EUR";"21,50";"-430,00";',
      '"04.02.2026";"02.02.2026";"-5";"NORDSEE WINDKRAFT";"A9NORD";"EUR";"22,00";"105,00";',
    ),
    closing: 660.4,
    // The sale states a part of its costs.
    fees: { 20: '9.8', '-5': '9.8' },
  },
  {
    bank: 'ING',
    cash: csv(
      'Umsatzanzeige;Datei erstellt am: 01.04.2026 10:00',
      '',
      'Buchung;Wertstellungsdatum;Auftraggeber/Empfänger;Buchungstext;Verwendungszweck;Saldo;Währung;Betrag;Währung',
      '04.02.2026;04.02.2026;Direkt-Depot;Wertpapierverkauf;WKN A9NORD;674,20;EUR;105,10;EUR',
      '14.01.2026;14.01.2026;Direkt-Depot;Wertpapierkauf;ISIN DE000A9NORD1;569,10;EUR;-430,90;EUR',
      '05.01.2026;05.01.2026;Jo Sample;Gutschrift;Sparen;1.000,00;EUR;1.000,00;EUR',
    ),
    trades: csv(
      'Datum;Art;ISIN;Name;Stück;Kurs;Währung;Betrag',
      '12.01.2026;Kauf;DE000A9NORD1;Nordsee Windkraft;20;21,50;EUR;-430,00',
      '02.02.2026;Verkauf;DE000A9NORD1;Nordsee Windkraft;-5;22,00;EUR;110,00',
    ),
    closing: 674.2,
    fees: { 20: '0.9', '-5': '4.9' },
  },
]

interface Coverage {
  data: {
    reason: string
    places: { id: string }[]
    currency: string | null
    amount: number | null
    balances_count: number
  }[]
  extra: { held_count: number; confirmed_count: number }
}

async function readCoverage(account: string): Promise<Coverage> {
  const reply = await opened.app.call({
    method: 'POST',
    url: '/api/data-health/coverage/',
    as: opened.token,
    payload: { settings: { currency: 'EUR' }, filters: { filter_account: [account] } },
  })
  return reply.json()
}

const listCashGaps = async (account: string) =>
  (await readCoverage(account)).data.filter(({ reason }) => reason === 'unmatched_cash')

async function readCash(account: string): Promise<number> {
  const reply = await opened.app.call({
    method: 'POST',
    url: '/api/cash/',
    as: opened.token,
    payload: { settings: { currency: 'EUR' }, filters: { filter_account: [account] } },
  })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  const { data } = reply.json()
  return data.reduce((sum: number, row: { value: number }) => sum + row.value, 0)
}

async function readTrades(account: string) {
  const { rows } = await opened.app.database.query(
    `select trim_scale(quantity)::text as quantity, trim_scale(fees)::text as fees, trim_scale(net)::text as net, revision
     from transaction where account_id = $1 and superseded_by is null and status <> 'void'
       and transaction_type = 'trade' order by date`,
    [account],
  )
  return rows
}

async function upload(id: string, name: string, bytes: Buffer, account: string) {
  const file = await opened.ivy.upload(id, name, bytes)
  const mapping = file.state === 'needs_columns' ? { mapping: file.mapping } : {}
  return opened.ivy.changeFile(id, file.id, { account, ...mapping })
}

async function whole(name: string, bytes: Buffer, account: string): Promise<string> {
  const id = await opened.ivy.create()
  await upload(id, name, bytes, account)
  expect(await opened.ivy.apply(id)).toMatchObject({ status: 'done' })
  return id
}

const feesOf = (trades: { quantity: string; fees: string }[]) =>
  Object.fromEntries(trades.map(({ quantity, fees }) => [quantity, fees]))

describe.each(samples)('costs that only the cash file of $bank states', ({ cash, trades, closing, fees }) => {
  it('correct the trades that were imported before, and are taken back by undoing', async () => {
    const account = await opened.addAccount('EUR')
    await whole('trades.csv', trades, account)
    const before = feesOf(await readTrades(account))
    const id = await opened.ivy.create()
    await upload(id, 'cash.csv', cash, account)
    const preview = await opened.ivy.read(id)
    expect(preview.counts).toMatchObject({ problem: 0, new: 1, changed: 2 })
    expect(preview.cash[0].after).toBeCloseTo(closing, 10)
    const [changed] = await opened.ivy.drafts(id, '&state=changed')
    expect(changed).toMatchObject({
      transaction_type: 'trade',
      changes: expect.arrayContaining([expect.objectContaining({ field: 'fees' })]),
    })
    await opened.ivy.apply(id)
    expect(feesOf(await readTrades(account))).toEqual(fees)
    expect(await readCash(account)).toBeCloseTo(closing, 10)
    expect(await listCashGaps(account)).toEqual([])
    await opened.ivy.undo(id)
    expect(feesOf(await readTrades(account))).toEqual(before)
    await opened.ivy.apply(id)
    expect(feesOf(await readTrades(account))).toEqual(fees)
  })

  it('wait for trades that are imported later, and the coverage says so', async () => {
    const account = await opened.addAccount('EUR')
    await whole('cash.csv', cash, account)
    expect(await listCashGaps(account)).toMatchObject([
      { places: [{ id: account }], currency: 'EUR', balances_count: 2 },
    ])
    const { extra } = await readCoverage(account)
    expect(extra.confirmed_count).toBeLessThan(extra.held_count)
    const id = await opened.ivy.create()
    await upload(id, 'trades.csv', trades, account)
    expect((await opened.ivy.read(id)).cash[0].after).toBeCloseTo(closing, 10)
    const drafts = await opened.ivy.drafts(id)
    expect(drafts.map((draft: { fees: number }) => String(draft.fees)).sort()).toEqual(
      Object.values(fees).sort(),
    )
    await opened.ivy.apply(id)
    expect(feesOf(await readTrades(account))).toEqual(fees)
    expect(await readCash(account)).toBeCloseTo(closing, 10)
    expect(await listCashGaps(account)).toEqual([])
    await opened.ivy.undo(id)
    expect(await listCashGaps(account)).toHaveLength(1)
    await opened.ivy.apply(id)
    expect(await readCash(account)).toBeCloseTo(closing, 10)
  })

  it.each([
    ['cash first', true],
    ['trades first', false],
  ])('are added to trades of the same import, %s, and posted once', async (_order, isCashFirst) => {
    const account = await opened.addAccount('EUR')
    const id = await opened.ivy.create()
    const files = [
      ['trades.csv', trades],
      ['cash.csv', cash],
    ] as const
    for (const [name, bytes] of isCashFirst ? files.toReversed() : files)
      await upload(id, name, bytes, account)
    expect(await opened.ivy.read(id)).toMatchObject({ counts: { problem: 0, new: 3, duplicate: 2 } })
    await opened.ivy.apply(id)
    expect(feesOf(await readTrades(account))).toEqual(fees)
    expect(await readCash(account)).toBeCloseTo(closing, 10)
    for (const [name, bytes] of files) {
      const again = await opened.ivy.create()
      await upload(again, name, bytes, account)
      expect(await opened.ivy.read(again)).toMatchObject({ counts: { problem: 0, new: 0, changed: 0 } })
      await opened.ivy.apply(again)
    }
    expect(await readTrades(account)).toMatchObject([{ revision: 2 }, { revision: 2 }])
    expect(await readCash(account)).toBeCloseTo(closing, 10)
  })
})

/** Corrects the purchase of an account as a person does. */
async function correct(account: string, change: object) {
  const { rows } = await opened.app.database.query(
    `select root_id, revision from transaction where account_id = $1 and quantity = 20 and superseded_by is null`,
    [account],
  )
  const [found] = rows
  const payload = { revision: found.revision, reason: 'invoice', ...change }
  const url = `/api/transactions/${found.root_id}/`
  const reply = await opened.app.call({ method: 'PATCH', url, payload, as: opened.token })
  expect(reply.statusCode, reply.body).toBe(200)
}

describe('cash of a trade that differs by more than costs', () => {
  const header = samples[0]?.cash.toString().split('\n')[0] ?? ''
  const trades = samples[0]?.trades ?? Buffer.of()
  const cashOf = (amount: string, currency = 'EUR') =>
    csv(
      header,
      `12.01.2026;14.01.2026;;;Ausführung ORDER Kauf DE000A9NORD1 1;6002;${amount};${currency};;***001`,
    )

  it.each([
    ['more than a twentieth and a minimum fee', cashOf('-460,00'), '−430.00 ≠ −460.00 EUR'],
    ['less than the trade', cashOf('-420,00'), '−430.00 ≠ −420.00 EUR'],
    ['another currency', cashOf('-435,90', 'CHF'), '435.9 CHF'],
  ])('is a problem with both amounts, and a gap of the coverage: %s', async (_why, cash, both) => {
    const account = await opened.addAccount('EUR')
    await whole('trades.csv', trades, account)
    const id = await opened.ivy.create()
    await upload(id, 'cash.csv', cash, account)
    const [draft] = await opened.ivy.drafts(id)
    expect(draft).toMatchObject({ state: 'problem', message: expect.stringContaining(both) })
    await opened.ivy.apply(id)
    expect(feesOf(await readTrades(account))).toEqual({ 20: '0', '-5': '0' })
    expect(await listCashGaps(account)).toHaveLength(1)
  })

  it('is a gap until the trade is corrected by hand', async () => {
    const account = await opened.addAccount('EUR')
    await whole('trades.csv', trades, account)
    await whole('cash.csv', cashOf('-460,00'), account)
    expect(await listCashGaps(account)).toMatchObject([{ amount: 30 }])
    await correct(account, { fees: 30 })
    expect(await listCashGaps(account)).toEqual([])
  })

  it('is compared again when a user changes a trade afterwards', async () => {
    const account = await opened.addAccount('EUR')
    await whole('trades.csv', trades, account)
    await whole('cash.csv', cashOf('-435,90'), account)
    expect(await listCashGaps(account)).toEqual([])
    await correct(account, { fees: 0 })
    expect(await listCashGaps(account)).toMatchObject([{ amount: 5.9 }])
  })
})
