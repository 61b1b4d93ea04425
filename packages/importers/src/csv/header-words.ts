import type { ColumnMeaning } from '@plumbline/contract'
import { headerName } from './table.ts'

/**
 * Headers of unknown files in English, German, French, Italian, Dutch and Spanish. The first match decides, so
 * particular words come before general ones.
 */
const patterns = {
  settle_date: /valut|value date|settle|settlement|date de valeur|fecha valor|data valor|wertstellung/,
  date: /^(date|datum|data|fecha|time|timestamp|.*(trade|booking|transaction|run|buchungs?|handels|abschluss).*(date|datum|tag)|date .*|datum.*|time)$/,
  isin: /isin/,
  valor: /valor(en)?(nummer|-?nr\.?)?|^wkn$|sec(urity)? ?no/,
  fx_rate: /(exchange|fx|conversion).*rate|wechselkurs|devisenkurs|umrechnungskurs|taux de change|cambio/,
  instrument_type: /asset ?(class|category|type)|instrument ?type|titelart|wertpapierart|anlageklasse/,
  transaction_type:
    /^(type|typ|art|action|aktion|vorgang|buchungsart|transaktion(en|sart|styp)?|transaction(s| type)?|operation|opération|operazione|event|activity|category|kategorie|geschäftsart|omschrijving)$/,
  symbol: /symbol|ticker/,
  name: /^(name|nom|nome|security( name)?|instrument|product|produkt|produit|bezeichnung|titel|wertpapier.*|valeur|asset|fund|fonds|holding)$/,
  quantity: /quantit|anzahl|stück|units|shares|nominal|menge|aantal|cantidad|quantità|nombre/,
  fees: /fee|cost|kosten|gebühr|spesen|commission|kommission|courtage|frais|costi|charges/,
  taxes: /tax|steuer|impôt|imposta|stamp|stempel|withh/,
  price: /price|kurs|preis|prix|prezzo|precio|koers|rate per/,
  balance: /balance|saldo|solde/,
  currency: /currency|währung|whg|wkz|monnaie|devise|valuta|ccy|moneda/,
  amount: /amount|betrag|wert|montant|importo|importe|bedrag|total|value|net|netto|gutschrift|belastung/,
  account: /account|konto|depot|compte|conto|iban|portfolio/,
  reference: /reference|referenz|beleg|order|auftrag|^id$|number|nummer|^no\.?$|transaction id|ref\.?$/,
  note: /note|notiz|description|beschreibung|text|memo|comment|kommentar|verwendungszweck|details|remark|bemerkung/,
} as const satisfies Readonly<Record<Exclude<ColumnMeaning, 'ignore'>, RegExp>>

export function guessMeaning(header: string): ColumnMeaning {
  // Headers are short; some of the patterns take quadratic time.
  const name = headerName(header.slice(0, 200))
  if (name === '') return 'ignore'
  // Object.entries loses the key type; the keys are those of the table above.
  const entries = Object.entries(patterns) as [ColumnMeaning, RegExp][]
  return entries.find(([, pattern]) => pattern.test(name))?.[0] ?? 'ignore'
}
