import type { ColumnMeaning } from '@plumbline/contract'
import type { ColumnProfile } from './column-profile.ts'
import { isEmptyCell } from './table/cell-text.ts'
import type { CsvRecord } from './table/records.ts'
import { counterparties, normalizeHeader } from './words/header-words.ts'

interface TableLook {
  readonly headers: readonly string[]
  readonly profiles: readonly ColumnProfile[]
  readonly rows: readonly CsvRecord[]
}

/** Corrects the meanings of columns by what the other columns of the table are. */
export function refineColumns(look: TableLook, guessed: readonly ColumnMeaning[]): ColumnMeaning[] {
  const meanings = [...guessed]
  leaveOutPayees(look, meanings)
  joinMoneyColumns(look, meanings)
  splitCurrencies(look, meanings)
  findPrice(look, meanings)
  findSecurity(look, meanings)
  return meanings
}

const placesOf = (meanings: readonly ColumnMeaning[], meaning: ColumnMeaning): number[] =>
  meanings.flatMap((each, index) => (each === meaning ? [index] : []))

/** Beside the name of who paid or was paid, a column of IBANs is theirs unless it is always the same. */
function leaveOutPayees({ headers, profiles }: TableLook, meanings: ColumnMeaning[]): void {
  if (!headers.some(header => counterparties.test(normalizeHeader(header)))) return
  for (const index of placesOf(meanings, 'account'))
    if (/iban|konto|account|compte|conto/i.test(headers[index] ?? '') && (profiles[index]?.distinct ?? 0) > 1)
      meanings[index] = 'note'
}

/** Beside columns for money out and money in, an amount repeats them or is a part of a collective order. */
function joinMoneyColumns({ profiles }: TableLook, meanings: ColumnMeaning[]): void {
  const money = [...placesOf(meanings, 'debit'), ...placesOf(meanings, 'credit')]
  if (money.length < 2 || meanings.includes('quantity')) return
  const filled = money.reduce((sum, index) => sum + (profiles[index]?.filled ?? 0), 0)
  if (filled > 0) for (const index of placesOf(meanings, 'amount')) meanings[index] = 'ignore'
}

/** Of two currencies of a row, that of the account settles and the other one is of the price. */
function splitCurrencies({ headers, profiles }: TableLook, meanings: ColumnMeaning[]): void {
  if (meanings.includes('currency') || meanings.includes('price_currency') || !meanings.includes('price'))
    return
  const codes = headers.flatMap((_, index) => {
    const profile = profiles[index]
    const isFree = meanings[index] === 'ignore' && profile && profile.filled > 0
    return isFree && profile.currencies >= 0.8 * profile.filled ? [index] : []
  })
  const ofAccount = codes.filter(index =>
    /konto|account|abrechnung|settle|compte|conto/i.test(headers[index] ?? ''),
  )
  const [settled] = ofAccount
  const [quoted] = codes.filter(index => index !== settled)
  if (codes.length !== 2 || ofAccount.length !== 1 || settled === undefined || quoted === undefined) return
  meanings[settled] = 'currency'
  meanings[quoted] = 'price_currency'
}

const averages =
  /^(avg\.?|average|durchschnittlicher?) ?(execution |fill )?(price|kurs)$|^durchschnittskurs$|^filled price$/

/** What an order was executed at on average is its price where no other is stated. */
function findPrice({ headers, profiles }: TableLook, meanings: ColumnMeaning[]): void {
  if (meanings.includes('price') || !meanings.includes('quantity')) return
  const found = headers.findIndex(
    (header, index) =>
      meanings[index] === 'ignore' &&
      averages.test(normalizeHeader(header)) &&
      (profiles[index]?.numbers ?? 0) >= 0.5 * (profiles[index]?.filled ?? 1),
  )
  if (found >= 0) meanings[found] = 'price'
}

const identifying: readonly ColumnMeaning[] = ['isin', 'symbol', 'cusip', 'sedol', 'wkn', 'valor']

/** Trades are of a security: short codes, or else a text beside quantities, name it. */
function findSecurity(look: TableLook, meanings: ColumnMeaning[]): void {
  const { headers, profiles, rows } = look
  if (!meanings.includes('quantity')) return
  const code = headers.findIndex(
    (header, index) => meanings[index] === 'ignore' && /^code$/i.test(header.trim()),
  )
  const cells = code < 0 ? [] : rows.map(row => row.cells[code] ?? '').filter(cell => !isEmptyCell(cell))
  const isCode = cells.length > 0 && cells.every(cell => /^[A-Z0-9.]{1,6}$/.test(cell))
  if (isCode && !meanings.includes('symbol') && (profiles[code]?.kinds ?? 0) === 0) meanings[code] = 'symbol'
  if (meanings.includes('name')) return
  const [text] = placesOf(meanings, 'note')
  if (text === undefined) return
  const keys = identifying.flatMap(meaning => placesOf(meanings, meaning))
  if (keys.length === 0 || keys.some(key => isNameOf(look, key, text))) meanings[text] = 'name'
}

/** Whether a text is the same wherever a security is, and another one for another security. */
function isNameOf({ rows }: TableLook, key: number, text: number): boolean {
  const names = new Map<string, Set<string>>()
  let named = 0
  for (const { cells } of rows) {
    const [id = '', name = ''] = [cells[key], cells[text]]
    if (isEmptyCell(id) || isEmptyCell(name)) continue
    named += 1
    names.set(id, (names.get(id) ?? new Set()).add(name))
  }
  const all = [...names.values()]
  const isOne = all.every(each => each.size === 1)
  return isOne && named > all.length && new Set(all.flatMap(each => [...each])).size === all.length
}
