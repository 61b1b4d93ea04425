import type { Amount, Line } from '../document.ts'
import type { Labels } from '../labels.ts'
import { findLabels } from '../labels.ts'
import { findName } from '../security.ts'
import { type Fixed, fixedToText } from '../tokens/money.ts'
import { noValues, type PdfTransaction, type ReadingProblem } from '../transaction.ts'
import type { LabelRole } from '../words/label-words.ts'
import { type ListColumns, solveTradeRow, type TradeRow } from './trade-row.ts'

export interface TradeListReading {
  readonly transactions: PdfTransaction[]
  readonly problems: ReadingProblem[]
}

type TradeKind = 'purchase' | 'sale' | 'dividend'

interface Row {
  readonly line: Line
  /** Position among the lines. */
  readonly at: number
  readonly head: Head
}

/**
 * A list of trades: each line states day, pieces, price and amount below a heading that names these columns. The
 * arithmetic of the line tells which number is which. Null where the document has no such list.
 */
export function readTradeList(lines: readonly Line[], labels: Labels): TradeListReading | null {
  const heads = lines.flatMap((_, at) => readHead(lines, at, labels) ?? [])
  const rows = findRows(lines, heads.length > 0 ? heads : [withoutHead(lines)])
  if (rows.length === 0 || rows.length > maxRows || hasCostsBelow(lines, rows, rows[0]?.head.at ?? 0))
    return null
  if (heads.length === 0 && hasOtherEntries(lines, rows)) return null
  const places = placeSecurities(lines, rows)
  const reading: TradeListReading = { transactions: [], problems: [] }
  for (const [index, row] of rows.entries()) {
    const result = readRow(row, lines, places[index] ?? null)
    if ('message' in result) reading.problems.push(result)
    else reading.transactions.push(result)
  }
  return reading.transactions.length === 0 ? null : reading
}

/** More trades than a statement lists. */
const maxRows = 5000

interface Head {
  /** Position of its first line; -1 without heading, where only lines that name day and security are rows. */
  readonly at: number
  readonly columns: ListColumns
  /** Position of the day of the trade among the days of a row. */
  readonly tradeDay: number | null
}

function withoutHead(lines: readonly Line[]): Head {
  const has = (role: string) => lines.some(line => line.labels.some(label => label.role === role))
  const columns = {
    priceFirst: null,
    hasFees: has('fee'),
    hasTaxes: false,
    currency: findOnlyCurrency(lines),
  }
  return { at: -1, columns, tradeDay: null }
}

/** A heading may take several lines. */
const maxHeadLines = 3

/** The heading that begins with a line: its columns are pieces and price. */
function readHead(lines: readonly Line[], at: number, labels: Labels): Head | null {
  if (!lines[at]?.labels.some(({ role }) => isColumn(role))) return null
  const next = lines.slice(at, at + maxHeadLines)
  const end = next.findIndex(
    ({ amounts, tokens }) => amounts.length > 0 || tokens.some(({ type }) => type === 'date'),
  )
  const head = end < 0 ? next : next.slice(0, end)
  const text = head.map(({ norm }) => norm).join(' ')
  if (text.length > maxHeadChars || !dayColumn.test(text)) return null
  const found = findLabels(text, labels)
  const place = (role: LabelRole) => found.find(label => label.role === role)?.at ?? -1
  const [quantity, price] = [place('quantity'), place('price')]
  if (quantity < 0 || price < 0) return null
  const codes = new Set(
    head.flatMap(({ tokens }) => tokens.flatMap(token => (token.type === 'currency' ? [token.code] : []))),
  )
  const columns = {
    priceFirst: price < quantity,
    hasFees: place('fee') >= 0,
    hasTaxes: place('tax') >= 0,
    currency: codes.size === 1 ? ([...codes][0] ?? null) : findOnlyCurrency(lines),
  }
  const days = found.filter(({ role }) => role.endsWith('Date'))
  const tradeDay = days.findIndex(({ role }) => role === 'tradeDate')
  return { at, columns, tradeDay: tradeDay < 0 ? null : tradeDay }
}

const isColumn = (role: LabelRole): boolean =>
  role === 'quantity' || role === 'price' || role.endsWith('Date')

/** Longer lines are sentences. */
const maxHeadChars = 400

const dayColumn =
  /(?:^| )(?:datum|date|data|fecha|tag|schlusstag|handelstag|kursdatum|preisdatum|trade date|dato)(?: |$)/

function findOnlyCurrency(lines: readonly Line[]): string | null {
  const codes = new Set(
    lines.flatMap(({ tokens }) => tokens.flatMap(token => (token.type === 'currency' ? [token.code] : []))),
  )
  return codes.size === 1 ? ([...codes][0] ?? null) : null
}

/** What is held on a day is no trade. */
const holding =
  /^(?:bestand|anfangsbestand|endbestand|vortrag|depotbestand|holding|balance|saldo|solde|position)(?: |$)/

/** Lines with a day and at least three numbers. */
function findRows(lines: readonly Line[], heads: readonly Head[]): Row[] {
  return lines.flatMap((line, at) => {
    // A line of zeros books nothing.
    if (line.amounts.filter(({ value }) => value !== '0').length < 3 || holding.test(line.norm)) return []
    const head = heads.findLast(one => one.at < at)
    if (!head || !line.tokens.some(({ type }) => type === 'date')) return []
    const isRow = head.at >= 0 || (line.tokens[0]?.type === 'date' && isinOf(line) === 1)
    return isRow ? [{ line, at, head }] : []
  })
}

/** Without a heading: lines that begin with a day and state money, but are no rows, are entries of an account. */
function hasOtherEntries(lines: readonly Line[], rows: readonly Row[]): boolean {
  const places = new Set(rows.map(({ at }) => at))
  return lines.some(
    ({ tokens, amounts }, at) =>
      !places.has(at) && tokens[0]?.type === 'date' && amounts.some(({ currency }) => currency !== null),
  )
}

const costWords =
  /(?:^| )(?:gebuhr|gebuhren|entgelt|entgelte|provision|spesen|courtage|kapitalertragsteuer|solidaritatszuschlag|ausmachender betrag|endbetrag|zu ihren (?:lasten|gunsten)|fee|fees|commission|tax|net amount|frais|montant net|commissioni|kosten)(?: |$)/

/** Costs or an amount apart from the rows: the lines are executions of one order. */
function hasCostsBelow(lines: readonly Line[], rows: readonly Row[], head: number): boolean {
  const places = new Set(rows.map(({ at }) => at))
  return lines.some(
    ({ norm, amounts }, at) => at > head && !places.has(at) && costWords.test(norm) && amounts.some(isCost),
  )
}

const isCost = ({ value, currency, text }: Amount): boolean =>
  value !== '0' && (currency !== null || /\d[.,]\d{2}$/.test(text))

const isinOf = (line: Line | undefined): number => (line?.tokens.some(({ type }) => type === 'isin') ? 1 : 0)

/** A name may take a few lines below its row. */
const maxNameLines = 3

/** The line that names the security of each row: the row, one of the lines below, or the last one above. */
function placeSecurities(lines: readonly Line[], rows: readonly Row[]): (number | null)[] {
  const first = rows[0]?.at ?? 0
  const isAbove = lines.slice(0, first).some(line => isinOf(line) === 1)
  return rows.map(({ line, at }, index) => {
    if (isinOf(line) === 1) return at
    if (isAbove) return findAbove(lines, at)
    const end = Math.min(rows[index + 1]?.at ?? lines.length, at + 1 + maxNameLines)
    const below = lines.slice(at + 1, end).findIndex(one => isinOf(one) === 1)
    return below < 0 ? null : at + 1 + below
  })
}

/** The heading above that names one security. A list of several says nothing about the rows. */
function findAbove(lines: readonly Line[], at: number): number | null {
  const place = lines.slice(0, at).findLastIndex(one => isinOf(one) === 1)
  const near = lines.slice(Math.max(0, place - maxNameLines), place)
  return near.some(one => isinOf(one) === 1) ? null : place
}

function readRow(
  { line, head: { columns, tradeDay } }: Row,
  lines: readonly Line[],
  place: number | null,
): PdfTransaction | ReadingProblem {
  const fail = (message: string): ReadingProblem => ({ line: line.index, message })
  const row = solveTradeRow(line.amounts, columns)
  if (!row) return fail(`The values of this line do not add up: ${line.text.slice(0, 120)}`)
  const isin = lines[place ?? -1]?.tokens.flatMap(token => (token.type === 'isin' ? [token.value] : []))
  if (isin?.length !== 1) return fail('The security is missing.')
  const kind = chooseKind(line, row)
  if (!kind) return fail(`What this line is about is not certain: ${line.text.slice(0, 120)}`)
  const days = line.tokens.flatMap(token => (token.type === 'date' ? [token.value] : []))
  const day = new Set(days).size > 1 ? days[tradeDay ?? -1] : days[0]
  if (day === undefined) return fail(`The line names several days: ${days.join(', ')}.`)
  const time = line.tokens.find(({ type }) => type === 'time')
  const isTax = columns.hasTaxes
  const costs = fixedToText(row.costs < 0n ? -row.costs : row.costs)
  return {
    ...noValues,
    kind,
    date: day,
    time: time?.type === 'time' ? time.value : null,
    isin: isin[0] ?? null,
    name: findName(lines, place ?? 0),
    shares: row.shares,
    currency: row.currency,
    amount: fixedToText(row.amount),
    gross: fixedToText(row.gross),
    taxes: isTax ? costs : '0',
    fees: isTax ? '0' : costs,
    grossForeign: row.grossForeign === null ? null : fixedToText(row.grossForeign),
    foreignCurrency: row.foreignCurrency,
    places: { date: [line.index], shares: [line.index], amount: [line.index] },
  }
}

const buys =
  /(?:^| )(?:kauf|zeichnung|sparplan|ansparplan|buy|bought|b|purchase|subscription|achat|souscription|acquisto|sottoscrizione|aankoop|koop|compra|suscripcion|kop|kupno|einmalanlage)(?: |$)/
const sells =
  /(?:^| )(?:verkauf|rucknahme|sell|sold|s|sale|redemption|vente|rachat|vendita|rimborso|verkoop|venta|reembolso|salj|sprzedaz)(?: |$)/
const pays = /(?:^| )(?:dividende|ausschuttung|dividend|distribution|dividendo|cedola)(?: |$)/
const others =
  /(?:^| )(?:storno|thesaurierung|depotpreis|[a-z]*gebuhr|entgelt|fee|zulage|wiederanlage|reinvest\w*|fusion|umtausch|tausch|split|merger|cancel\w*|ubertrag|transfer|einlieferung|einbuchung|ausbuchung|vortrag)(?: |$)/

/** The kind by the words of the line, else by its signs. Both must agree, and what costs do to the amount. */
function chooseKind({ norm, text }: Line, row: TradeRow): TradeKind | null {
  if (others.test(norm)) return null
  const named = [
    buys.test(norm) ? 'purchase' : '',
    sells.test(norm) ? 'sale' : '',
    pays.test(norm) ? 'dividend' : '',
  ]
  const [word, ...more] = named.filter(kind => kind !== '') as TradeKind[]
  const isAdded = text.includes(`+${row.count}`) || text.includes(`+ ${row.count}`)
  const isBought = isAdded || (!row.isNegative && row.isPaid === true)
  const signed: TradeKind | null =
    row.isNegative && row.isPaid !== true ? 'sale' : isBought ? 'purchase' : null
  const kind = word ?? signed
  if (!kind || more.length > 0 || (row.isNegative && row.isPaid === true && kind === 'purchase')) return null
  if (signed !== null && word !== undefined && word !== signed && !(word === 'dividend' && signed === 'sale'))
    return null
  return agrees(kind, row.costs) ? kind : null
}

/** Costs raise what is paid for a purchase and lower what is received. */
const agrees = (kind: TradeKind, costs: Fixed): boolean =>
  costs === 0n || (kind === 'purchase') === costs > 0n
