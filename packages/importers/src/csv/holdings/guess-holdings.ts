import type { ColumnMeaning } from '@plumbline/contract'
import type { ColumnProfile } from '../column-profile.ts'
import { isDateCell } from '../date-order.ts'
import { splitUnit } from '../table/cell-text.ts'
import type { CsvRecord } from '../table/records.ts'
import { normalizeHeader } from '../words/header-words.ts'

type Named = Exclude<ColumnMeaning, 'ignore'>

/** What columns of a list of holdings are called, in the languages of the other headers. The first match decides. */
const patterns: readonly (readonly [Named | 'ignore', RegExp])[] = [
  [
    'ignore',
    /gain|loss|gewinn|verlust|p ?& ?l|p\/l|g ?\/ ?v|differenz|change|chng|chg|variation|rendite|performance|return|plus.?value|resultat|%|percent|prozent|anteil|gewicht|weight|poids|peso|vikt|yield|profit|veranderung|utveckling|entwicklung|ytd|today|\bday\b|intraday|dividend|52|limit|target/,
  ],
  [
    'cost_price',
    /(einstand|anschaffung|kauf|erwerb|durchschnitt|average|avg|buying|purchase|entry|open(ing)?|unit cost|cost|gemiddelde|inkoop|anskaffning|anskaffelse|medio|carico|achat|revient|moyen|coste|compra).*(kurs|preis|price|cost\b|prix|prezzo|precio|koers|cours|unit)|cost price|cost per|cost ?\/ ?(share|unit)|einstandskurs|^(avg|average)\.? (cost|price)|average cost|\bpru\b|\bgak\b|^purchase$|prezzo medio|prix de revient|(price|cost) paid|buying ?price|kostpris/,
  ],
  [
    'cost',
    /einstandswert|kaufwert|anschaffungswert|anschaffungskosten|cost basis|book (cost|value)|total cost|^costs?$|^invested|investiert|invested|montant investi|kostenbasis|buchwert|anskaffningsvarde|investimento|valore di carico|purchase (value|amount)|aankoopwaarde/,
  ],
  [
    'price',
    /last|letzter|aktueller? (kurs|preis)|schlusskurs|clos(e|ing)|cloture|cierre|slotkoers|\bltp\b|market price|marktpreis|marktkurs|current price|senast|siste|\bnav\b|(?<!ein|an)kurs$|^(price|kurs|preis|prix|cours|prezzo|precio|koers|pris|quotation)\b|unit price|price per/,
  ],
  [
    'gross',
    /market val|mkt ?val|marktwert|kurswert|current val|cur\.? ?val|gesamtwert|\bwert\b|value|valeur|valorisation|valore|valor\b(?! ?(nummer|nr))|controvalore|waarde|marknadsvarde|markedsverdi|kursvaerdi|bewertung|evaluation|montant|importe|bestandswert|vermogen/,
  ],
  [
    'quantity',
    /anzahl|stuck|bestand|nominal|units|shares|quantit|qty|position$|holding$|held|aantal|antal|amount|cantidad|parts/,
  ],
]

const shows = (header: string): Named | 'ignore' | null => {
  const name = normalizeHeader(header)
  return patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? null
}

/** Headers that lists of holdings have and lists of transactions have not. */
const telling =
  /market val|mkt ?val|marktwert|current (val|price)|cur\.? ?val|last|letzter|aktueller|schlusskurs|clos(e|ing)|cloture|slotkoers|\bltp\b|senast|cost basis|book (cost|value)|einstand|kaufkurs|kaufwert|anschaffung|anskaffning|avg|average|buying ?price|revient|\bpru\b|unreali[sz]|gain|g ?\/ ?v|plus.?value|profit|p ?& ?l|% of|percent of|anteil|gewicht|weight|invested|held|available units|bestand|valorisation|day ch|intraday/

/** Days that a list of holdings states beside its rows: of its prices or of itself. */
const ofPrices = /kurs|price|cours|valuation|bewertung|as of|stand|stichtag|per$|day$/

const identifying: ReadonlySet<ColumnMeaning> = new Set([
  'isin',
  'valor',
  'wkn',
  'cusip',
  'sedol',
  'symbol',
  'name',
])

interface TableLook {
  readonly headers: readonly string[]
  readonly profiles: readonly ColumnProfile[]
  readonly rows: readonly CsvRecord[]
}

/**
 * The columns of a list of holdings, or null for a table of transactions: securities, their quantity and a price or value,
 * but no kind of transaction and no day of trade.
 */
export function guessHoldingColumns(
  look: TableLook,
  meanings: readonly ColumnMeaning[],
): ColumnMeaning[] | null {
  const { headers, profiles } = look
  if (hasTransactions(look, meanings)) return null
  const told = headers.filter(header => telling.test(normalizeHeader(header))).length
  const dated = meanings.indexOf('date')
  if (told === 0 || (dated >= 0 && !ofPrices.test(normalizeHeader(headers[dated] ?? '')) && told < 2))
    return null
  const isSeldom = (index: number) => (profiles[index]?.distinct ?? 0) < 0.7 * (profiles[index]?.filled ?? 0)
  const guessed = meanings.map((meaning, index): ColumnMeaning => {
    const profile = profiles[index]
    if (!profile || profile.filled === 0) return meaning === 'account' ? meaning : 'ignore'
    if (meaning === 'transaction_type' || meaning === 'side' || meaning === 'note')
      return meaning === 'note' && !meanings.includes('name') ? 'name' : 'ignore'
    if (/^(code|ticker|epic)$/.test(normalizeHeader(headers[index] ?? '')) && isCode(look, index))
      return 'symbol'
    if (identifying.has(meaning) || keptMeanings.has(meaning)) return meaning
    if (meaning === 'currency' || profile.numbers < 0.3 * profile.filled)
      return meaning === 'currency' ? meaning : 'ignore'
    return shows(headers[index] ?? '') ?? 'ignore'
  })
  if (!guessed.some(meaning => identifying.has(meaning))) return null
  const subject = guessed.findIndex(meaning => identifying.has(meaning))
  if (
    (profiles[subject]?.filled ?? 0) > 8 &&
    guessed.every((meaning, at) => !identifying.has(meaning) || isSeldom(at))
  )
    return null
  addByArithmetic(look, guessed)
  keepOneValue(look, guessed)
  const has = (meaning: ColumnMeaning) => guessed.includes(meaning)
  return has('quantity') && (has('price') || has('gross')) ? guessed : null
}

const keptMeanings: ReadonlySet<ColumnMeaning> = new Set([
  'account',
  'instrument_type',
  'price_currency',
  'accrued',
  'date',
])

const isCode = ({ rows }: TableLook, index: number): boolean => {
  const cells = rows.map(row => row.cells[index] ?? '').filter(cell => cell !== '')
  return cells.length > 0 && cells.filter(cell => /^[A-Z0-9.]{1,6}$/.test(cell)).length >= 0.8 * cells.length
}

/** A kind or a side whose words are known, several days of trade, costs or two columns of money are of transactions. */
function hasTransactions({ profiles, rows }: TableLook, meanings: readonly ColumnMeaning[]): boolean {
  return meanings.some((meaning, index) => {
    const profile = profiles[index]
    if (!profile || profile.filled === 0) return false
    if (meaning === 'transaction_type') return profile.kinds >= 0.5 * profile.filled
    if (meaning === 'side') return profile.sides >= 0.8 * profile.filled
    if (meaning === 'debit' || meaning === 'credit' || meaning === 'reference') return true
    if (meaning !== 'date' && meaning !== 'settle_date') return false
    const days = new Set(rows.map(row => row.cells[index] ?? '').filter(isDateCell))
    return days.size > 4 && days.size > 0.3 * rows.length
  })
}

function readNumber(text: string): number | null {
  const bare = splitUnit(text.trim()).number.replace(/[\s'’\u00a0\u202f$€£]/g, '')
  if (!/^-?\d[\d.,]*$/.test(bare)) return null
  const comma = bare.lastIndexOf(',') > bare.lastIndexOf('.')
  const isThousands = comma && /^-?\d{1,3}(,\d{3})+$/.test(bare) && bare.split(',').length > 2
  return Number(comma && !isThousands ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', ''))
}

/** Whether quantity times price is the value in nearly all rows that state the three; prices may be in percent. */
function multiply(
  rows: readonly CsvRecord[],
  [quantity, price, value]: readonly [number, number, number],
): boolean {
  let compared = 0
  let agreed = 0
  for (const { cells } of rows.slice(0, 100)) {
    const [a, b, c] = [quantity, price, value].map(index => readNumber(cells[index] ?? ''))
    if (a == null || b == null || c == null || c === 0) continue
    compared += 1
    const share = (a * b) / c
    if (Math.abs(share - 1) < 0.002 || Math.abs(share / 100 - 1) < 0.002) agreed += 1
  }
  return compared > 0 && agreed >= 0.8 * compared
}

/**
 * Finds the columns of quantities, prices and values that the numbers show: DEGIRO calls quantities 'Amount', and states the
 * value in the currency of the security under no name.
 */
function addByArithmetic({ profiles, rows }: TableLook, guessed: ColumnMeaning[]): void {
  const numeric = guessed.flatMap((_, index) => {
    const profile = profiles[index]
    return profile && profile.filled > 0 && profile.numbers >= 0.6 * profile.filled ? [index] : []
  })
  const places = (meaning: ColumnMeaning) =>
    guessed.flatMap((each, index) => (each === meaning ? [index] : []))
  const own = { quantity: places('quantity'), price: places('price'), gross: places('gross') }
  const free = numeric.filter(index => guessed[index] === 'ignore' || guessed[index] === 'gross')
  const choose = (meaning: keyof typeof own) => (own[meaning].length > 0 ? own[meaning] : free)
  for (const quantity of choose('quantity'))
    for (const price of choose('price'))
      for (const value of [...own.gross, ...numeric]) {
        if (new Set([quantity, price, value]).size < 3 || !multiply(rows, [quantity, price, value])) continue
        for (const other of own.gross) guessed[other] = 'ignore'
        guessed[quantity] = 'quantity'
        guessed[price] = 'price'
        guessed[value] = 'gross'
        return
      }
}

/** Of several columns with a meaning, the value that follows from quantity and price counts, else the first. */
function keepOneValue({ rows }: TableLook, guessed: ColumnMeaning[]): void {
  const [quantity, price] = [guessed.indexOf('quantity'), guessed.indexOf('price')]
  for (const meaning of new Set(guessed)) {
    if (meaning === 'ignore') continue
    const columns = guessed.flatMap((each, index) => (each === meaning ? [index] : []))
    if (columns.length < 2) continue
    const kept =
      meaning === 'gross' && quantity >= 0 && price >= 0
        ? (columns.find(value => multiply(rows, [quantity, price, value])) ?? columns[0])
        : columns[0]
    for (const index of columns) if (index !== kept) guessed[index] = 'ignore'
  }
}
