import { type DateOrder, fullYear } from '../../../text/date.ts'
import type { Line, PdfDocument } from '../document.ts'
import { currencyCodes, findCurrency } from '../tokens/currencies.ts'
import { findDate } from '../tokens/dates.ts'
import { absolute, fixedToText, toFixed } from '../tokens/money.ts'
import { noValues, type PdfTransaction, type ReadingProblem } from '../transaction.ts'
import { explainClosing, isUnexplained } from './closing-entries.ts'
import { readTail, type Tail } from './statement-amounts.ts'
import { type Balances, findBalances, findOpening } from './statement-balances.ts'
import { contradictsBalances, directEntries, type Entry } from './statement-directions.ts'
import { chooseEntryKind } from './statement-kinds.ts'
import { balanceLine, hasBalanceColumn, isEntryHeader } from './statement-words.ts'
import { joinWrappedDates } from './wrapped-dates.ts'

export interface StatementEntries {
  readonly transactions: PdfTransaction[]
  readonly problems: ReadingProblem[]
}

/** Reads the entries of an account statement. Null where the document has no list of entries. */
export function readAccountStatement(document: PdfDocument): StatementEntries | null {
  const plain = joinWrappedDates(document.lines)
  const named = findHeader(plain)
  const header = named >= 0 ? named : findOpening(plain, usesBlankGroups(document))
  if (header < 0) return null
  const lines = joinAmountsAbove(plain, header)
  const found = findEntries({ ...document, lines }, header)
  const entries = explainClosing(found, lines.slice(header), usesBlankGroups(document))
  if (entries.length === 0) return null
  const foreign = countCurrencies(entries, lines)
  const balances = findBalances(lines, usesBlankGroups(document))
  if (foreign > 1 || (balances === null && isTradeList(entries))) return null
  const currency = findAccountCurrency(lines)
  if (currency === null)
    return {
      transactions: [],
      problems: [{ line: lines[header]?.index ?? 0, message: 'The currency is missing.' }],
    }
  if (named < 0 && balances === null) return null
  const missed = balances === null ? findMissed(lines.slice(header + 1), entries) : null
  if (missed) return { transactions: [], problems: [missed] }
  return confirm(compose(directEntries(entries, balances), currency), entries, balances)
}

/** The first line that names the columns, or the first of two: 'Beleg- Eingang ... Betrag in', 'datum ... EUR'. */
function findHeader(lines: readonly Line[]): number {
  const at = lines.findIndex(line => isEntryHeader(line.norm))
  return at >= 0
    ? at
    : lines.findIndex(
        ({ norm }, place) =>
          / in$/.test(norm) && isEntryHeader(`${norm} ${lines[place + 1]?.norm}`) && norm.length < 120,
      )
}

/**
 * Some extractors give the amount of an entry, or a balance, as a line of its own above it. Joined only where each line
 * that begins with a date has one.
 */
function joinAmountsAbove(lines: readonly Line[], header: number): readonly Line[] {
  const isAmount = (line: Line | undefined) => line !== undefined && loneAmount.test(line.text)
  const isEntry = ({ text }: Line) => leadingDate.test(text) && /\p{L}{3}/u.test(text)
  const wants = lines.flatMap((line, at) =>
    at > header && (isEntry(line) || /^(?:kontostand|saldo|solde|balance) /.test(line.norm)) ? [at] : [],
  )
  const above = wants.filter(at => isAmount(lines[at - 1]))
  const first = above[0]
  if (first === undefined || above.length < wants.filter(at => isEntry(lines[at] as Line)).length)
    return lines
  const joined = new Set(above)
  return lines.flatMap((line, at) => {
    if (joined.has(at + 1)) return []
    return [joined.has(at) ? { ...line, text: `${line.text} ${lines[at - 1]?.text ?? ''}` } : line]
  })
}

const loneAmount = /^[+−–-]? ?(?:\d{1,3}(?:[.,'’ ]\d{3}){0,4}|\d{1,9})[.,]\d{2}(?: ?[-+HS])?$/

/** A line that begins with a date like an entry but was not read as one. Below every entry it is the value date. */
function findMissed(lines: readonly Line[], entries: readonly Entry[]): ReadingProblem | null {
  const places = new Set(entries.map(({ line }) => line))
  const isBelow = (at: number) => places.has(lines[at - 1]?.index ?? -1)
  const dated = lines.flatMap((line, at) => {
    const isDated = leadingDate.test(line.text) && /\p{L}{3}/u.test(line.text) && !balanceLine.test(line.norm)
    return isDated && !places.has(line.index) ? [{ line, isBelow: isBelow(at) }] : []
  })
  const hasValueDates = dated.filter(one => one.isBelow).length === entries.length
  const missed = dated.find(one => !(hasValueDates && one.isBelow))?.line
  return missed
    ? { line: missed.index, message: `This entry is not known: ${missed.text.slice(0, 120)}` }
    : null
}

/**
 * The entries must lead from the opening to the closing balance. Where a statement has no balances, each entry must
 * state its direction.
 */
function confirm(
  read: StatementEntries,
  entries: readonly Entry[],
  balances: Balances | null,
): StatementEntries {
  const refuse = (line: number, message: string) => ({
    transactions: [],
    problems: [...read.problems, { line, message }],
  })
  if (balances === null) {
    if (contradictsBalances(entries))
      return refuse(entries[0]?.line ?? 0, 'The balances after the entries do not follow from them.')
    const open = entries.find(({ direction, balance }) => direction === null && balance === null)
    const isStated = entries.some(({ direction }) => direction === 'out')
    return open && !isStated ? refuse(open.line, 'The direction of this entry is not stated.') : read
  }
  const moved = read.transactions.reduce(
    (sum, { kind, amount }) => sum + (incomingKinds.has(kind) ? toFixed(amount) : -toFixed(amount)),
    0n,
  )
  const gap = balances.closing - balances.opening - moved
  if (gap === 0n) return read
  return refuse(
    balances.line,
    `The entries do not add up to the closing balance: ${fixedToText(gap)} is missing.`,
  )
}

const incomingKinds: ReadonlySet<string> = new Set(['deposit', 'interest', 'feeRefund', 'taxRefund'])

function findEntries(document: PdfDocument, header: number): Entry[] {
  const { lines, notation } = document
  const isBalanced = lines.some(line => isEntryHeader(line.norm) && hasBalanceColumn(line.norm))
  const end = findPeriodEnd(lines)
  const context = { isBalanced, end, order: notation.dateOrder, hasBlankGroups: usesBlankGroups(document) }
  const entries: Entry[] = []
  let open: { entry: Entry; words: string[] } | null = null
  const close = () => {
    if (open) entries.push({ ...open.entry, text: open.words.join(' ') })
    open = null
  }
  for (const line of lines.slice(header + 1)) {
    const entry = balanceLine.test(line.norm.slice(0, 40)) ? null : readEntry(line, context)
    if (entry) {
      close()
      open = { entry, words: [entry.text] }
    } else if (balanceLine.test(line.norm)) close()
    else if (open !== null && (open as { words: string[] }).words.length < maxTextLines)
      (open as { words: string[] }).words.push(line.norm)
  }
  close()
  // The closing of the account, in an annex, repeats fees and interest: its lines end with their dates.
  const isDated = (entry: Entry) => entry.isLeading
  return entries.length > 0 && isDated(entries[0] as Entry) ? entries.filter(isDated) : entries
}

/** Lists of accounts in several currencies are not read: the balances of one do not check those of another. */
function countCurrencies(entries: readonly Entry[], lines: readonly Line[]): number {
  const places = new Set(entries.map(({ line }) => line))
  const found = lines
    .filter(({ index }) => places.has(index))
    .flatMap(line => line.tokens.flatMap(token => (token.type === 'currency' ? [token.code] : [])))
  return new Set(found).size
}

/** A list of trades is no account statement, though it has dates and amounts. */
function isTradeList(entries: readonly Entry[]): boolean {
  return entries.every(({ text }) => /(?:^| )[a-z]{2}[a-z0-9]{9}[0-9](?: |$)/.test(text))
}

/** Lines of text that belong to an entry. */
const maxTextLines = 6

interface EntryContext {
  readonly hasBlankGroups: boolean
  readonly isBalanced: boolean
  readonly end: string | null
  readonly order: DateOrder
}

/** Swiss and French statements group thousands by blanks. */
function usesBlankGroups({ lines, notation }: PdfDocument): boolean {
  if (notation.mark === ',') return notation.hasBlankGroups
  return (
    lines.some(line => / \d{1,3} \d{3}\.\d{2}$/.test(line.text)) &&
    !lines.some(line => /\d[,'’]\d{3}\.\d{2}/.test(line.text))
  )
}

const leadingDate =
  /^(\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\. ?\d{1,2}\.?(?!\d)|\d{1,2}[. ] ?[A-Za-zÀ-ÿ]{3,9}\.? \d{4})(?=[ ]|$|(?<=\d{4})(?!T\d)[A-ZÄÖÜ]) ?/
const trailingDate =
  /(?:^| )(\d{4}-\d{2}-\d{2}|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}|\d{1,2}\.\d{1,2}\.?)(?: \d{3,5})?$/

const valueDateColumn = / \d{1,2}\.\d{1,2}\.\d{2,4}$/

/** The amounts of a line. The value date may stand between the amount and the balance: '111.00 01.12.21 22 222.22'. */
function readColumns(text: string, { hasBlankGroups, isBalanced }: EntryContext): Tail {
  const tail = readTail(text, hasBlankGroups)
  const isOpen = tail.amounts.length === 0 || (isBalanced && tail.amounts.length === 1)
  const date = isOpen ? valueDateColumn.exec(tail.rest) : null
  const inner = date ? readTail(tail.rest.slice(0, date.index), hasBlankGroups) : null
  if (!date || inner?.amounts.length !== 1) return tail
  return { amounts: [...inner.amounts, ...tail.amounts], rest: `${inner.rest}${date[0]}` }
}

function readEntry(line: Line, context: EntryContext): Entry | null {
  const tail = readColumns(line.text, context)
  if (tail.amounts.length === 0) return null
  let { rest } = tail
  const dates: string[] = []
  for (let match = leadingDate.exec(rest); match && dates.length < 2; match = leadingDate.exec(rest)) {
    dates.push(match[1] ?? '')
    rest = rest.slice(match[0].length)
  }
  const isLeading = dates.length > 0
  const isNoted = / wert: ?\d[\d.]{5,9}$/i.test(rest)
  for (let match = trailingDate.exec(rest); match && dates.length < 3; match = trailingDate.exec(rest)) {
    // 'Überweisung / Wert: 01.03.2024' is a remark: the column of dates counts.
    if (isLeading && isNoted) dates.splice(1)
    else if (isLeading) dates.push(match[1] ?? '')
    else dates.unshift(match[1] ?? '')
    rest = rest.slice(0, match.index)
  }
  const date = completeDate(dates[0] ?? '', context)
  if (date === null || !/\p{L}{2}/u.test(rest)) return null
  const hasBalance = context.isBalanced && tail.amounts.length > 1
  const chosen = hasBalance ? tail.amounts.at(-2) : tail.amounts.at(-1)
  const balance = hasBalance ? tail.amounts.at(-1) : null
  if (!chosen) return null
  return {
    line: line.index,
    date,
    isLeading,
    valueDate: dates.length > 1 ? completeDate(dates.at(-1) ?? '', context) : null,
    text: ` ${rest} `
      .normalize('NFD')
      .replace(/[\u0300-\u036f]/g, '')
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, ' ')
      .trim(),
    amount: absolute(toFixed(chosen.value)),
    direction: chosen.sign,
    balance: balance
      ? balance.sign === 'out'
        ? -absolute(toFixed(balance.value))
        : toFixed(balance.value)
      : null,
  }
}

/** Adds the year to a day of a statement: that of its end, or the year before if the month comes later. */
function completeDate(text: string, context: EntryContext): string | null {
  const short = /^(\d{1,2})[. ] ?(\d{1,2})\.?$/.exec(text)
  if (!short) return text === '' ? null : findDate(text, context.order)
  if (context.end === null) return null
  const [year, month] = [Number(context.end.slice(0, 4)), Number(context.end.slice(5, 7))]
  const own = Number(short[2])
  return findDate(`${short[1]}.${short[2]}.${own > month ? year - 1 : year}`, 'dmy')
}

/** The last day of the statement: the latest date in the lines that name the period or a balance, else in the head. */
function findPeriodEnd(lines: readonly Line[]): string | null {
  const named = lines.filter(
    line =>
      /(?<![a-z])(?:kontoauszug|auszug|bis|saldo|kontostand|zeitraum|per|zum|period|statement|datum|date)(?![a-z])/.test(
        line.norm,
      ) && line.text.length < 120,
  )
  for (const part of [[...named.slice(0, 12), ...lines.slice(0, 25)], named]) {
    const dates = part.flatMap(line =>
      line.tokens.flatMap(token => (token.type === 'date' ? [token.value] : [])),
    )
    const latest = dates.sort().at(-1)
    if (latest) return latest
  }
  const year = lines
    .map(line =>
      /(?<!\d)(?:\d{1,3} ?\/ ?((?:19|20)\d{2})|((?:19|20)\d{2}) ?\/ ?\d{1,3})(?!\d)/.exec(line.text),
    )
    .find(Boolean)
  return year ? `${fullYear(year[1] ?? year[2] ?? '')}-12-31` : null
}

const namedCurrency =
  /(?:Kontow(?:ä|ae)hrung|W(?:ä|ae)hrung|Currency|Devise|Valuta|Divisa|Betrag in|Soll in|Haben in|Belastung in|Umsatz in|Saldo in|\(|Betrag Soll|Amount in|in) ?:? {0,3}(EUR|CHF|USD|GBP|Euro|€)(?![A-Za-z])|(EUR|CHF|USD|GBP|Euro)[- ](?:Verrechnungs)?[Kk]onto/

/** The currency that the head or the columns name; else the only one of the document. */
function findAccountCurrency(lines: readonly Line[]): string | null {
  const named = new Set(
    lines.flatMap(({ text }, at) => {
      // The heading of a column may have a second line.
      const below = / in$/.test(text) ? /\S+$/.exec(lines[at + 1]?.text ?? '')?.[0] : undefined
      const match = namedCurrency.exec(below === undefined ? text : `${text} ${below}`)
      const code = findCurrency(match?.[1] ?? match?.[2] ?? '')
      return code === null ? [] : [code]
    }),
  )
  if (named.size === 1) return [...named][0] ?? null
  const counts = new Map<string, number>()
  for (const line of lines)
    for (const word of line.text.match(/(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])|€|Euro/g) ?? []) {
      const code = findCurrency(word)
      if (code !== null && currencyCodes.has(code)) counts.set(code, (counts.get(code) ?? 0) + 1)
    }
  const [first, second] = [...counts].sort((a, b) => b[1] - a[1])
  if (!first) return null
  return second && second[1] * 3 > first[1] ? null : first[0]
}

function compose(entries: readonly Entry[], currency: string): StatementEntries {
  const transactions: PdfTransaction[] = []
  const problems: ReadingProblem[] = []
  for (const { line, date, valueDate, text, amount, direction } of entries) {
    if (amount === 0n) continue
    if (direction === null) {
      problems.push({
        line,
        message: `The direction of this entry is not known: ${fixedToText(amount)} ${currency}.`,
      })
      continue
    }
    if (isUnexplained(text)) {
      problems.push({
        line,
        message: `This entry nets interest and fees: ${fixedToText(amount)} ${currency}.`,
      })
      continue
    }
    const { kind, rejected } = chooseEntryKind(text, direction)
    transactions.push({
      ...noValues,
      kind,
      date: valueDate ?? date,
      currency,
      amount: fixedToText(amount),
      gross: fixedToText(amount),
      note: text.slice(0, 200),
      rejected,
      places: { date: [line], amount: [line] },
    })
  }
  return { transactions, problems }
}
