import type { Line } from './document.ts'
import { findLabels, type Labels } from './labels.ts'
import type { Security } from './security.ts'
import { coins, currencyCodes } from './tokens/currencies.ts'

const nameLabel =
  /^(?:wertpapier(?:bezeichnung|name)?|produktbezeichnung|bezeichnung|titel|fonds(?:name)?|krypto(?:wert|wahrung|währung)?|coin|crypto(?:currency| asset)?|token|aktie|etf|papier wartościowy|värdepapper|título|security(?: name| description)?|instrument(?: name)?|stock|asset|product|investment|fund(?: name)?|company|valor|valeur|titre|libelle|strumento|titolo|naam|fonds naam|instrumento)$/i

/** A note that has a place for an identifier: what stands there was not read. */
const identifierLabel =
  /(?:^| )(?:isin|wkn|wpknr|wertpapierkenn ?(?:nr|nummer)|[a-z]*kennnummer|kenn nr|valoren ?(?:nr|nummer)|cusip|sedol)(?: |$)/

/** A security without an identifier: the name behind its label, else the words of the row that states the quantity. */
export function findNamedSecurity(
  lines: readonly Line[],
  quantityLine: number | undefined,
  labels: Labels,
): Security | null {
  if (lines.some(({ norm }) => identifierLabel.test(norm))) return null
  for (const line of lines) {
    const name = nameBehindLabel(line)
    if (name) return describe(name, line.index)
  }
  const row = lines.find(({ index }) => index === quantityLine)
  const name = row ? nameInRow(row, labels) : null
  return row && name ? describe(name, row.index) : null
}

/** 'Wertpapier Muster Werke AG', 'Valor: MUSTER(MWK) Mercado: ...': up to the next label or value. */
function nameBehindLabel({ text, tokens }: Line): string | null {
  const [first, second] = tokens
  const words = first?.type === 'words' ? first.text : ''
  const parts = /^([\p{L} ]{3,30}?)(?: ?: ?| - )(\S.{1,80})$/u.exec(words)
  const compound = /^(\p{Lu}\p{L}+(?:bezeichnung|name)) (\p{Lu}.{1,80})$/u.exec(words)
  const found = [parts, compound].find(match => match && nameLabel.test((match[1] ?? '').trim()))
  const name = (found?.[2] ?? '').replace(/ [\p{L}-]+: ?.*$/u, '').trim()
  // The code of a coin is read as a currency: 'Bitcoin (BTC)'.
  if (name.endsWith(' (')) return second?.type === 'currency' ? `${name}${second.code})` : null
  // A sentence is no name, and a heading names its columns.
  if (name === '' || text.length > 120 || /[.!?]$/.test(name) || !/\p{L}{3}/u.test(name)) return null
  return name
}

function nameInRow({ tokens, isSqueezed }: Line, labels: Labels): string | null {
  const number = tokens.findIndex(({ type }) => type === 'number')
  const words = tokens.slice(0, number).flatMap(token => (token.type === 'words' ? [token.text] : []))
  const name = words.join(' ').trim()
  const isPlain = name.length >= 3 && name.length <= 60 && /\p{L}{3}/u.test(name) && !/:/.test(name)
  const norm = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return isPlain && findLabels(norm, labels, isSqueezed).length === 0 ? name : null
}

/** 'Kauf Muster Fonds': what was done with the security. */
const tradeWord =
  /^(?:(?:market|limit)[- ]order )?(?:kauf|verkauf|buy|sell|bought|sold|achat|vente|compra|venta|acquisto|vendita|aankoop|verkoop|sparplan|dividende?) (?=\S)/i

/** A symbol may stand behind the name: 'Bitcoin (BTC)'. */
function describe(words: string, line: number): Security {
  const text = words.replace(tradeWord, '')
  const symbol = /^(.*\S) ?\(([A-Z][A-Z0-9.]{1,7})\)$/.exec(text) ?? /^(.*\S) ([A-Z]{3,5})$/.exec(text)
  const ticker = symbol && !currencyCodes.has(symbol[2] ?? '') ? (symbol[2] ?? null) : null
  const isCoin = symbol !== null && coins.has(symbol[2] ?? '')
  const known = symbol && (ticker !== null || isCoin) ? symbol : null
  return { isin: null, wkn: null, ticker: known?.[2] ?? null, name: known?.[1] ?? text, line }
}
