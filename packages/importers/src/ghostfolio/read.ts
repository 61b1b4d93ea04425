import type { InstrumentType, TransactionType } from '@plumbline/engine'
import { type DraftInput, type InstrumentHint, noInstrument } from '../draft.ts'
import { type JsonValue, jsonField, jsonItems, jsonText, readJson } from '../json/scan.ts'
import { limits } from '../limits.ts'
import { RowProblem, UnreadableFile } from '../problem.ts'
import { type Collector, collector, type ReadContext, type Reading } from '../reading.ts'
import { parseCurrency, wholeCurrency } from '../text/currency.ts'
import { parseMoment } from '../text/date.ts'
import { isZero, magnitude, minus, negated, strictDecimal, times } from '../text/decimal.ts'
import { parseIsin } from '../text/isin.ts'

interface Profiles {
  readonly bySymbol: ReadonlyMap<string, JsonValue>
  readonly accounts: ReadonlyMap<string, JsonValue>
}

/** Reads the JSON export of Ghostfolio: accounts, asset profiles and activities. */
export function readGhostfolio(text: string, context: ReadContext = {}): Reading {
  const root = readJson(text)
  const activities = jsonField(root, 'activities') ?? jsonField(root, 'orders')
  if (activities?.kind !== 'array') throw new UnreadableFile('unknown_format', 1)
  const collect = collector(context)
  const indexBy = (list: JsonValue | null, name: string) =>
    new Map(jsonItems(list).flatMap(item => [[jsonText(jsonField(item, name)) ?? '', item] as const]))
  const profiles = {
    bySymbol: indexBy(jsonField(root, 'assetProfiles'), 'symbol'),
    accounts: indexBy(jsonField(root, 'accounts'), 'id'),
  }
  beginStatement(collect, root, profiles)
  for (const activity of activities.items) {
    const place = { line: activity.line, raw: formatRaw(activity) }
    collect.row(place, () => {
      const { draft, id } = readActivity(activity, profiles)
      collect.draft(place, draft, id ? { kind: 'id', id: `ghostfolio:${id}` } : null)
    })
  }
  return collect.finish()
}

/** The file is one statement. If it has several accounts, the notes name them. */
function beginStatement(collect: Collector, root: JsonValue, { accounts }: Profiles): void {
  const only = accounts.size === 1 ? [...accounts.values()][0] : undefined
  collect.statement({
    name: jsonText(jsonField(only, 'name')),
    account: jsonText(jsonField(only, 'id')),
    currency:
      jsonText(jsonField(only, 'currency')) ??
      jsonText(jsonField(jsonField(jsonField(root, 'user'), 'settings'), 'currency')),
  })
}

function formatRaw(value: JsonValue): string {
  if (value.kind !== 'object') return ''
  let raw = ''
  for (const [name, field] of value.fields) {
    const text = jsonText(field)
    if (text !== null) raw += `${raw === '' ? '' : ', '}${name}: ${text}`
    if (raw.length > limits.rawChars) break
  }
  return raw
}

const types: Readonly<Record<string, TransactionType>> = {
  BUY: 'trade',
  SELL: 'trade',
  DIVIDEND: 'dividend',
  INTEREST: 'interest',
  FEE: 'fees_cash',
  ITEM: 'valuation',
  LIABILITY: 'valuation',
}

function readActivity(activity: JsonValue, profiles: Profiles): { draft: DraftInput; id: string | null } {
  if (activity.kind !== 'object')
    throw new RowProblem('bad_field', { field: 'activity', value: activity.kind })
  const word = jsonText(jsonField(activity, 'type')) ?? ''
  const type = types[word]
  if (!type) throw new RowProblem(word === '' ? 'no_type' : 'unknown_type', { value: word })
  const number = (name: string): string => {
    const field = jsonField(activity, name)
    const text = jsonText(field)
    if (text === null) throw new RowProblem('missing_field', { field: name })
    return strictDecimal(text, name)
  }
  const currency = parseCurrency(jsonText(jsonField(activity, 'currency')) ?? '')
  const date = jsonText(jsonField(activity, 'date'))
  const moment = parseMoment((date ?? '').replace(/\.\d+/, ''), 'ymd')
  const fee = magnitude(jsonField(activity, 'fee') ? number('fee') : '0')
  const quantity = magnitude(number('quantity'))
  const price = magnitude(number('unitPrice'))
  const account = profiles.accounts.get(jsonText(jsonField(activity, 'accountId')) ?? '')
  const base: DraftInput = {
    type,
    date: moment.date,
    time: moment.time === '00:00:00' ? null : moment.time,
    currency: wholeCurrency(currency),
    instrument: readInstrument(activity, currency, profiles),
    note:
      [
        jsonText(jsonField(activity, 'comment')),
        profiles.accounts.size > 1 ? jsonText(jsonField(account, 'name')) : null,
      ]
        .filter(Boolean)
        .join(' · ') || null,
  }
  return {
    id: jsonText(jsonField(activity, 'id')),
    draft: { ...base, ...readAmounts(word, base, { quantity, price, fee }) },
  }
}

function readAmounts(
  word: string,
  base: DraftInput,
  { quantity, price, fee }: { quantity: string; price: string; fee: string },
): Partial<DraftInput> {
  const value = times(quantity, price)
  switch (word) {
    case 'BUY':
    case 'SELL': {
      if (isZero(quantity)) throw new RowProblem('zero_quantity', { field: 'quantity' })
      const isBuy = word === 'BUY'
      return {
        side: isBuy ? 'buy' : 'sell',
        quantity: isBuy ? quantity : negated(quantity),
        price,
        fees: fee,
      }
    }
    case 'FEE':
      // Older exports state the fee as quantity times price.
      return {
        amount: isZero(fee) ? value : fee,
        instrument: null,
        note: base.note ?? base.instrument?.name ?? null,
      }
    case 'ITEM':
    case 'LIABILITY':
      return { price: word === 'ITEM' ? price : negated(price), quantity: isZero(quantity) ? null : quantity }
    case 'INTEREST':
      return {
        net: minus(value, fee),
        fees: fee,
        instrument: null,
        note: base.note ?? base.instrument?.name ?? null,
      }
    default:
      return { net: minus(value, fee), fees: fee }
  }
}

const classes: Readonly<Record<string, InstrumentType>> = {
  CRYPTOCURRENCY: 'crypto',
  ETF: 'etf',
  STOCK: 'equity',
  BOND: 'bond',
  MUTUALFUND: 'fund',
  PRECIOUS_METAL: 'commodity',
  COMMODITY: 'commodity',
  PRIVATE_EQUITY: 'private_equity',
  REAL_ESTATE: 'real_estate',
}

/** Manual assets have a random symbol; their name is in the profile. */
function readInstrument(
  activity: JsonValue,
  currency: string,
  { bySymbol }: Profiles,
): InstrumentHint | null {
  const symbol = jsonText(jsonField(activity, 'symbol'))
  if (symbol === null) return null
  const profile = bySymbol.get(symbol)
  const isManual = jsonText(jsonField(activity, 'dataSource')) === 'MANUAL'
  const kind =
    jsonText(jsonField(profile, 'assetSubClass')) ?? jsonText(jsonField(profile, 'assetClass')) ?? ''
  const cusip = jsonText(jsonField(profile, 'cusip'))
  return {
    ...noInstrument,
    symbol: isManual ? null : symbol,
    name: jsonText(jsonField(profile, 'name')) ?? symbol,
    isin: parseIsin(jsonText(jsonField(profile, 'isin')) ?? ''),
    currency: jsonText(jsonField(profile, 'currency')) ?? currency,
    type: classes[kind] ?? null,
    identifiers: cusip ? [{ kind: 'cusip', value: cusip }] : [],
  }
}
