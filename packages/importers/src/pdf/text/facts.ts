import type { Amount, Line } from './document.ts'
import type { LabelRole } from './label-words.ts'
import { findLabels, type Labels, normalize } from './labels.ts'
import { absolute, type Fixed, toFixed } from './money.ts'

/** A value that a label names. `amounts` holds one value per currency: some lines state both. */
export interface Item {
  readonly role: LabelRole
  readonly line: number
  readonly label: string
  readonly amounts: ReadonlyMap<string, Fixed>
  readonly isNegative: boolean
  /** A sum of other items. */
  readonly isSum: boolean
}

export interface Quantity {
  readonly value: string
  readonly line: number
  /** Of a bond: the currency of its nominal value. */
  readonly nominalCurrency: string | null
  /** How sure the place is: a unit beside the number, a label, a column. */
  readonly rank: number
}

export interface Price {
  readonly value: string
  readonly line: number
  readonly currency: string | null
  readonly isPercent: boolean
}

export interface Rate {
  readonly value: string
  readonly line: number
  readonly pair: { readonly base: string; readonly quote: string } | null
}

export interface LabelledDate {
  /** 'stated' where a profile names the place. */
  readonly role: LabelRole | 'stated' | null
  readonly value: string
  readonly time: string | null
  readonly line: number
}

export interface Facts {
  readonly items: readonly Item[]
  readonly quantities: readonly Quantity[]
  readonly prices: readonly Price[]
  readonly rates: readonly Rate[]
  readonly dates: readonly LabelledDate[]
}

const moneyRoles: ReadonlySet<LabelRole> = new Set([
  'net',
  'gross',
  'fee',
  'tax',
  'accrued',
  'total',
  'information',
])
const columnRoles: ReadonlySet<LabelRole> = new Set([...moneyRoles, 'price', 'quantity', 'rate'])
const dateRoles: ReadonlySet<LabelRole> = new Set([
  'tradeDate',
  'orderDate',
  'valueDate',
  'payDate',
  'exDate',
  'documentDate',
])

type Kept<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] }

/** More labelled values than any note has. */
const maxItems = 300

/** Collects all labelled values of a part of a document. */
export function collectFacts(lines: readonly Line[], labels: Labels): Facts {
  const facts: Kept<Facts> = { items: [], quantities: [], prices: [], rates: [], dates: [] }
  lines.forEach((line, at) => {
    const header = matchingHeader(findHeader(lines, at), line)
    const columns = header ? assignColumns(line, header) : new Map<number, LabelRole>()
    collectDates(line, header, labels, facts.dates)
    collectAmounts(line, { roles: columns, text: header?.norm ?? '' }, labels, facts)
    collectUnits(line, facts.quantities)
  })
  // Notes have few values. The limit keeps the search for sums that agree short.
  facts.items.splice(maxItems)
  facts.quantities.splice(maxItems)
  collectNearSecurity(lines, facts.quantities)
  return facts
}

/** The line above that names the columns: words, no values. */
function findHeader(lines: readonly Line[], at: number): Line | null {
  for (let back = 1; back <= 2; back += 1) {
    const above = lines[at - back]
    if (!above) return null
    if (
      above.amounts.length === 0 &&
      above.labels.some(({ role }) => columnRoles.has(role) || dateRoles.has(role))
    )
      return above
    if (above.amounts.length > 0 || above.tokens.some(({ type }) => type === 'date')) return null
  }
  return null
}

/** A header that names a currency is none for a single amount in another ('Netto in USD', '2,13 EUR'). */
function matchingHeader(header: Line | null, line: Line): Line | null {
  const named = header?.tokens.flatMap(token => (token.type === 'currency' ? [token.code] : [])) ?? []
  const [amount, ...others] = line.amounts
  if (named.length !== 1 || others.length > 0 || !amount || amount.currency === null) return header
  return named[0] === amount.currency ? header : null
}

/** Gives the amounts of a line the roles of the columns above: all if the counts agree, else the outermost. */
function assignColumns(line: Line, header: Line): Map<number, LabelRole> {
  const roles = header.labels.filter(({ role }) => columnRoles.has(role)).map(({ role }) => role)
  const assigned = new Map<number, LabelRole>()
  const { amounts } = line
  if (roles.length === 0 || amounts.length === 0) return assigned
  const last = amounts.at(-1)
  if (roles.length === amounts.length || (roles.length >= 3 && roles.length < amounts.length)) {
    const isAmount = (role: LabelRole | undefined) => role === 'gross' || role === 'total'
    // A table that begins with the gross amount ends with the amount paid.
    if (isAmount(roles.at(-1)) && roles.slice(0, -1).some(isAmount)) roles[roles.length - 1] = 'net'
    // Columns of text stand on the left, so that the last columns belong together.
    for (const [at, amount] of amounts.slice(amounts.length - roles.length).entries())
      assigned.set(amount.at, roles[at] ?? 'total')
    if (roles.length === 1 && roles[0] === 'total' && isPosting(line, header))
      assigned.set(last?.at ?? -1, 'net')
    return assigned
  }
  const lastRole = roles.at(-1)
  if (last && lastRole && (last.currency !== null || lastRole !== 'total')) assigned.set(last.at, lastRole)
  // 'Konto, Wertstellung, Betrag': the amount posted to the account.
  if (last && lastRole === 'total' && isPosting(line, header)) assigned.set(last.at, 'net')
  if (roles[0] === 'quantity' && amounts.length > 1) assigned.set(amounts[0]?.at ?? -1, 'quantity')
  return assigned
}

const perPiece =
  /(?:pro|je|per|par|por|p) (?:stuck|st|stk|anteil|aktie|share|unit|action|titre|accion|azione|aandeel|part)(?: |$)/

/** Whether another number stands between the label and the amount: 'STK 100 USD 0,205' has one quantity. */
function isTaken(amount: Amount, line: Line): boolean {
  const words = line.tokens.slice(0, amount.at).findLastIndex(({ type }) => type === 'words')
  return line.tokens.slice(words + 1, amount.at).some(({ type }) => type === 'number')
}

/** 'Kauf 310 Muster AG für 15,93 EUR'. */
const pricePrefix =
  /(?:^| )(?:fur|zu|je|a|at|aan|per|zum preis von|zum kurs von|au cours de|au prix de|al prezzo di|a un precio de)$/

const isBase = /^(?:vom|von|auf|of|on|du|de|sur|del|di|sul|sobre|van|aus|davon)(?: |$)/

/** A row of the account that an amount was posted to: it has a value date. */
function isPosting(line: Line, header: Line): boolean {
  return (
    header.labels.some(({ role }) => role === 'valueDate') && line.tokens.some(({ type }) => type === 'date')
  )
}

/** The role of an amount by the words directly before it, else by the words before in its line. */
function roleOf(amount: Amount, line: Line, labels: Labels): LabelRole | null {
  // 'Provision 0,2 % vom Kurswert 12,00 EUR' names its base last.
  const label = isBase.test(amount.label) ? '' : amount.label
  for (const text of [label, amount.before]) {
    const found = findLabels(text, labels, line.isSqueezed).filter(({ role }) => columnRoles.has(role))
    if (found.some(({ role }) => role === 'information')) return 'information'
    if (
      text === label &&
      found.length > 0 &&
      isTaken(amount, line) &&
      found.every(({ role }) => role === 'quantity')
    )
      return null
    if (/(?:^| )(?:in )?konto(?:wahrung|waehrung)(?: |$)|account currency/.test(text)) return 'net'
    if (perPiece.test(text) && text === label) return 'price'
    const certain = found.filter(({ role }) => role !== 'total' && role !== 'quantity')
    if (amount.currency !== null && pricePrefix.test(text)) return 'price'
    const last = certain.at(-1) ?? found.at(-1)
    const first = certain.find(
      ({ role }) => role === 'tax' || role === 'fee' || role === 'gross' || role === 'net',
    )
    if (amount.currency !== null && first) return first.role
    if (last) return last.role
  }
  return null
}

/** Roles that the header above gives to the amounts of a line. */
interface Columns {
  readonly roles: ReadonlyMap<number, LabelRole>
  readonly text: string
}

function collectAmounts(line: Line, columns: Columns, labels: Labels, facts: Kept<Facts>): void {
  const byRole = new Map<LabelRole, Amount[]>()
  for (const amount of line.amounts) {
    if (amount.pair) {
      facts.rates.push({ value: amount.value, line: line.index, pair: amount.pair })
      continue
    }
    const own = roleOf(amount, line, labels)
    const role =
      own ?? columns.roles.get(amount.at) ?? (followsValueDate(amount, line, labels) ? 'net' : null)
    if (role === null) {
      if (amount.currency !== null && amount.before !== '') byRole.set('unlabelled', [amount])
      continue
    }
    if (role === 'rate' && amount.currency === null)
      facts.rates.push({ value: amount.value, line: line.index, pair: null })
    else if (role === 'price') facts.prices.push(readPrice(amount, line))
    else if (role === 'quantity') collectQuantity(amount, line, facts)
    else if (moneyRoles.has(role) && own === null && isMoney(amount))
      // Each column is a value of its own.
      facts.items.push(makeItem(role, [amount], line, columns.text))
    else if (moneyRoles.has(role) && isMoney(amount)) byRole.set(role, [...(byRole.get(role) ?? []), amount])
  }
  for (const [at, token] of line.tokens.entries())
    if (token.type === 'percent' && isPercentPrice(line, at, columns.roles, labels))
      facts.prices.push({ value: token.value, line: line.index, currency: null, isPercent: true })
  for (const [role, amounts] of byRole) facts.items.push(makeItem(role, amounts, line, columns.text))
}

/** 'Wert 05.02.2020 EUR 25,00': the amount that the value date belongs to is the one paid. */
function followsValueDate(amount: Amount, line: Line, labels: Labels): boolean {
  const before =
    line.tokens[amount.at - 1]?.type === 'currency' ? line.tokens[amount.at - 2] : line.tokens[amount.at - 1]
  if (before?.type !== 'date' || amount.currency === null) return false
  return findLabels(amount.label, labels, line.isSqueezed).some(({ role }) => role === 'valueDate')
}

/** Numbers without a currency are money only if written with two decimals: account numbers are not. */
const isMoney = (amount: Amount): boolean => amount.currency !== null || /\d[.,]\d{2}$/.test(amount.text)

/** Bonds are quoted in per cent: 'Kurs 98,5 %'. */
function isPercentPrice(
  line: Line,
  at: number,
  columns: ReadonlyMap<number, LabelRole>,
  labels: Labels,
): boolean {
  const before = line.tokens.slice(0, at).findLast(token => token.type === 'words')
  const words = before?.type === 'words' ? normalize(before.text) : ''
  if (findLabels(words, labels, line.isSqueezed).some(({ role }) => role === 'price')) return true
  return columns.has(at) || columns.get(-2) === 'price'
}

function readPrice(amount: Amount, line: Line): Price {
  return {
    value: amount.value.replace('-', ''),
    line: line.index,
    currency: amount.currency,
    isPercent: false,
  }
}

function collectQuantity(amount: Amount, line: Line, facts: Kept<Facts>): void {
  const value = amount.value.replace('-', '')
  if (value === '0') return
  facts.quantities.push({ value, line: line.index, nominalCurrency: amount.currency, rank: 2 })
}

/** Of several amounts in one currency the last is the value; those before are its base or its rate. */
function makeItem(role: LabelRole, amounts: readonly Amount[], line: Line, header: string): Item {
  const byCurrency = new Map<string, Fixed>()
  // 'Quellensteuer 19 % auf 85,00 PLN 3,59 EUR': the base comes first.
  const values = amounts.filter(
    (amount, at) => at === amounts.length - 1 || !/(?:^| )(?:auf|von|vom|of|on|sur)$/.test(amount.before),
  )
  for (const amount of values) byCurrency.set(amount.currency ?? '', absolute(toFixed(amount.value)))
  if (byCurrency.size > 1) byCurrency.delete('')
  const label = amounts.at(-1)?.before || header
  return {
    role,
    line: line.index,
    label,
    amounts: byCurrency,
    isNegative: amounts.at(-1)?.value.startsWith('-') ?? false,
    isSum: /^(?:summe|total|gesamt|montant total|totale|totaal)/.test(line.norm),
  }
}

const unitBefore =
  /(?:^|[\s(])(?:stk|st|stuck|stueck|units?|pcs|pieces|anteile?|shares|titres?|aantal|nominal|nominale|anzahl|quantity|quantite|menge|zugang|abgang|bestand)[.:]?$/
const unitAfter =
  /^(?:stk|st|stuck|stueck|units?|pcs|shares?|anteile?|titres?|titre s|tit|titoli|parts|anteil|stucke|titulos|acciones|azioni|stuks|pz)(?![a-z])/

/** Numbers beside a unit ('Stück 20', '2 Stk.') are quantities. */
function collectUnits(line: Line, quantities: Quantity[]): void {
  for (const amount of line.amounts) {
    const value = amount.value.replace('-', '')
    if (value === '0' || amount.currency !== null) continue
    if (unitBefore.test(amount.label) && isDirectlyAfterWords(line, amount))
      quantities.push({ value, line: line.index, nominalCurrency: null, rank: 3 })
    else if (unitAfter.test(amount.after))
      quantities.push({ value, line: line.index, nominalCurrency: null, rank: 3 })
  }
}

/** Plain numbers near the ISIN may be the quantity. They count only if the price confirms them. */
function collectNearSecurity(lines: readonly Line[], quantities: Quantity[]): void {
  const at = lines.findIndex(line => line.tokens.some(({ type }) => type === 'isin'))
  if (at < 0) return
  for (const line of lines.slice(Math.max(0, at - 4), at + 5))
    for (const amount of line.amounts)
      if (
        amount.currency === null &&
        amount.pair === null &&
        amount.value !== '0' &&
        !isIdentifier(line, amount)
      )
        quantities.push({
          value: amount.value.replace('-', ''),
          line: line.index,
          nominalCurrency: null,
          rank: 1,
        })
}

/** Numbers of orders, accounts and rates: long, or directly after a label that names them. */
function isIdentifier(line: Line, amount: Amount): boolean {
  if (amount.value.length >= 16 || /^\d{8,}$/.test(amount.value)) return true
  const before = line.tokens[amount.at - 1]
  return (
    before?.type === 'words' && /(?:nr|nummer|referenz|kurs|rate|change|no|number)[ .:]*$/i.test(before.text)
  )
}

function isDirectlyAfterWords(line: Line, amount: Amount): boolean {
  return line.tokens[amount.at - 1]?.type === 'words'
}

/** A date in the line that says what was done ('Achat le 10/04/2024') is that of the trade. */
const tradeWords =
  /(?:^| )(?:kauf|verkauf|gekauft|verkauft|buy|sell|bought|sold|achat|vente|aankoop|verkoop|acquisto|vendita|compra|venta|esecuzione|execution|ejecucion|ausfuhrung|sparplanausfuhrung|orderventa|ordercompra)(?: |$)/
/** 'On 31.10.2023 we have credited you': the day the account was moved. */
const movedWords =
  /(?:^| )(?:am|on|le) (?:[0-9 ]+ )?.*(?:belastet|gutgeschrieben|credited|debited|credite|debite|verbucht|eingezogen|abgebucht|uberwiesen)/
const orderWords =
  /(?:^| )(?:auftrag|order (?:vom|date)|kaufauftrag|verkaufsauftrag|valuta|lieferung|gultig|limit)(?: |$)/

function collectDates(line: Line, header: Line | null, labels: Labels, dates: LabelledDate[]): void {
  const found = line.tokens.flatMap((token, at) =>
    token.type === 'date' ? [{ value: token.value, at }] : [],
  )
  if (found.length === 0) return
  const columns = header?.labels.filter(({ role }) => dateRoles.has(role)) ?? []
  found.forEach(({ value, at }, index) => {
    const before = line.tokens.slice(0, at).findLast(token => token.type === 'words')
    const isDirect = at > 0 && line.tokens[at - 1]?.type === 'words'
    const words = before?.type === 'words' && isDirect ? before.text : ''
    const own = findLabels(normalize(words), labels, line.isSqueezed).findLast(({ role }) =>
      dateRoles.has(role),
    )
    // Where a column has no known label, the last ones belong together.
    const column = columns[index - Math.max(0, found.length - columns.length)]
    const trade = own === undefined && tradeWords.test(line.norm) && !orderWords.test(line.norm)
    const time = line.tokens.slice(at + 1, at + 4).find(token => token.type === 'time')
    dates.push({
      role:
        own?.role ??
        (trade ? 'tradeDate' : movedWords.test(line.norm) ? 'valueDate' : (column?.role ?? null)),
      value,
      time: time?.type === 'time' ? time.value : null,
      line: line.index,
    })
  })
}
