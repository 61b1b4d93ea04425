import {
  between,
  chance,
  createRandom,
  createTransactions,
  type Known,
  pick,
  type Random,
} from './random-transactions.ts'
import { type Column, languages, type Words } from './table-words.ts'
import { type SheetCell, writeXlsx } from './write-xlsx.ts'

/** A table written from known transactions, with the line of each. */
export interface RandomTable {
  readonly bytes: Uint8Array
  readonly text: string
  /** The transaction of a line; null for a row that no reader may post. */
  readonly rows: ReadonlyMap<number, Known | null>
  readonly states: { readonly currency: boolean; readonly price: boolean; readonly isin: boolean }
}

interface Layout {
  readonly words: Words
  readonly columns: readonly Column[]
  readonly headers: readonly string[]
  readonly amounts: 'signed' | 'unsigned'
  readonly amountIs: 'net' | 'gross'
  readonly hasSignedQuantity: boolean
  readonly unit: 'column' | 'behind' | 'front' | 'none'
  readonly number: (units: number, decimals: number) => string
  /** Numbers have a point and no thousands marks, as cells of a workbook. */
  readonly isPlain: boolean
  readonly date: (iso: string) => string
  readonly empty: string
  readonly currency: string
}

const group = (digits: string, mark: string) => digits.replace(/\B(?=(\d{3})+(?!\d))/g, mark)

const locales: readonly { readonly thousands: string; readonly decimal: string }[] = [
  { thousands: '', decimal: '.' },
  { thousands: ',', decimal: '.' },
  { thousands: "'", decimal: '.' },
  { thousands: '’', decimal: '.' },
  { thousands: '', decimal: ',' },
  { thousands: '.', decimal: ',' },
  { thousands: ' ', decimal: ',' },
  { thousands: '\u00a0', decimal: ',' },
]

function numberWriter(random: Random, { thousands, decimal }: (typeof locales)[number]): Layout['number'] {
  const negative = pick(random, ['-#', '-#', '#-', '(#)', '−#'])
  const trims = chance(random, 0.3)
  return (units, decimals) => {
    const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
    const fraction = digits.slice(digits.length - decimals)
    const shown = trims ? fraction.replace(/0+$/, '') : fraction
    const text =
      group(digits.slice(0, digits.length - decimals), thousands) + (shown === '' ? '' : decimal + shown)
    return units < 0 ? negative.replace('#', text) : text
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function dateWriter(random: Random): Layout['date'] {
  const form = pick(random, [
    'y-m-d',
    'y-m-d',
    'd.m.y',
    'd.m.y',
    'd/m/y',
    'm/d/y',
    'd-m-y',
    'ymd',
    'd n y',
    'n d, y',
    'd/m/s',
    'm/d/s',
    'y/m/d',
  ])
  const time = chance(random, 0.15) ? ` ${String(between(random, 0, 23)).padStart(2, '0')}:05:09` : ''
  return iso => {
    const [year = '', month = '', day = ''] = iso.split('-')
    const text = form.replace(/[ymdns]/g, part => {
      if (part === 'y') return year
      if (part === 's') return year.slice(2)
      if (part === 'n') return months[Number(month) - 1] ?? ''
      return part === 'm' ? month : day
    })
    return form === 'ymd' ? text : text + time
  }
}

function createLayout(random: Random, known: readonly Known[], currency: string): Layout {
  const words = pick(random, languages)
  const locale = pick(random, locales)
  const style = pick(random, ['amount', 'amount', 'amount', 'net', 'both', 'gross', 'sides'] as const)
  const amounts: Layout['amounts'] = chance(random, 0.6) ? 'signed' : 'unsigned'
  const unit = pick(random, ['column', 'column', 'column', 'behind', 'front', 'none'] as const)
  const figures: Column[] =
    style === 'sides' ? ['debit', 'credit'] : style === 'both' ? ['gross', 'net'] : [style]
  const optional = (column: Column, share: number): Column[] => (chance(random, share) ? [column] : [])
  const columns: Column[] = [
    'date',
    ...optional('settle', 0.4),
    'kind',
    ...optional('side', 0.15),
    ...pick<Column[]>(random, [
      ['isin'],
      ['isin', 'name'],
      ['isin', 'name', 'symbol'],
      ['name'],
      ['symbol', 'name'],
    ]),
    'quantity',
    ...optional('price', 0.85),
    ...(unit === 'column' ? (['currency'] as const) : []),
    ...(known.some(({ fees }) => fees > 0) || chance(random, 0.3) ? (['fees'] as const) : []),
    ...(known.some(({ taxes }) => taxes > 0) || chance(random, 0.2) ? (['taxes'] as const) : []),
    ...figures,
    ...optional('reference', 0.4),
    ...optional('note', 0.3),
    ...optional('balance', 0.3),
    ...optional('gain', 0.2),
    ...optional('status', 0.15),
  ]
  const order = chance(random, 0.5) ? columns : shuffle(random, columns)
  return {
    words,
    columns: order,
    headers: order.map(column => pick(random, words.headers[column])),
    amounts: style === 'sides' ? 'signed' : amounts,
    amountIs: style === 'gross' || (style === 'amount' && chance(random, 0.3)) ? 'gross' : 'net',
    hasSignedQuantity: chance(random, 0.25),
    unit,
    number: numberWriter(random, locale),
    isPlain: locale.thousands === '' && locale.decimal === '.',
    date: dateWriter(random),
    empty: pick(random, ['', '', '', '-', 'n/a']),
    currency,
  }
}

function shuffle<T>(random: Random, list: readonly T[]): T[] {
  return list
    .map(value => ({ value, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

function withUnit(layout: Layout, text: string): string {
  if (layout.unit === 'behind') return `${text} ${layout.currency}`
  return layout.unit === 'front' ? `${layout.currency} ${text}` : text
}

interface RowContext {
  readonly random: Random
  readonly layout: Layout
  readonly line: number
  balance: number
}

function writeCell(column: Column, known: Known, context: RowContext): string {
  const { layout, random } = context
  const { words } = layout
  const money = (units: number) => withUnit(layout, layout.number(units, 2))
  const signed = (units: number, isOut: boolean) =>
    money(layout.amounts === 'signed' && isOut ? -units : units)
  const isOut = known.net < 0
  const isTrade = known.kind === 'buy' || known.kind === 'sell'
  const { empty } = layout
  switch (column) {
    case 'date':
    case 'settle':
      return layout.date(known.date)
    case 'kind':
      return isTrade && layout.columns.includes('side') ? words.trade : pick(random, words.kinds[known.kind])
    case 'side':
      return isTrade ? words.sides[known.kind === 'buy' ? 0 : 1] : ''
    case 'isin':
    case 'name':
    case 'symbol':
      return known.security?.[column] ?? empty
    case 'quantity':
      if (known.quantity === null) return empty
      return layout.number(
        layout.hasSignedQuantity && known.kind === 'sell' ? -known.quantity : known.quantity,
        4,
      )
    case 'price':
      return known.price === null ? empty : money(known.price)
    case 'currency':
      return known.currency
    case 'fees':
      return known.fees === 0 ? pick(random, [empty, money(0)]) : money(known.fees)
    case 'taxes':
      return known.taxes === 0 ? pick(random, [empty, money(0)]) : money(known.taxes)
    case 'amount':
      return signed(layout.amountIs === 'gross' ? known.gross : Math.abs(known.net), isOut)
    case 'gross':
      return signed(known.gross, isOut)
    case 'net':
      return signed(Math.abs(known.net), isOut)
    case 'debit':
      return isOut ? money(Math.abs(known.net)) : empty
    case 'credit':
      return isOut ? empty : money(known.net)
    case 'balance':
      context.balance += known.net
      return money(context.balance)
    case 'reference':
      return `R-${context.line}-${between(random, 100, 999)}`
    case 'note':
      return pick(random, ['', 'as agreed', 'per order'])
    case 'gain':
      return isTrade ? money(between(random, -9000, 9000)) : empty
    case 'status':
      return 'Completed'
  }
}

/** Rows that a reader must not post: an unknown kind, a day that never was, a failed order, a wrong check digit. */
function spoil(random: Random, layout: Layout, cells: readonly string[]): string[] | null {
  const at = (column: Column) => layout.columns.indexOf(column)
  const put = (column: Column, text: string) =>
    cells.map((cell, index) => (index === at(column) ? text : cell))
  const kind = pick(random, ['kind', 'date', 'isin', 'status', 'no kind'] as const)
  if (kind === 'kind') return put('kind', pick(random, layout.words.unknown))
  if (kind === 'no kind') return put('kind', '')
  if (kind === 'date') return put('date', pick(random, ['2026-02-31', 'tomorrow', '', '00.00.0000']))
  const isin = cells[at('isin')] ?? ''
  if (kind === 'isin')
    return /^[A-Z]{2}/.test(isin)
      ? put('isin', `${isin.slice(0, -1)}${(Number(isin.at(-1)) + 1) % 10}`)
      : null
  return at('status') < 0
    ? null
    : put('status', pick(random, ['Cancelled', 'Pending', 'Rejected', 'Voided', 'Weird']))
}

/** Writes a random table. The same seed writes the same bytes. */
export function createTable(seed: number): RandomTable {
  const random = createRandom(seed)
  const currency = pick(random, ['CHF', 'EUR', 'USD', 'SEK', 'GBP', 'NOK', 'DKK'])
  const known = createTransactions(random, currency)
  const layout = createLayout(random, known, currency)
  const rows = new Map<number, Known | null>()
  const lines: string[][] = []
  const preamble = chance(random, 0.3) ? between(random, 1, 4) : 0
  for (let at = 0; at < preamble; at += 1)
    lines.push([pick(random, ['Statement', 'Depot 30977', 'Client: A. Muster', 'Kunde 40117'])])
  lines.push([...layout.headers])
  const context = { random, layout, line: 0, balance: 0 }
  for (const each of known) {
    if (chance(random, 0.05)) lines.push([...layout.headers])
    const line = lines.length + 1
    const cells = layout.columns.map(column => writeCell(column, each, { ...context, line }))
    const spoiled = chance(random, 0.12) ? spoil(random, layout, cells) : null
    lines.push(spoiled ?? cells)
    rows.set(line, spoiled ? null : each)
  }
  if (chance(random, 0.25)) {
    const total = layout.columns.map(column =>
      column === 'amount' || column === 'net' || column === 'fees'
        ? layout.number(between(random, 100, 90_000), 2)
        : '',
    )
    const first = layout.columns.indexOf('date')
    total[first] = layout.words.total
    lines.push(
      first === 0
        ? total
        : ['', ...total.slice(1)].map((cell, index) => (index === 0 ? layout.words.total : cell)),
    )
  }
  if (chance(random, 0.1)) lines.push(['All figures without guarantee.'])
  const states = {
    currency: layout.unit !== 'none',
    price: layout.columns.includes('price'),
    isin: layout.columns.includes('isin'),
  }
  return { ...encode(random, lines, layout.isPlain), rows, states }
}

function encode(
  random: Random,
  lines: readonly (readonly string[])[],
  isPlain: boolean,
): { bytes: Uint8Array; text: string } {
  const container = pick(random, ['csv', 'csv', 'csv', 'xlsx', 'html'] as const)
  const shown = lines.map(cells => cells.join(' | ')).join('\n')
  if (container === 'xlsx')
    return {
      bytes: writeXlsx([{ name: 'Sheet 1', rows: lines.map(cells => toSheetCells(cells, isPlain)) }]),
      text: shown,
    }
  if (container === 'html') {
    const body = lines.map(
      cells => `<tr>${cells.map(cell => `<td>${cell.replace(/&/g, '&amp;')}</td>`).join('')}</tr>`,
    )
    return {
      bytes: Buffer.from(`<html><body><table>\n${body.join('\n')}\n</table></body></html>`),
      text: shown,
    }
  }
  const separator = pick(random, [',', ';', '\t', '|'])
  const quote = (cell: string) => (cell.includes(separator) || chance(random, 0.05) ? `"${cell}"` : cell)
  const text = lines.map(cells => cells.map(quote).join(separator)).join(pick(random, ['\n', '\r\n']))
  return { bytes: encodeText(random, `${text}\n`), text: shown }
}

function encodeText(random: Random, text: string): Uint8Array {
  const isLatin = [...text].every(char => char < '\u0100')
  const encoding = pick(random, [
    'utf-8',
    'utf-8',
    'bom',
    'utf-16le',
    'utf-16be',
    ...(isLatin ? ['latin1'] : []),
  ])
  if (encoding === 'latin1') return Buffer.from(text, 'latin1')
  if (encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le')
  if (encoding === 'utf-16be') return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
  return Buffer.from(encoding === 'bom' ? `\ufeff${text}` : text)
}

/** Plain numbers and ISO days become cells of their kind, as an export writes them. */
function toSheetCells(cells: readonly string[], isPlain: boolean): SheetCell[] {
  return cells.map(cell => {
    if (isPlain && /^-?\d{1,9}(\.\d{1,4})?$/.test(cell)) return Number(cell)
    return /^20\d\d-(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/.test(cell) ? { day: cell } : cell
  })
}
