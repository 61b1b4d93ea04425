import { guessDateOrder, guessDecimalMark } from '../csv/table/dialect.ts'
import { guessInstrumentType } from '../csv/words/instrument-words.ts'
import { type InstrumentHint, noInstrument } from '../draft.ts'
import { RowProblem, UnreadableFile } from '../problem.ts'
import { type Collector, collector, type ReadContext, type Reading } from '../reading.ts'
import { isNegative, isZero, magnitude } from '../text/decimal.ts'
import { readInvestment } from './investment.ts'
import {
  type QifRecord,
  type QifStyle,
  readDate,
  readNumber,
  readRecords,
  transferAccount,
} from './records.ts'

const banks = /^(bank|cash|ccard|oth a|oth l)$/

/** Reads QIF, Quicken's format for banks and investments. It states no currency: that of the account applies. */
export function readQif(text: string, context: ReadContext = {}): Reading {
  const records = readRecords(text)
  const transactions = records.filter(({ section }) => banks.test(section) || section === 'invst')
  const known = records.some(({ section }) => section === 'account' || section === 'security')
  if (transactions.length === 0 && !known) throw new UnreadableFile('no_rows', 1)
  const cells = (letters: string) =>
    transactions.flatMap(({ fields }) => [...letters].map(letter => fields.get(letter) ?? ''))
  const style: QifStyle = {
    decimalMark: guessDecimalMark(cells('TUIQO')),
    dateOrder: guessDateOrder(cells('D').map(date => date.replace(/\s/g, ''))),
  }
  const securities = indexSecurities(records)
  const collect = collector(context)
  for (const record of records) {
    const { section, place, fields } = record
    if (section === 'account')
      collect.statement({ account: fields.get('N') ?? null, name: fields.get('N') ?? null })
    else if (banks.test(section)) collect.row(place, () => readBank(collect, record, style))
    else if (section === 'invst') collect.row(place, () => readInvestment(collect, record, style, securities))
    else if (section !== 'security') collect.skip(place, 'other_section', section)
  }
  return collect.finish()
}

function indexSecurities(records: readonly QifRecord[]): Map<string, InstrumentHint> {
  const known = new Map<string, InstrumentHint>()
  for (const { section, fields } of records) {
    const name = fields.get('N')
    if (section !== 'security' || !name) continue
    const type = guessInstrumentType(fields.get('T') ?? '')
    known.set(name, { ...noInstrument, name, symbol: fields.get('S') ?? null, type })
  }
  return known
}

function readBank(collect: Collector, record: QifRecord, style: QifStyle): void {
  const amount = readNumber(record, style, 'T', 'U')
  if (amount === null) throw new RowProblem('no_amount', { field: 'T' })
  const { fields, place } = record
  const counterAccount = transferAccount(record)
  const isIn = !isNegative(amount)
  const [arriving, leaving] = counterAccount
    ? (['transfer_in', 'transfer_out'] as const)
    : (['deposit', 'withdrawal'] as const)
  if (isZero(amount)) {
    collect.skip(place, 'no_money')
    return
  }
  collect.draft(place, {
    type: isIn ? arriving : leaving,
    side: isIn ? 'in' : 'out',
    date: readDate(record, style),
    amount: magnitude(amount),
    counterAccount,
    note: [fields.get('P'), fields.get('M')].filter(Boolean).join(' · ') || null,
    reference: fields.get('N') || null,
  })
}
