import type { ColumnMeaning } from '@plumbline/contract'
import { bareSymbolInHeader, unitInHeader } from '../table/cell-text.ts'
import { foldWord } from './side-words.ts'

type Named = Exclude<ColumnMeaning, 'ignore'>

/** Who paid or was paid: no security, and no account of the file. */
export const counterparties =
  /payee|payer|partner (name|iban)|counterparty|gegenkonto|begunstigter|auftraggeber|empfanger|zahlungspflicht|sender|beneficiary|beneficiario|beneficiaire|donneur|avsandare|mottagare|tegenrekening|naam tegenpartij/

/**
 * Words of headers in English, German, French, Italian, Dutch, Spanish and Swedish, without accents. The first match
 * decides, so particular words come before general ones.
 */
const patterns: readonly (readonly [Named | 'ignore', RegExp])[] = [
  // Figures that say nothing about the money of a row.
  [
    'ignore',
    /profit|gain|realis|realiz|result(at|aat)?$|p ?& ?l|gewinn|verlust|performance|rendite|average|\bavg\b|durchschnitt|einstand|percent|prozent|\(?bps\)?|%|limit|stop|margin|equity|buying power|native|in usd|basis|book cost|accrued days|nwa|^dividend (gross|net|currency|amount|per)|hash|address|running|cumul|einzelbetrag|betrag detail|^(original|foreign|instructed) (amount|currency)|^type foreign currency|^order (price|qty|quantity|amount|value)/,
  ],
  [
    'ignore',
    /venue|exchange$|beurs|borse|handelsplatz|broker(?!age)|time ?zone|zeitzone|currency pair|ex date|pay date|eligible/,
  ],
  [
    'settle_date',
    /valuta ?(datum|dag|dat|tag)|value date|settle(ment)?( date)?$|settledate|date (de )?(valeur|valuta)|fecha (de )?valor|data valuta|wertstellung|likviddag|date de reglement/,
  ],
  ['time', /^(time( utc)?|zeit|uhrzeit|heure|ora|tijd|hora|tid)$/],
  [
    'date',
    /^(date|datum|data|fecha|dag|day|tag|timestamp|date ?time|time stamp)$|(trade|booking|transaction|run|started|completed|created|fill|filled|buchungs?|handels?|abschluss|order|execution|posting|activity|auftrags|ausfuhrungs|geschafts|transactie|operation|operazione|operacion|affars|bokforings)[ -]?(date|datum|tag|day|time|dag|zeit)|(date|data|fecha|datum|timestamp|time) (de |der |des |di |d')?.*(operation|operazione|operacion|transaction|execution|negociation|esecuzione|contabile|comptable|utc|cet|transactie)|^date .*|transaction time|trade date ?\/ ?time/,
  ],
  ['isin', /isin/],
  ['cusip', /cusip/],
  ['sedol', /sedol/],
  ['wkn', /\bwkn\b|wertpapierkennnummer/],
  ['valor', /valor(en)?[ -.]?(nummer|nr|no)?\.?$|valoren|sec(urity)? ?no/],
  ['price', /\bunit (cost|price)\b|(cost|price) per (share|unit)|(kurs|preis) (je|pro) stuck/],
  [
    'fees_currency',
    /(fee|commission|gebuhr|kosten|courtage|spesen|frais).*(currency|wahrung|whg|valuta|devise)/,
  ],
  [
    'price_currency',
    /(price|quote|instrument|asset|security|trading|kurs|koers|stock|titel|product)[ -]?(s )?(currency|wahrung|whg|valuta|devise|divisa)|(currency|wahrung|valuta|devise|divisa) (of |des |du |de |)?(price|kurses?|koers|cours|prezzo|precio|instruments?)/,
  ],
  [
    'counter_currency',
    /\b(counter|to|target|received|ziel|gegen|bought)[ -]?(currency|wahrung|valuta)|(received|counter|to) ?\/? ?(paid )?currency/,
  ],
  [
    'counter_amount',
    /\b(counter|to|target|received|ziel|gegen|bought)[ -]?(amount|betrag|value|wert)$|gegenwert/,
  ],
  [
    'fx_rate',
    /(exchange|fx|conversion|currency|forex)[ -]?rate|fx ?rate|wechselkurs|devisenkurs|umrechnungskurs|taux de change|tasso di cambio|cambio$|wisselkoers|tipo de cambio|valutakurs|vaxelkurs/,
  ],
  [
    'instrument_type',
    /(asset|instrument|security|product)[ -]?(class|category|type)|titelart|wertpapierart|wertpapiertyp|gattung|anlage(klasse|kategorie|art)|type de titre|tipo (di )?strumento|\bcfi\b/,
  ],
  ['status', /^(status|state|zustand|statut|stato|estado|order status|transaction status)$/],
  [
    'side',
    /^(side|seite|direction|richtung|buy ?\/ ?sell|kauf ?\/ ?verkauf|sens|segno|lato|debit ?\/ ?credit|soll ?\/ ?haben|dc|d ?\/ ?c|af ?bij|koop ?\/ ?verkoop|kop ?\/ ?salj|s ?\/ ?h|b ?\/ ?s|cr ?\/ ?dr)$/,
  ],
  [
    'transaction_type',
    /^(type|typ|art|action|aktion|vorgang|vorgangsart|buchungsart|buchungstyp|kind|operation|operazione|operacion|event|ereignis|activity|category|kategorie|categorie|categoria|geschaftsart|transaktion(en|sart|styp|s ?typ)?|transacti(on|e)s?|trans ?code|transaction code|mutatie|movimento|movimiento|auftragsart|order ?type|umsatzart|umsatztyp|voucher type)$|(transaction|activity|operation|trade|action|event|booking|record)[ -]?(type|kind|code|category|name)$|typ av transaktion|type (d'|de |of |mutatie|operation|transacti)|tipo (de |di )?(operazione|operacion|movimento|movimiento|transazione|transaccion)|transactie ?(type|soort)|soort (transactie|mutatie)|transaktions?[ -]?typ|nature de l'operation/,
  ],
  ['symbol', /symbol|ticker|kurzel|\bmnemo|^(scrip|stock|asx|security) code$|^epic$/],
  ['accrued', /accrued|stuckzins|marchzins|interets? courus|rateo|opgelopen rente/],
  [
    'fees',
    /\bfees?\b|\bcosts\b|\bcosti\b|kosten|gebuhr|spesen?\b|commission|kommission|courtage|frais|commissioni|charges?|provision|comision|avgift|brokerage|costi|corretaje/,
  ],
  ['taxes', /\btax|taxes|steuer|impot|impost|stamp|stempel|withh|belasting|impuesto|skatt|abgabe|ritenut/],
  ['ratio', /^(ratio|split ratio|verhaltnis|splitverhaltnis|rapport|rapporto)$/],
  [
    'quantity',
    /quantit|quantidade|^qte\b|\bqty\b|^size$|anzahl|stuck|\bunits?\b(?! ?(cost|price))|\bshares\b|nominal|menge|aantal|cantidad|\bantal\b|\bvolume\b|nombre de titres|^qty\.?$|titoli|numero (di )?(quote|azioni)|number of|^pezzi$|titulos|^st\.?$/,
  ],
  [
    'price',
    /price|kurs(?!wert)|preis|prix|prezzo|precio|\bprecos?\b|koers|rate per|\bcours\b|\bpris\b|unit cost|quotazione|cotizacion/,
  ],
  ['balance', /balance|saldo|solde|kontostand/],
  [
    'debit',
    /^(debit|debits|belastung|lastschrift|soll|debito|dare|addebito|addebiti|cargo|debe|money out|paid out|uscite|saidas?|withdrawals?|uit|uitgaven|ausgang|uttag|sorties?|ausgaben|debet)( \(?-\)?)?$/,
  ],
  [
    'credit',
    /^(credit|credits|gutschrift|haben|credito|avere|accredito|accrediti|abono|haber|money in|paid in|entrate|entradas?|deposits?|bij|inkomsten|eingang|insattning|entrees?|einnahmen|kredit)( \(?\+\)?)?$/,
  ],
  [
    'gross',
    /\bgross\b|brutto|kurswert|\bbruto\b|\blordo\b|\bbrut\b|trade value|principal|consideration|marktwert|controvalore|valeur boursiere|waarde$|total shares amount/,
  ],
  ['net', /\bnet\b|netto|\bneto\b|net cash|nettobetrag|endbetrag|ausmachender betrag|cash flow/],
  ['currency', /currency|wahrung|\bwhg\b|\bwkz\b|monnaie|devise|valuta|\bccy\b|moneda|divisa/],
  [
    'amount',
    /^(transaction |total |settlement |account |booking )?(amount|betrag|buchungsbetrag|montant|importo|importe|bedrag|total|value|wert|belopp|summe|valor|sum|cash|transactiebedrag)( total| eur| euro| chf| usd| gbp)?$|amount$|betrag$|importe? |^montant |^bedrag |^waarde |^total /,
  ],
  [
    'note',
    /(partner|counterparty|payee|gegen|begunstigte|auftraggeber|empfanger|sender|beneficiary|zahlungs).*(iban|konto|account)/,
  ],
  ['account', /account|konto|depot|compte|conto|iban|portfolio|rekening|cuenta|portefeuille/],
  [
    'name',
    /^(name|nom|nome|naam|nombre|namn|security( name)?|instrument|product|produkt|produit|prodotto|producto|bezeichnung|titel|titre|nom du titre|nome (del )?titolo|titolo|titulo|company( name)?|investment( name)?|instrument name|stock( name)?|fund name|wertpapier.*|valeur|asset( name)?|fund|fonds|fondo|holding( ?name)?|stock|emittent|libelle( du)? titre|title|vardepapper.*|security ?\/.*|denominazione)$/,
  ],
  ['note', counterparties],
  [
    'reference',
    /reference|referenz|beleg|order|auftrag|contract note|trade num|voucher|^id$|number|nummer|^no\.?$|transaction ?id|ref\.?$|riferimento|referencia|kenmerk|protocollo|trade ?id|^nr\.?$/,
  ],
  [
    'note',
    /note|notiz|particulars|narration|rubrik|description|beschreibung|text|memo|comment|kommentar|verwendungszweck|details|remark|bemerkung|opmerking|omschrijving|descrizione|descripcion|causale|libelle|concepto|beskrivning|meddelande/,
  ],
]

/** Header words without accents, camelCase, brackets and the currency at their end. */
export function normalizeHeader(header: string): string {
  const words = header
    .replace(/^\ufeff/, '')
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_]+/g, ' ')
  const hasUnit = unitInHeader(header) !== null || bareSymbolInHeader(header) !== null
  const bare = hasUnit ? words.replace(/[\s(]+(?:in )?\(?[^\s()]{1,5}\)?$/, '') : words
  return foldWord(bare === '' ? words : bare)
    .replace(/\s+/g, ' ')
    .replace(/\(s\)/g, 's')
    .replace(/[:*]+$/, '')
    .trim()
}

/** The meaning that a header names, or `ignore`. */
export function guessMeaning(header: string): ColumnMeaning {
  const name = normalizeHeader(header)
  if (name === '') return 'ignore'
  return patterns.find(([, pattern]) => pattern.test(name))?.[0] ?? 'ignore'
}
