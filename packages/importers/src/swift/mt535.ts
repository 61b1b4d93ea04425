import { type InstrumentHint, noInstrument } from '../draft.ts'
import { RowProblem, UnreadableFile } from '../problem.ts'
import { type Collector, collector, type ReadContext, type Reading } from '../reading.ts'
import type { Place } from '../row-outcomes.ts'
import { parseCurrency } from '../text/currency.ts'
import { isoDate } from '../text/date.ts'
import { negated, strictDecimal } from '../text/decimal.ts'
import { parseIsin } from '../text/isin.ts'
import { readFields, type SwiftField } from './fields.ts'

/** Reads MT535, the statement of holdings of SWIFT. Blocks ':16R:FIN' are holdings, which are not posted. */
export function readMt535(text: string, context: ReadContext = {}): Reading {
  const collect = collector(context)
  const blocks: string[] = []
  let date: string | null = null
  let block: SwiftField[] = []
  let found = false
  for (const field of readFields(text)) {
    const value = field.lines[0]?.trim() ?? ''
    if (field.tag === '16R') {
      blocks.push(value)
      found ||= value === 'GENL' || value === 'FIN'
      if (value === 'FIN') block = [field]
      if (value === 'GENL') date = null
    } else if (field.tag === '16S') {
      if (value === 'FIN') {
        const own = block
        const first = own[0] ?? field
        const raw = own.map(({ tag, lines }) => `:${tag}:${lines.join(' ')}`).join('\n')
        const place = { line: first.line, raw }
        collect.row(place, () => readHolding(collect, place, own, date))
      }
      if (blocks.pop() !== value) throw new UnreadableFile('bad_field', field.line)
    } else if (blocks.includes('FIN')) block.push(field)
    else if (/^97[AB]$/.test(field.tag) && value.startsWith(':SAFE//'))
      beginStatement(collect, value.slice(7))
    else if (/^98[AC]$/.test(field.tag) && value.startsWith(':STAT//'))
      collect.fact({ line: field.line, raw: value }, () => {
        date = parseDay(value)
        collect.currentStatement().endDate = date
      })
  }
  if (blocks.length > 0) throw new UnreadableFile('missing_field', 1, { field: `16S:${blocks.at(-1)}` })
  if (!found) throw new UnreadableFile('no_rows', 1)
  return collect.finish()
}

function beginStatement(collect: Collector, account: string): void {
  const current = collect.currentStatement()
  if (current.account === null) current.account = account
  else if (current.account !== account) collect.statement({ account, endDate: current.endDate })
}

function parseDay(value: string): string {
  const match = /\/\/(\d{4})(\d{2})(\d{2})/.exec(value)
  if (!match) throw new RowProblem('not_a_date', { value })
  return isoDate(Number(match[1]), Number(match[2]), Number(match[3]), value)
}

/** Finds the value of a field by qualifier: find('93B', 'AGGR') of ':93B::AGGR//UNIT/1250,' is 'UNIT/1250,'. */
function finder(block: readonly SwiftField[]) {
  return (tag: RegExp, qualifier: string): string | null => {
    for (const field of block) {
      const value = field.lines[0]?.trim() ?? ''
      const start = `:${qualifier}/`
      if (tag.test(field.tag) && value.startsWith(start)) return value.slice(value.indexOf('//') + 2)
    }
    return null
  }
}

function readHolding(
  collect: Collector,
  place: Place,
  block: readonly SwiftField[],
  date: string | null,
): void {
  const find = finder(block)
  const balance = /^(?:[A-Z]{4}\/)?(N?)([\d,.]+)$/.exec(
    (find(/^93[BC]$/, 'AGGR') ?? '').replace(/^AVAI\/|^NAVL\//, ''),
  )
  const kind = /(UNIT|FAMT|AMOR)/.exec(find(/^93[BC]$/, 'AGGR') ?? '')?.[1]
  if (!balance) throw new RowProblem('no_quantity', { field: '93B' })
  const size = strictDecimal(balance[2] ?? '', '93B')
  const price = parsePrice(find(/^90[AB]$/, 'MRKT') ?? find(/^90[AB]$/, 'INDC'))
  const value = parseMoney(find(/^19A$/, 'HOLD'))
  const accrued = parseMoney(find(/^19A$/, 'ACRU'))
  collect.holding(place, {
    date: find(/^98[AC]$/, 'PRIC') ? (date ?? parseDay(`//${find(/^98[AC]$/, 'PRIC')}`)) : date,
    instrument: readInstrument(block, kind === 'FAMT' || kind === 'AMOR' || price?.isPercent === true),
    quantity: balance[1] === 'N' ? negated(size) : size,
    price: price?.price ?? null,
    priceCurrency: price?.currency ?? null,
    value: value?.amount ?? null,
    valueCurrency: value?.currency ?? null,
    accrued: accrued?.amount ?? null,
  })
}

function readInstrument(block: readonly SwiftField[], isBond: boolean): InstrumentHint {
  const field = block.find(({ tag }) => tag === '35B')
  const lines = field?.lines ?? []
  const isin = parseIsin(/^ISIN\s+(\S+)/.exec(lines[0]?.trim() ?? '')?.[1] ?? '')
  const other = /^\/([A-Z]{2})\/(\S+)/.exec(lines.find(line => line.startsWith('/')) ?? '')
  const name =
    lines
      .filter(line => !/^ISIN |^\//.test(line))
      .join(' ')
      .trim() || null
  if (!isin && !other && !name) throw new RowProblem('no_instrument', { field: '35B' })
  return {
    ...noInstrument,
    isin,
    name,
    type: isBond ? 'bond' : null,
    contractSize: isBond ? '0.01' : null,
    identifiers: other
      ? [{ kind: other[1] === 'CH' ? 'valor' : other[1] === 'US' ? 'cusip' : 'other', value: other[2] ?? '' }]
      : [],
  }
}

function parsePrice(
  text: string | null,
): { price: string; currency: string | null; isPercent: boolean } | null {
  if (text === null) return null
  const percent = /^PRCT\/(N?)([\d,.]+)$/.exec(text)
  if (percent) return { price: strictDecimal(percent[2] ?? '', '90A'), currency: null, isPercent: true }
  const actual = /^[A-Z]{4}\/([A-Z]{3})([\d,.]+)$/.exec(text)
  if (!actual) throw new RowProblem('bad_field', { field: '90B', value: text })
  return {
    price: strictDecimal(actual[2] ?? '', '90B'),
    currency: parseCurrency(actual[1] ?? ''),
    isPercent: false,
  }
}

function parseMoney(text: string | null): { amount: string; currency: string } | null {
  if (text === null) return null
  const match = /^(N?)([A-Z]{3})([\d,.]+)$/.exec(text)
  if (!match) throw new RowProblem('bad_field', { field: '19A', value: text })
  const amount = strictDecimal(match[3] ?? '', '19A')
  return { amount: match[1] === 'N' ? negated(amount) : amount, currency: parseCurrency(match[2] ?? '') }
}
