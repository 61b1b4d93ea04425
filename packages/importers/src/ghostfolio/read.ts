import type { InstrumentType, TransactionType } from '@plumbline/engine'
import { type DraftInput, type InstrumentHint, noInstrument } from '../draft.ts'
import { fieldOf, itemsOf, type JsonValue, jsonText, readJson } from '../json/scan.ts'
import { limits } from '../limits.ts'
import { RowProblem, UnreadableFile } from '../problem.ts'
import { type Collector, collector, type Reading } from '../reading.ts'
import { parseCurrency, wholeCurrency } from '../text/currency.ts'
import { parseMoment } from '../text/date.ts'
import { isZero, magnitude, minus, negated, strictDecimal, times } from '../text/decimal.ts'
import { isinOf } from '../text/isin.ts'

interface Profiles {
  readonly bySymbol: ReadonlyMap<string, JsonValue>
  readonly accounts: ReadonlyMap<string, JsonValue>
}

/** The export of Ghostfolio: a JSON file with accounts, profiles of assets and activities. */
export function readGhostfolio(text: string): Reading {
  const root = readJson(text)
  const activities = fieldOf(root, 'activities') ?? fieldOf(root, 'orders')
  if (activities?.kind !== 'array') throw new UnreadableFile('unknown_format', 1)
  const collect = collector()
  const indexBy = (list: JsonValue | null, name: string) =>
    new Map(itemsOf(list).flatMap(item => [[jsonText(fieldOf(item, name)) ?? '', item] as const]))
  const profiles = {
    bySymbol: indexBy(fieldOf(root, 'assetProfiles'), 'symbol'),
    accounts: indexBy(fieldOf(root, 'accounts'), 'id'),
  }
  beginStatement(collect, root, profiles)
  for (const activity of activities.items) {
    const place = { line: activity.line, raw: rawOf(activity) }
    collect.row(place, () => {
      const { draft, id } = readActivity(activity, profiles)
      collect.draft(place, draft, id ? { kind: 'id', id: `ghostfolio:${id}` } : null)
    })
  }
  return collect.finish()
}

/** The file has one statement: an account of it is named in the notes of what belongs to it. */
function beginStatement(collect: Collector, root: JsonValue, { accounts }: Profiles): void {
  const only = accounts.size === 1 ? [...accounts.values()][0] : undefined
  collect.statement({
    name: jsonText(fieldOf(only, 'name')),
    account: jsonText(fieldOf(only, 'id')),
    currency:
      jsonText(fieldOf(only, 'currency')) ??
      jsonText(fieldOf(fieldOf(fieldOf(root, 'user'), 'settings'), 'currency')),
  })
}

function rawOf(value: JsonValue): string {
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
  const word = jsonText(fieldOf(activity, 'type')) ?? ''
  const type = types[word]
  if (!type) throw new RowProblem(word === '' ? 'no_type' : 'unknown_type', { value: word })
  const number = (name: string): string => {
    const field = fieldOf(activity, name)
    const text = jsonText(field)
    if (text === null) throw new RowProblem('missing_field', { field: name })
    return strictDecimal(text, name)
  }
  const currency = parseCurrency(jsonText(fieldOf(activity, 'currency')) ?? '')
  const date = jsonText(fieldOf(activity, 'date'))
  const moment = parseMoment((date ?? '').replace(/\.\d+/, ''), 'ymd')
  const fee = magnitude(fieldOf(activity, 'fee') ? number('fee') : '0')
  const quantity = magnitude(number('quantity'))
  const price = magnitude(number('unitPrice'))
  const account = profiles.accounts.get(jsonText(fieldOf(activity, 'accountId')) ?? '')
  const base: DraftInput = {
    type,
    date: moment.date,
    time: moment.time === '00:00:00' ? null : moment.time,
    currency: wholeCurrency(currency),
    instrument: instrumentOf(activity, currency, profiles),
    note:
      [
        jsonText(fieldOf(activity, 'comment')),
        profiles.accounts.size > 1 ? jsonText(fieldOf(account, 'name')) : null,
      ]
        .filter(Boolean)
        .join(' · ') || null,
  }
  return {
    id: jsonText(fieldOf(activity, 'id')),
    draft: { ...base, ...amountsOf(word, base, { quantity, price, fee }) },
  }
}

function amountsOf(
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
      // The fee stands in its own field or, in older exports, as quantity times price.
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

/** Assets that people made up have a random symbol; their name is in the profile. */
function instrumentOf(activity: JsonValue, currency: string, { bySymbol }: Profiles): InstrumentHint | null {
  const symbol = jsonText(fieldOf(activity, 'symbol'))
  if (symbol === null) return null
  const profile = bySymbol.get(symbol)
  const isManual = jsonText(fieldOf(activity, 'dataSource')) === 'MANUAL'
  const kind = jsonText(fieldOf(profile, 'assetSubClass')) ?? jsonText(fieldOf(profile, 'assetClass')) ?? ''
  const cusip = jsonText(fieldOf(profile, 'cusip'))
  return {
    ...noInstrument,
    symbol: isManual ? null : symbol,
    name: jsonText(fieldOf(profile, 'name')) ?? symbol,
    isin: isinOf(jsonText(fieldOf(profile, 'isin')) ?? ''),
    currency: jsonText(fieldOf(profile, 'currency')) ?? currency,
    type: classes[kind] ?? null,
    identifiers: cusip ? [{ kind: 'cusip', value: cusip }] : [],
  }
}
