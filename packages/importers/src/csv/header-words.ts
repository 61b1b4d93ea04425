import type { ColumnMeaning } from './meaning.ts'
import { headerName } from './table.ts'

/** How headers of unknown files are understood, in English, German, French, Italian, Dutch and Spanish. */
const words: readonly [ColumnMeaning, RegExp][] = [
  ['settle_date', /valut|value date|settle|settlement|date de valeur|fecha valor|data valor|wertstellung/],
  [
    'date',
    /^(date|datum|data|fecha|time|timestamp|.*(trade|transaction|transaction|run|buchungs?|handels|abschluss).*(date|datum|tag)|date .*|datum.*|time)$/,
  ],
  ['isin', /isin/],
  ['valor', /valor(en)?(nummer|-?nr\.?)?|^wkn$|sec(urity)? ?no/],
  ['fx_rate', /(exchange|fx|conversion).*rate|wechselkurs|devisenkurs|umrechnungskurs|taux de change|cambio/],
  ['instrument_type', /asset ?(class|category|type)|instrument ?type|titelart|wertpapierart|anlageklasse/],
  [
    'transaction_type',
    /^(type|typ|art|action|aktion|vorgang|buchungsart|transaktion(en|sart|styp)?|transaction(s| type)?|operation|opération|operazione|event|activity|category|kategorie|geschäftsart|omschrijving)$/,
  ],
  ['symbol', /symbol|ticker/],
  [
    'name',
    /^(name|nom|nome|security( name)?|instrument|product|produkt|produit|bezeichnung|titel|wertpapier.*|valeur|asset|fund|fonds|holding)$/,
  ],
  ['quantity', /quantit|anzahl|stück|units|shares|nominal|menge|aantal|cantidad|quantità|nombre/],
  ['fees', /fee|cost|kosten|gebühr|spesen|commission|kommission|courtage|frais|costi|charges/],
  ['taxes', /tax|steuer|impôt|imposta|stamp|stempel|withh/],
  ['price', /price|kurs|preis|prix|prezzo|precio|koers|rate per/],
  ['balance', /balance|saldo|solde/],
  ['currency', /currency|währung|whg|wkz|monnaie|devise|valuta|ccy|moneda/],
  ['amount', /amount|betrag|wert|montant|importo|importe|bedrag|total|value|net|netto|gutschrift|belastung/],
  ['account', /account|konto|depot|compte|conto|iban|portfolio/],
  ['reference', /reference|referenz|beleg|order|auftrag|^id$|number|nummer|^no\.?$|transaction id|ref\.?$/],
  [
    'note',
    /note|notiz|description|beschreibung|text|memo|comment|kommentar|verwendungszweck|details|remark|bemerkung/,
  ],
]

export function guessMeaning(header: string): ColumnMeaning {
  // A head is a few words; some of the expressions take time with the square of a text's length.
  const name = headerName(header.slice(0, 200))
  if (name === '') return 'ignore'
  return words.find(([, pattern]) => pattern.test(name))?.[0] ?? 'ignore'
}
