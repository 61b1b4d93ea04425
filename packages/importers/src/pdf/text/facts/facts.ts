import type { Amount, Line } from '../document.ts'
import { findLabels, type Labels, normalize } from '../labels.ts'
import { coins } from '../tokens/currencies.ts'
import { absolute, type Fixed, fixedToText, toFixed } from '../tokens/money.ts'
import type { LabelRole } from '../words/label-words.ts'
import {
  assignColumns,
  columnRoles,
  findHeader,
  matchingHeader,
  moneyRoles,
  percentPrice,
} from './columns.ts'
import { collectDates, type LabelledDate } from './date-facts.ts'

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

export interface Facts {
  readonly items: readonly Item[]
  readonly quantities: readonly Quantity[]
  readonly prices: readonly Price[]
  readonly rates: readonly Rate[]
  readonly dates: readonly LabelledDate[]
}

type Kept<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] }

/** More labelled values than any note has. */
const maxItems = 300

/** Collects all labelled values of a part of a document. */
export function collectFacts(lines: readonly Line[], labels: Labels): Facts {
  const facts: Kept<Facts> = { items: [], quantities: [], prices: [], rates: [], dates: [] }
  lines.forEach((line, at) => {
    const header = matchingHeader(findHeader(lines, at), line)
    const columns = header ? assignColumns(line, header) : new Map<number, LabelRole>()
    const above = lines.slice(Math.max(0, at - 4), at)
    collectDates({ line, header, above, below: lines.slice(at + 1, at + 3) }, labels, facts.dates)
    collectAmounts(line, { roles: columns, text: header?.norm ?? '' }, labels, facts)
    collectUnits(line, facts.quantities)
  })
  if (lines.some(({ norm }) => referenceColumn.test(norm)))
    for (const [at, item] of facts.items.entries())
      facts.items[at] = { ...item, amounts: new Map([...item.amounts].slice(0, 1)) }
  // Notes have few values. The limit keeps the search for sums that agree short.
  facts.items.splice(maxItems)
  facts.quantities.splice(maxItems)
  collectNearSecurity(lines, facts.quantities)
  return facts
}

/** 'Bezeichnung, Währung, Referenzwährung': the second amount of a line is the first again. */
const referenceColumn =
  /(?:^| )(?:wahrung referenzwahrung|currency reference currency|devise devise de reference)$/

const perPiece =
  /(?:pro|je|per|par|por|p) (?:stuck|st|stk|anteil|aktie|share|unit|action|titre|accion|azione|aandeel|part)(?: |$)/

/** Whether another number stands between the label and the amount: 'STK 100 USD 0,205' has one quantity. */
function isTaken(amount: Amount, line: Line): boolean {
  const words = line.tokens.slice(0, amount.at).findLastIndex(({ type }) => type === 'words')
  return line.tokens.slice(words + 1, amount.at).some(({ type }) => type === 'number')
}

/** 'Kauf 310 Muster AG für 15,93 EUR'. */
const pricePrefix =
  /(?:^| )(?:fur|zu|je|(?<!(?:^| )p )a|at|aan|per|zum preis von|zum kurs von|au cours de|au prix de|al prezzo di|a un precio de)$/

const isBase = /^(?:vom|von|auf|of|on|du|de|sur|del|di|sul|sobre|van|aus|davon)(?: |$)/

/** 'GST (included) 0.86': part of another line. */
const isIncluded =
  /(?:^| )(?:included|incl|inkl|inklusive|enthalten|inbegriffen|compris|inclus|incluso|inclusa|incluido|inbegrepen)(?: |$)/

/** '0,25 Stk. 15,93 EUR': the unit belongs to the number before it. */
function followsCount({ tokens }: Line, { at, currency }: Amount): boolean {
  const [number, unit] = tokens[at - 1]?.type === 'words' ? [tokens[at - 2], tokens[at - 1]] : []
  return currency !== null && number?.type === 'number' && unit?.type === 'words' && unitAlone.test(unit.text)
}

const unitAlone = /^(?:stk|st|stück|units?|pcs|shares?|anteile?|titres?|tit|stuks|pz)\.?$/i

/** The role of an amount by the words directly before it, else by the words before in its line. */
function roleOf(amount: Amount, line: Line, labels: Labels): LabelRole | null {
  if (followsCount(line, amount)) return null
  // 'Provision 0,2 % vom Kurswert 12,00 EUR' names its base last.
  const label = isBase.test(amount.label) ? '' : amount.label
  for (const text of [label, amount.before]) {
    // 'KESt pro Stück 0,0776 EUR -4,81': the second number is the whole.
    const isWhole = text === label && perPiece.test(text) && isTaken(amount, line)
    const found = findLabels(text, labels, line.isSqueezed).filter(
      ({ role }) => columnRoles.has(role) && !(isWhole && role === 'price'),
    )
    if (found.some(({ role }) => role === 'information')) return 'information'
    if (isIncluded.test(text) && found.every(({ role }) => role === 'tax')) return 'information'
    if (
      text === label &&
      found.length > 0 &&
      isTaken(amount, line) &&
      found.every(({ role }) => role === 'quantity')
    )
      return null
    if (/(?:^| )(?:in )?konto(?:wahrung|waehrung)(?: |$)|account currency/.test(text)) return 'net'
    if (perPiece.test(text) && text === label && !isWhole)
      return found.some(({ role }) => role === 'tax') ? 'information' : 'price'
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

/** Whether each amount has a column, and the words of the line name none of them: 'Gutschrift 0,57 USD 1,9 0,91 EUR'. */
function isTableRow(line: Line, { roles }: Columns, labels: Labels): boolean {
  const isTrade = [...roles.values()].includes('quantity')
  if (!isTrade || roles.size < 3 || roles.size !== line.amounts.length) return false
  return new Set(line.amounts.map(amount => roleOf(amount, line, labels))).size === 1
}

function collectAmounts(line: Line, columns: Columns, labels: Labels, facts: Kept<Facts>): void {
  const byRole = new Map<LabelRole, Amount[]>()
  const isRow = isTableRow(line, columns, labels)
  for (const amount of line.amounts) {
    if (amount.pair) {
      facts.rates.push({ value: amount.value, line: line.index, pair: amount.pair })
      continue
    }
    const own = isRow ? null : roleOf(amount, line, labels)
    const role =
      own ?? columns.roles.get(amount.at) ?? (followsValueDate(amount, line, labels) ? 'net' : null)
    if (role === null) {
      if (amount.currency !== null && amount.before !== '') byRole.set('unlabelled', [amount])
      continue
    }
    // 'Amount: 0.015 BTC': pieces of what is traded.
    if (moneyRoles.has(role) && coins.has(amount.currency ?? '')) collectQuantity(amount, line, facts)
    else if (role === 'rate' && amount.currency === null)
      facts.rates.push({ value: amount.value, line: line.index, pair: null })
    // 'Devisenkurs 1,0500 121,76 EUR': what the amounts before make in the currency of the account.
    else if (role === 'rate') facts.items.push(makeItem('total', [amount], line, columns.text))
    else if (role === 'price') facts.prices.push(readPrice(amount, line))
    else if (role === 'quantity')
      collectQuantity(
        own === null && isInPieces(columns.text) ? { ...amount, currency: null } : amount,
        line,
        facts,
      )
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

/** A column of pieces, not of a nominal value: a currency beside the number is that of the price. */
const isInPieces = (header: string): boolean =>
  /(?:^| )(?:anteile|anzahl|stuck|units|shares|titel|parts|quote|azioni|quantity|quantite|quantita|cantidad|aantal)(?: |$)/.test(
    header,
  ) && !/nominal|nennwert/.test(header)

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
  return columns.has(at) || columns.get(percentPrice) === 'price'
}

function readPrice({ value, currency }: Amount, { index }: Line): Price {
  const price = { value: value.replace('-', ''), line: index, isPercent: false }
  const whole = currency === null ? undefined : hundredths[currency]
  // British shares are quoted in pence.
  return whole === undefined
    ? { ...price, currency }
    : { ...price, value: fixedToText(toFixed(price.value) / 100n), currency: whole }
}

/** Units of quotation that are a hundredth of a currency. */
const hundredths: Readonly<Record<string, string>> = {
  GBX: 'GBP',
  GBp: 'GBP',
  ZAc: 'ZAR',
  ILA: 'ILS',
}

function collectQuantity(amount: Amount, line: Line, facts: Kept<Facts>): void {
  const value = amount.value.replace('-', '')
  if (value === '0') return
  // '0,5 ETH' are pieces of what is traded.
  const nominalCurrency = amount.currency !== null && coins.has(amount.currency) ? null : amount.currency
  facts.quantities.push({ value, line: line.index, nominalCurrency, rank: 2 })
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
  const before = amounts.at(-1)?.before || header
  // Where letters are set apart, words are found without blanks only.
  const label = line.isSqueezed ? before.replace(/ /g, '') : before
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
  /^(?:stk|st|stuck|stueck|ant|qty|qte|units?|pcs|shares?|anteile?|titres?|titre s|tit|titoli|parts|anteil|stucke|titulos|acciones|azioni|stuks|pz)(?![a-z])/

/** Numbers beside a unit ('Stück 20', '2 Stk.') are quantities. */
function collectUnits(line: Line, quantities: Quantity[]): void {
  for (const amount of line.amounts) {
    const value = amount.value.replace('-', '')
    if (value === '0' || amount.currency !== null) continue
    if (followsCount(line, amount)) continue
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
        // '0,9176 CHF 31,44' is a rate.
        line.tokens[amount.at + 1]?.type !== 'currency' &&
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
