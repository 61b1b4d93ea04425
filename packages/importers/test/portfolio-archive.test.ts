import { describe, expect, it } from 'vitest'
import { type FileReading, type Reading, readFile } from '../src/index.ts'
import { sampleBytes } from './support/sample-files.ts'
import { writeZip } from './support/write-zip.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

function readingOf(file: FileReading): Reading {
  if (file.state !== 'read') throw new Error(JSON.stringify(file))
  return file.reading
}

function varint(value: bigint): number[] {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, value)
  while (rest > 127n) {
    bytes.push(Number(rest & 127n) | 128)
    rest >>= 7n
  }
  return [...bytes, Number(rest)]
}

type Field = readonly [number: number, value: string | number | Uint8Array]

/** Writes a message of Protocol Buffers. */
function message(...fields: Field[]): Uint8Array {
  return Uint8Array.from(
    fields.flatMap(([number, value]) => {
      if (typeof value === 'number') return [...varint(BigInt(number * 8)), ...varint(BigInt(value))]
      const bytes = typeof value === 'string' ? bytesOf(value) : value
      return [...varint(BigInt(number * 8 + 2)), ...varint(BigInt(bytes.length)), ...bytes]
    }),
  )
}

const day = (date: string) => message([1, Date.parse(`${date}Z`) / 1000])

const client = message(
  [1, 70],
  [12, 'EUR'],
  [
    2,
    message(
      [1, 'sec-1'],
      [3, 'Alpine Foods'],
      [4, 'USD'],
      [7, 'US99ALP00010'],
      [8, 'ALPF'],
      [13, message([1, 20000], [2, 5])],
    ),
  ],
  [3, message([1, 'acc-1'], [2, 'Giro'], [3, 'EUR'])],
  [3, message([1, 'acc-2'], [2, 'Dollars'], [3, 'USD'])],
  [4, message([1, 'por-1'], [2, 'Depot'], [5, 'acc-1'])],
  [4, message([1, 'por-2'], [2, 'Second'], [5, 'acc-2'])],
  [5, message([1, 't-1'], [2, 6], [3, 'acc-1'], [9, day('2026-01-05T00:00')], [10, 'EUR'], [11, 1_000_000])],
  [
    5,
    message(
      [1, 't-3'],
      [2, 0],
      [3, 'acc-1'],
      [4, 'por-1'],
      [7, 't-2'],
      [9, day('2026-01-12T10:30')],
      [10, 'EUR'],
      [11, 445_500],
      [12, 10_000_000_000],
      [14, 'sec-1'],
      [15, message([1, 2], [2, 500], [3, 'EUR'])],
      [15, message([1, 0], [2, 445_000], [3, 'EUR'], [4, 490_000], [5, 'USD'])],
    ),
  ],
  [
    5,
    message(
      [1, 't-4'],
      [2, 5],
      [3, 'acc-1'],
      [5, 'acc-2'],
      [7, 't-5'],
      [9, day('2026-02-01T00:00')],
      [10, 'EUR'],
      [11, 10_000],
      [15, message([1, 0], [2, 10_000], [3, 'EUR'], [4, 11_000], [5, 'USD'])],
    ),
  ],
  [
    5,
    message(
      [1, 't-6'],
      [2, 4],
      [4, 'por-1'],
      [6, 'por-2'],
      [7, 't-7'],
      [9, day('2026-03-01T00:00')],
      [10, 'EUR'],
      [11, 44_500],
      [12, 1_000_000_000],
      [14, 'sec-1'],
    ),
  ],
  [5, message([1, 't-8'], [2, 99], [3, 'acc-1'], [9, day('2026-03-02T00:00')], [10, 'EUR'], [11, 1])],
)

const archive = (name: string, content: Uint8Array) => writeZip([[name, content]])
const binary = (content: Uint8Array) => archive('data.portfolio', Buffer.concat([bytesOf('PPPBV1'), content]))

describe('Portfolio Performance archives', () => {
  it('read as the XML in them', () => {
    const xml = sampleBytes('portfolio-performance.xml')
    expect(readingOf(readFile(archive('data.xml', xml)))).toEqual(readingOf(readFile(xml)))
  })

  it('in the binary form give the transactions of every account', () => {
    const { drafts, problems, statements, rows } = readingOf(readFile(binary(client)))
    expect(statements.map(({ name, currency }) => [name, currency])).toEqual([
      ['Giro', 'EUR'],
      ['Dollars', 'USD'],
    ])
    expect(drafts).toMatchObject([
      { type: 'deposit', date: '2026-01-05', time: null, amount: '10000', key: 'id:pp:t-1' },
      {
        type: 'transfer_out',
        amount: '100',
        currency: 'EUR',
        counterAccount: 'Dollars',
        link: 'transfer:t-4',
        key: 'id:pp:t-4',
      },
      {
        type: 'trade',
        time: '10:30:00',
        quantity: '100',
        amount: '4900',
        net: '4455',
        fees: '5',
        instrument: { isin: 'US99ALP00010', symbol: 'ALPF', currency: 'USD' },
        key: 'id:pp:t-3',
      },
      { type: 'transfer_out', quantity: '-10', link: 'transfer:t-6', key: 'id:pp:t-6' },
      { type: 'transfer_in', amount: '110', currency: 'USD', counterAccount: 'Giro', link: 'transfer:t-4' },
      { type: 'transfer_in', quantity: '10', link: 'transfer:t-6', key: 'id:pp:t-7' },
    ])
    expect(problems).toMatchObject([{ code: 'unknown_type', value: '99' }])
    expect(rows).toMatchObject({ total: 7, drafts: 6, problems: 1 })
  })

  it('that are damaged or encrypted are refused with a reason', () => {
    expect(readFile(binary(client.subarray(0, client.length - 3)))).toMatchObject({
      state: 'unreadable',
      code: 'bad_archive',
    })
    expect(readFile(bytesOf('PORTFOLIO\u0001\u0002'))).toMatchObject({
      state: 'unreadable',
      code: 'encrypted',
    })
    expect(readFile(archive('other.xml', client))).toMatchObject({ state: 'unreadable', code: 'compressed' })
    for (let length = 7; length < client.length; length += 7)
      expect(['unreadable', 'read']).toContain(readFile(binary(client.subarray(0, length))).state)
  })

  it('follow references by id', () => {
    const xml = `<client id="1"><version>63</version><baseCurrency>EUR</baseCurrency>
      <securities><security id="2"><name>Alpine Foods</name><isin>US99ALP00010</isin><currencyCode>EUR</currencyCode></security></securities>
      <accounts><account id="3"><uuid>acc-1</uuid><name>Giro</name><currencyCode>EUR</currencyCode><transactions>
        <account-transaction id="4"><uuid>t-1</uuid><date>2026-01-05T00:00</date><currencyCode>EUR</currencyCode>
          <amount>4000</amount><security reference="2"/><type>DIVIDENDS</type></account-transaction>
      </transactions></account></accounts></client>`
    expect(readingOf(readFile(bytesOf(xml))).drafts).toMatchObject([
      { type: 'dividend', net: '40', instrument: { isin: 'US99ALP00010' } },
    ])
  })

  it('with 40,000 transactions that refer to each other by number are read in linear time', () => {
    const count = 20_000
    const transactions = Array.from(
      { length: count },
      (
        _,
        index,
      ) => `<account-transaction><uuid>a${index}</uuid><date>2026-01-05T00:00</date><currencyCode>EUR</currencyCode><amount>100</amount>
        <crossEntry class="buysell"><portfolioTransaction reference="../../../../../../portfolios/portfolio/transactions/portfolio-transaction[${index + 1}]"/></crossEntry><type>BUY</type></account-transaction>`,
    )
    const trades = Array.from(
      { length: count },
      (
        _,
        index,
      ) => `<portfolio-transaction><uuid>p${index}</uuid><date>2026-01-05T00:00</date><currencyCode>EUR</currencyCode><amount>100</amount><shares>100000000</shares>
        <security reference="../../../../../securities/security"/><crossEntry class="buysell" reference="../../../../../accounts/account/transactions/account-transaction[${index + 1}]/crossEntry"/><type>BUY</type></portfolio-transaction>`,
    )
    const xml = `<client><version>68</version><securities><security><name>A</name></security></securities>
      <accounts><account><name>Giro</name><transactions>${transactions.join('')}</transactions></account></accounts>
      <portfolios><portfolio><name>Depot</name><transactions>${trades.join('')}</transactions></portfolio></portfolios></client>`
    const before = process.threadCpuUsage()
    const { rows } = readingOf(readFile(bytesOf(xml)))
    const { user, system } = process.threadCpuUsage(before)
    expect(rows).toMatchObject({ total: 2 * count, drafts: count, skipped: count })
    expect((user + system) / 1000).toBeLessThan(8000)
  })
})
