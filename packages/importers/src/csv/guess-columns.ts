import type { ColumnMeaning } from '@plumbline/contract'
import type { ColumnProfile } from './column-profile.ts'
import { unitInHeader } from './table/cell-text.ts'
import { guessMeaning } from './words/header-words.ts'

type Named = Exclude<ColumnMeaning, 'ignore'>

/** Several columns may have these meanings; their values are added or joined. */
export const repeatable: ReadonlySet<ColumnMeaning> = new Set(['fees', 'taxes', 'note', 'ignore'])

/** Share of the filled cells that must fit a meaning. Files contain a few bad cells. */
const most = 0.8

const share = (count: number, { filled }: ColumnProfile): number => (filled === 0 ? 0 : count / filled)

/** What a name says counts for a column of which a good part fits: short tables have bad cells too. */
const some = 0.3
const isNumeric = (profile: ColumnProfile) => profile.filled === 0 || share(profile.numbers, profile) >= some
const hasDates = (profile: ColumnProfile) => profile.filled > 0 && share(profile.dates, profile) >= some
const isDated = (profile: ColumnProfile) => profile.filled > 0 && share(profile.dates, profile) >= most
const isWordy = (profile: ColumnProfile) =>
  profile.filled > 0 && share(profile.numbers, profile) < 0.5 && !isDated(profile)
const hasCodes = (profile: ColumnProfile) => share(profile.currencies, profile) >= most

/** Whether the cells of a column can have a meaning. */
const fits: Readonly<Record<Named, (profile: ColumnProfile) => boolean>> = {
  // Bad dates are problems of their rows; another column must not replace them.
  date: profile => hasDates(profile) || share(profile.numbers, profile) < most,
  settle_date: hasDates,
  time: profile => profile.filled > 0 && !isNumeric(profile),
  transaction_type: profile => isWordy(profile) && profile.longest <= 80,
  side: profile => profile.filled > 0 && share(profile.sides, profile) >= most,
  // An unknown status is a problem of its row.
  status: profile => profile.filled > 0 && isWordy(profile),
  isin: profile => profile.filled > 0 && !isDated(profile),
  cusip: profile => share(profile.cusips, profile) > 0,
  sedol: profile => share(profile.sedols, profile) > 0,
  wkn: profile => profile.filled > 0 && !isDated(profile),
  valor: profile => profile.filled > 0 && !isDated(profile),
  symbol: isWordy,
  name: isWordy,
  instrument_type: isWordy,
  quantity: isNumeric,
  price: isNumeric,
  cost_price: isNumeric,
  cost: isNumeric,
  // A column named so that holds other codes, such as BTC, must not be passed over: its amounts are no money.
  currency: profile => isWordy(profile) && profile.longest <= 10,
  price_currency: profile => isWordy(profile) && profile.longest <= 10,
  fees_currency: profile => isWordy(profile) && profile.longest <= 10,
  counter_currency: profile => isWordy(profile) && profile.longest <= 10,
  amount: isNumeric,
  gross: isNumeric,
  net: isNumeric,
  debit: isNumeric,
  credit: isNumeric,
  accrued: isNumeric,
  fees: isNumeric,
  taxes: isNumeric,
  fx_rate: isNumeric,
  counter_amount: isNumeric,
  ratio: profile => profile.filled > 0,
  balance: isNumeric,
  account: profile => profile.filled > 0,
  reference: profile => profile.filled > 0 && !isDated(profile),
  note: isWordy,
}

/** What a card was charged before its bank converted it. */
const ofOtherMoney = /original|foreign|instructed/i

/** Whether the cells alone show a meaning, whatever the header says. */
function byCells(profile: ColumnProfile): Named | null {
  if (profile.filled === 0) return null
  if (share(profile.isins, profile) >= most) return 'isin'
  if (isDated(profile)) return 'date'
  if (hasCodes(profile)) return 'currency'
  if (profile.filled >= 3 && share(profile.cusips, profile) >= 0.95) return 'cusip'
  return isWordy(profile) && share(profile.kinds, profile) >= most && profile.distinct <= 40
    ? 'transaction_type'
    : null
}

/**
 * Assigns a meaning to each column: by its name if its cells fit, else by its cells. A meaning that two columns claim
 * with equal right goes to neither, unless it is a date, a name or a text, where the first is the usual one.
 */
export function guessColumns(
  headers: readonly string[],
  profiles: readonly ColumnProfile[],
): ColumnMeaning[] {
  const meanings: ColumnMeaning[] = headers.map((header, index) => {
    const profile = profiles[index]
    const named = guessMeaning(header)
    if (!profile || named === 'ignore') return 'ignore'
    if (named === 'settle_date' && hasCodes(profile)) return 'currency'
    if ((named === 'currency' || named === 'amount') && isDated(profile)) return 'settle_date'
    if (named === 'name' && profile.filled > 0 && share(profile.numbers, profile) >= most) return 'quantity'
    if (named === 'time' && isDated(profile)) return 'date'
    if (share(profile.isins, profile) >= most) return 'isin'
    const isEmptyKind = named === 'transaction_type' && profile.filled === 0
    if (isEmptyKind || fits[named](profile)) return named
    // 'Symbol / CUSIP' names both.
    return identifiers.has(named) && /symbol|ticker/i.test(header) && fits.symbol(profile)
      ? 'symbol'
      : 'ignore'
  })
  leaveOutOrderKinds(headers, profiles, meanings)
  chooseKind(headers, profiles, meanings)
  profiles.forEach((profile, index) => {
    const shown = byCells(profile)
    const isForeign = ofOtherMoney.test(headers[index] ?? '')
    if (meanings[index] === 'ignore' && shown !== null && !isForeign && !meanings.includes(shown)) {
      const isOnlyOne =
        profiles.filter((other, at) => meanings[at] === 'ignore' && byCells(other) === shown).length === 1
      if (isOnlyOne) meanings[index] = shown
    }
  })
  keepOne(meanings, profiles, headers)
  // A file with one date has it from the settlement.
  const settled = meanings.indexOf('settle_date')
  if (!meanings.includes('date') && settled >= 0) meanings[settled] = 'date'
  return meanings
}

const identifiers: ReadonlySet<ColumnMeaning> = new Set(['isin', 'cusip', 'sedol', 'wkn', 'valor'])

/** A column that says how an order was placed, or what somebody spends money on, holds no kinds of transactions. */
function leaveOutOrderKinds(
  headers: readonly string[],
  profiles: readonly ColumnProfile[],
  meanings: ColumnMeaning[],
): void {
  meanings.forEach((meaning, index) => {
    const profile = profiles[index]
    if (meaning !== 'transaction_type' || !profile || profile.kinds > 0) return
    if (/^order ?type$/i.test(headers[index]?.trim() ?? '')) meanings[index] = 'ignore'
    if (/^(categor(y|ie|ia)|kategorie)$/i.test(headers[index]?.trim() ?? '')) meanings[index] = 'note'
  })
}

/** The column of kinds is the one whose words are known best; another with directions is the side. */
function chooseKind(
  headers: readonly string[],
  profiles: readonly ColumnProfile[],
  meanings: ColumnMeaning[],
): void {
  const score = (index: number): number => {
    const profile = profiles[index]
    if (!profile) return -1
    // An empty column of kinds makes every row a problem; no other column replaces it.
    if (profile.filled === 0 && meanings[index] === 'transaction_type') return 0
    if (!fits.transaction_type(profile)) return -1
    const known = share(profile.kinds, profile)
    const isNamed = meanings[index] === 'transaction_type'
    const isText = meanings[index] === 'ignore' || meanings[index] === 'side' || meanings[index] === 'note'
    // A category that says 'trade' gives way to a type that says which way.
    return isNamed
      ? 1 + known - (profile.openTrades > 0 ? 0.6 : 0)
      : isText && known >= most && profile.distinct <= 40
        ? known
        : -1
  }
  const ranked = headers.map((_, index) => ({ index, score: score(index) })).filter(each => each.score >= 0)
  // A column that is named so stays, even if few of its words are known.
  const named = ranked.filter(({ index }) => meanings[index] === 'transaction_type')
  if (named.length > 0) ranked.splice(0, ranked.length, ...named)
  ranked.sort((a, b) => b.score - a.score || a.index - b.index)
  const [best] = ranked
  if (!best) return
  for (const { index } of ranked)
    if (index !== best.index && meanings[index] === 'transaction_type') {
      const profile = profiles[index]
      meanings[index] = profile && fits.side(profile) ? 'side' : 'ignore'
    }
  meanings[best.index] = 'transaction_type'
}

const firstCounts: ReadonlySet<ColumnMeaning> = new Set([
  'date',
  'settle_date',
  'time',
  'name',
  'symbol',
  'isin',
  'reference',
  'account',
  'valor',
  'wkn',
  'instrument_type',
])

/** Leaves each meaning to one column. Empty columns give way; equal claims to a figure cancel each other. */
function keepOne(
  meanings: ColumnMeaning[],
  profiles: readonly ColumnProfile[],
  headers: readonly string[],
): void {
  for (const meaning of new Set(meanings)) {
    if (repeatable.has(meaning)) continue
    const columns = meanings.flatMap((each, index) => (each === meaning ? [index] : []))
    if (columns.length < 2) continue
    const filled = columns.filter(index => (profiles[index]?.filled ?? 0) > 0)
    const exact = filled.filter(index => isExact(headers[index] ?? '', meaning))
    const mostFilled = Math.max(...columns.map(index => profiles[index]?.filled ?? 0))
    const plain = filled.filter(index => unitInHeader(headers[index] ?? '') === null)
    const kept = firstCounts.has(meaning)
      ? meaning === 'date'
        ? // A day that some rows lack is of something else, such as a card payment.
          [...exact, ...columns].find(index => (profiles[index]?.filled ?? 0) >= 0.9 * mostFilled)
        : (exact[0] ?? filled[0] ?? columns[0])
      : exact.length === 1
        ? exact[0]
        : filled.length === 1
          ? filled[0]
          : // 'Net amount' beside 'Net amount CHF' is in the currency of the row.
            plain.length === 1
            ? plain[0]
            : undefined
    for (const index of columns) if (index !== kept) meanings[index] = 'ignore'
  }
}

/** A header of one word is the usual one among longer ones: 'Amount' beside 'Amount in account currency'. */
const isExact = (header: string, meaning: ColumnMeaning): boolean => {
  const name = header.trim()
  if (meaning === 'date') return /^(date|datum|data|fecha)$/i.test(name)
  return /^[\p{L}.-]+$/u.test(name) && guessMeaning(header) === meaning
}
