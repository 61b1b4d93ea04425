import { unitInHeader } from '../csv/table/cell-text.ts'
import { headerName } from '../csv/table/table.ts'

export type Meaning =
  | 'date'
  | 'isin'
  | 'symbol'
  | 'currency'
  | 'price'
  | 'rate'
  | 'pair'
  | 'base'
  | 'quote'
  | 'denominator'
  | 'unit'
  | 'unitPower'

/** Header words by meaning, in the order in which they are preferred: a close is the price, an adjusted one is not. */
export const headerWords: Record<Meaning, readonly string[]> = {
  date: [
    'date',
    'price date',
    'day',
    'datum',
    'kursdatum',
    'stichtag',
    'as of',
    'valuation date',
    'date du cours',
    'jour',
    'data',
    'time period',
  ],
  isin: ['isin', 'isin code', 'code isin', 'isin-nr.', 'isin nr.'],
  symbol: ['symbol', 'ticker', 'security', 'titel', 'valor', 'wkn', 'symbole'],
  currency: [
    'currency',
    'ccy',
    'price currency',
    'währung',
    'waehrung',
    'whg',
    'whg.',
    'kurswährung',
    'devise',
    'monnaie',
    'waluta',
  ],
  price: [
    'price',
    'close',
    'close close price adjusted for splits.',
    'closing price',
    'last price',
    'nav',
    'kurs',
    'preis',
    'schlusskurs',
    'schluss',
    'last',
    'clôture',
    'cloture',
    'cours de clôture',
    'cours',
    'dernier cours',
    'prix',
    'valeur liquidative',
    'zamkniecie',
    'zamknięcie',
    'mid',
    'mittelkurs',
  ],
  rate: [
    'rate',
    'exchange rate',
    'fx rate',
    'wechselkurs',
    'devisenkurs',
    'taux de change',
    'taux',
    'cours de change',
    'mid',
    'mittelkurs',
    'obs value',
  ],
  pair: [
    'pair',
    'currency pair',
    'währungspaar',
    'waehrungspaar',
    'devisenpaar',
    'paire',
    'paire de devises',
    'paire de monnaies',
  ],
  base: [
    'base',
    'base currency',
    'from',
    'from currency',
    'von',
    'basiswährung',
    'currency 1',
    'de',
    'devise de base',
    'monnaie de base',
  ],
  quote: [
    'quote',
    'quote currency',
    'to',
    'to currency',
    'counter currency',
    'nach',
    'gegenwährung',
    'currency 2',
    'vers',
    'contre-devise',
    'devise de cotation',
  ],
  // The data portal of the ECB states units of the currency for one of this.
  denominator: ['currency denom'],
  unit: ['unit', 'units', 'einheit', 'einheiten', 'unité', 'unités', 'unità', 'faktor', 'multiplier'],
  unitPower: ['unit mult'],
}

/** Stooq's files put names in brackets. */
export const plainName = (text: string): string =>
  headerName(text)
    .replace(/^<(.*)>$/, '$1')
    .replaceAll('_', ' ')

/** The name without the currency that it ends with: 'Kurs in CHF', 'Close (EUR)'. */
export function nameWithUnit(text: string): { name: string; unit: string | null } {
  const unit = unitInHeader(text)
  return { name: plainName(unit === null ? text : withoutUnit(text.trim())), unit }
}

/** Without three letters at the end, the brackets around them, and what stands before: 'in', a space, a comma or a dash. */
function withoutUnit(text: string): string {
  const name = text.replace(/[([]?[A-Z]{3}[)\]]?$/i, '').trimEnd()
  return name
    .replace(/(?:^|\s)in$/i, '')
    .replace(/[\s,_-]$/, '')
    .trimEnd()
}
