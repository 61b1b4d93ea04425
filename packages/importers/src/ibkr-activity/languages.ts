/**
 * Activity statements are written in the language of their account: sections, columns, asset categories and names of
 * fields are translated, while 'Header', 'Data' and the kinds of rows stay English. What is not listed here stays as it
 * is written, and its rows become problems.
 */

/** Names without accents and in small letters, separated by '|', by the English name. */
type Names = Readonly<Record<string, string>>

const index = (names: Names): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(names).flatMap(([english, others]) =>
      [foldName(english), ...others.split('|')].map(name => [name, english] as const),
    ),
  )

const foldName = (name: string): string =>
  name
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/ß/g, 'ss')
    .replace(/[’`]/g, "'")
    .replace(/\s+/g, ' ')
    .trim()

/** 'Field Name' in the languages that are read. */
const fieldName = /^(field name|feldname|nom (du )?champ|nombre del campo|nome (del )?campo)$/
const fieldValue = /^(field value|feldwert|valeur (du )?champ|valor del campo|valore (del )?campo)$/

export const isKnownLanguage = (name: string): boolean => fieldName.test(foldName(name))

const sections = index({
  'Account Information':
    'kontoinformation|kontoinformationen|informations sur le compte|informations relatives au compte|informacion sobre la cuenta|informacion de la cuenta|informazioni sul conto|informazioni conto',
  'Net Asset Value':
    'nettovermogenswert|nettovermogenswert (nav)|nettoinventarwert|valeur liquidative|valeur nette des actifs|valor liquidativo|valor neto de activos|valore patrimoniale netto',
  'Change in NAV':
    'veranderung des nav|anderung des nav|variation de la valeur liquidative|variation de la vln|modification de la vl|cambio en el valor liquidativo|cambio en nav|modificacion en el valor liquidativo|variazione nav|variazione del nav',
  'Mark-to-Market Performance Summary':
    'mark-to-market-performance-uberblick|mtm-performance-ubersicht|apercu de la performance mark-to-market|resume des performances mark-to-market|resumen del rendimiento ajustado al mercado|resumen de rendimiento mark-to-market|riepilogo performance mark-to-market',
  'Realized & Unrealized Performance Summary':
    'ubersicht zur realisierten und unrealisierten performance|apercu de la performance realisee et non realisee|resume des performances realisees et non realisees|resumen de rendimiento realizado y no realizado|resumen del rendimiento realizado y no realizado|riepilogo performance realizzata e non realizzata',
  'Cash Report':
    'cash-bericht|bargeldbericht|rapport de tresorerie|rapport cash|informe de efectivo|rapporto liquidita|report liquidita',
  'Open Positions': 'offene positionen|positions ouvertes|posiciones abiertas|posizioni aperte',
  'Forex Balances':
    'devisenpositionen|devisensalden|forex-salden|soldes de forex|soldes forex|saldos en forex|saldos de forex|saldi forex',
  'Net Stock Position Summary':
    'netto-aktienpositionsubersicht|apercu des positions nettes en actions|resumen de posicion neta de acciones|resumen de posiciones netas en acciones|riepilogo posizioni nette in azioni',
  Trades: 'transaktionen|transactions|operaciones|operazioni|transazioni',
  'Transaction Fees':
    'transaktionsgebuhren|frais de transaction|tarifas de transaccion|tarifas de operacion|commissioni di transazione',
  'Corporate Actions':
    "kapitalmassnahmen|operations sur titres|evenements d'entreprise|actions d'entreprise|acciones corporativas|operazioni societarie|eventi societari",
  Transfers: 'ubertragungen|transfers|transferts|transferencias|trasferimenti',
  'Deposits & Withdrawals':
    'einzahlungen & auszahlungen|ein- und auszahlungen|depots et retraits|depots & retraits|depositos y retiradas|depositos y retiros|depositi e prelievi|depositi & prelievi',
  Dividends: 'dividenden|dividendes|dividendos|dividendi',
  'Payment In Lieu Of Dividends':
    'ausgleichszahlungen fur dividenden|zahlungen anstelle von dividenden|paiements compensatoires de dividendes|pago en lugar de dividendos|pagos en lugar de dividendos|pagamento in luogo di dividendi',
  'Withholding Tax':
    "quellensteuer|retenue a la source|impot a la source|precompte mobilier|retencion de impuestos|retencion fiscal|ritenuta alla fonte|ritenuta d'acconto",
  Interest: 'zinsen|interets|interes|intereses|interesse|interessi',
  Fees: 'gebuhren|sonstige gebuhren|frais|tarifas|comisiones|commissioni|spese',
  'Change in Dividend Accruals':
    'veranderung im dividendenanfall|veranderung der dividendenansammlungen|variation des dividendes courus|modificacion en los dividendos devengados|cambio en los dividendos devengados|variazione nei dividendi maturati',
  'Open Dividend Accruals':
    'offener dividendenanfall|offene dividendenansammlungen|dividendes courus ouverts|dividendos devengados abiertos|ratei dividendi aperti',
  'Interest Accruals':
    'aufgelaufene zinsen|interets courus|intereses devengados|acumulacion de intereses|ratei interessi|interessi maturati',
  'Financial Instrument Information':
    "informationen zum finanzinstrument|finanzinstrumentinformationen|informations sur les instruments financiers|informations sur l'instrument financier|informacion de instrumento financiero|informacion sobre instrumentos financieros|informazioni sugli strumenti finanziari|informazioni strumento finanziario",
  'Base Currency Exchange Rate':
    'wechselkurs der basiswahrung|taux de change de la devise de base|tipo de cambio de la divisa base|tasso di cambio valuta di base',
  Codes: 'codes|codigos|codici',
  'Notes/Legal Notes':
    'hinweise/rechtshinweise|anmerkungen/rechtshinweise|notes/mentions legales|notas/avisos legales|notas/notas legales|note/note legali',
  'Forex P/L Details':
    'forex-g&v-details|details des p/l sur forex|detalles de pyg de forex|dettagli p/l forex',
  Summary: 'zusammenfassung|apercu|resumen|riepilogo',
  'Transaction History':
    'transaktionshistorie|transaktionsverlauf|historique des transactions|historial de transacciones|cronologia transazioni',
  'Total P/L for Statement Period':
    'gesamt-g&v fur den auszugszeitraum|gesamt-g&v|p/l total pour la periode du releve|pyg totales del periodo del extracto',
})

const columns = index({
  'Asset Category':
    "vermogenswertkategorie|anlagekategorie|categorie d'actifs|categorie d'actif|categoria de activo|categoria di asset|categoria asset|categoria attivita",
  Currency: 'wahrung|devise|divisa|moneda|valuta',
  Account: 'konto|compte|cuenta|conto',
  Symbol: 'symbol|symbole|simbolo',
  'Date/Time': 'datum/zeit|date/heure|fecha/hora|data/ora',
  Date: 'datum|date|fecha|data',
  Quantity: 'menge|quantite|cantidad|quantita',
  'T. Price': 't.-kurs|trans.-kurs|prix trans.|prix t.|precio trans.|t. precio|prezzo trans.|prezzo t.',
  'C. Price':
    'schlusskurs|schlussk.|cours de clot.|prix de clot.|precio de cier.|c. precio|prezzo chius.|prezzo di chius.',
  'Close Price': 'prix de cloture|cours de cloture|precio de cierre|prezzo di chiusura',
  Proceeds: 'erlos|erlose|ertrage|produit|produits|productos|proventi|ricavi',
  'Comm/Fee':
    'prov./gebuhr|provision/gebuhr|comm/tarif|comm/frais|comm./frais|tarifa/com.|com./tarifa|comm./comm.',
  Basis: 'basis|base|basico',
  'Realized P/L':
    'realisierter g/v|realisierter g&v|p/l realise|p/l realises|pyg realizadas|realizado p/g|p/l realizzato',
  'MTM P/L': 'mtm g/v|mtm-g&v|mtm-g/v|p/l mtm|mtm p/g|mtm pyg',
  Code: 'code|codigo|codice',
  Description: 'beschreibung|description|descripcion|descrizione',
  Amount: 'betrag|montant|importe|importo',
  'Settle Date':
    'abwicklungsdatum|abrechnungsdatum|date de reglement|fecha de liquidacion|data di regolamento',
  Subtitle: 'subtitle|untertitel|sous-titre|subtitulo|sottotitolo',
  Mult: 'mult|mult.|multiplikator|multiplicateur|multiplicador',
  'Cost Price':
    'einstands kurs|einstandskurs|einstandspreis|prix de revient|prix de base|precio de coste|precio de costo|prezzo di costo',
  'Cost Basis':
    'kostenbasis|einstandswert|base de cout|prix de revient total|base de coste|base de costo|base di costo',
  Value: 'wert|valeur|valor|valore',
  'Unrealized P/L':
    'unrealisierter g/v|unrealisierter g&v|unrealisierter gewinn/verlust|p/l non realise|p/l non realises|pyg no realizadas|no realizado p/g|p/l non realizzato',
  'Report Date':
    'berichtsdatum|date du rapport|date de rapport|fecha del informe|fecha de informe|data report',
  'Trade Price': 'handelskurs|prix de transaction|precio de operacion|prezzo operazione',
  Type: 'typ|art|type|tipo',
  Direction: 'richtung|direction|direccion|direzione',
  'Xfer Company':
    'uberweisendes unternehmen|ubertragungsunternehmen|societe de transfert|empresa de transferencia',
  'Xfer Account': 'ubertragungskonto|compte de transfert|cuenta de transferencia',
  Qty: 'anz.|qte|cant.',
  'Xfer Price': 'ubertragungskurs|prix de transfert|precio de transferencia',
  'Market Value': 'marktwert|valeur de marche|valor de mercado|valore di mercato',
  'Cash Amount': 'barbetrag|cash-betrag|montant en especes|cantidad de efectivo|importe en efectivo',
  'Security ID': 'wertpapier-id|id du titre|id. de seguridad|id de seguridad|id titolo',
  Conid: 'conid',
  Underlying: 'basiswert|sous-jacent|subyacente|sottostante',
  'Listing Exch': 'notierungsborse|borse|bourse de cotation|merc. de cotizacion|borsa di quotazione',
  Multiplier: 'multiplikator|multiplicateur|multiplicador|moltiplicatore',
  Expiry: 'verfall|ablauf|expiration|vencimiento|scadenza',
  'Delivery Month': 'liefermonat|mois de livraison|mes de entrega|mese di consegna',
  Strike: 'basispreis|ausubungspreis|strike|ejercicio',
  Issuer: 'emittent|emetteur|emisor|emittente',
  Maturity: 'falligkeit|echeance|vencimiento|scadenza',
  'Currency Summary':
    'wahrungsubersicht|apercu de la devise|apercu des devises|resumen de divisa|resumen de divisas|riepilogo valuta',
  Total: 'gesamt|total|totale',
  DataDiscriminator: 'datadiscriminator',
  Exchange: 'borse|bourse|mercado|borsa',
})

/** Names of facts about the account, and of rows of the cash report. */
const fields = index({
  Period: 'zeitraum|periode|periodo',
  Account: 'konto|compte|cuenta|conto',
  'Account Alias': 'kontoalias|alias du compte|alias de la cuenta|alias conto',
  'Base Currency': 'basiswahrung|devise de base|divisa base|divisa de base|valuta di base|valuta base',
  'Starting Cash':
    'anfangsbarsaldo|anfangssaldo|tresorerie de debut|solde de tresorerie initial|liquidites initiales|efectivo inicial|saldo inicial de efectivo|liquidita iniziale',
  'Ending Cash':
    'endbarsaldo|endsaldo|tresorerie de fin|solde de tresorerie final|liquidites finales|efectivo final|saldo final de efectivo|liquidita finale',
  'Base Currency Summary':
    'ubersicht der basiswahrung|basiswahrungsubersicht|zusammenfassung der basiswahrung|apercu de la devise de base|resumen de la divisa base|resumen de divisa base|riepilogo valuta di base',
})

const categories = index({
  Stocks: 'aktien|actions|acciones|azioni',
  'Equity and Index Options':
    'aktien- und indexoptionen|options sur actions et indices|options sur actions et indice|opciones sobre acciones e indices|opciones de acciones e indices|opzioni su azioni e indici',
  'Options On Futures': 'optionen auf futures|options sur futures|opciones sobre futuros|opzioni su future',
  Futures: 'futures|contrats a terme|futuros|future',
  Bonds: 'anleihen|obligations|bonos|obbligazioni',
  'Corporate Bonds':
    "unternehmensanleihen|obligations d'entreprise|bonos corporativos|obbligazioni societarie",
  'Treasury Bills': 'schatzwechsel|bons du tresor|letras del tesoro|buoni del tesoro',
  'Mutual Funds':
    'investmentfonds|fonds|fonds communs de placement|fondos mutuos|fondos de inversion|fondi comuni',
  Warrants: 'optionsscheine|warrants|bons de souscription',
  'Structured Products':
    'strukturierte produkte|produits structures|productos estructurados|prodotti strutturati',
  CFDs: 'cfd|cfds',
  Forex: 'devisen|forex',
  Crypto: 'krypto|crypto|cripto|criptovalute',
  Cryptocurrency: 'kryptowahrung|kryptowahrungen|cryptomonnaie|criptomoneda|criptomonedas',
})

export const englishSection = (name: string): string => sections.get(foldName(name)) ?? name

export const englishField = (name: string): string => fields.get(foldName(name)) ?? name

/** A custodian may be named after a category: 'Aktien - gehalten bei Interactive Brokers'. */
export function englishCategory(name: string): string {
  const [category = '', ...rest] = name.split(' - ')
  return [categories.get(foldName(category)) ?? category, ...rest].join(' - ')
}

/** Sections whose rows move money by one amount. Spanish calls it by the word for quantity. */
const cashSections =
  /^(Deposits & Withdrawals|Dividends|Payment In Lieu Of Dividends|Withholding Tax|Interest|Fees)$/

/** Column names of a header in English, and one that is not known. */
export function englishColumns(
  section: string,
  names: readonly string[],
): { readonly names: readonly string[]; readonly unknown: string | null } {
  let unknown: string | null = null
  const english = names.map(name => {
    const folded = foldName(name)
    if (fieldName.test(folded)) return 'Field Name'
    if (fieldValue.test(folded)) return 'Field Value'
    const commission = /^(?:prov|comm?|kom)\S*(?: en| in| di)? ([a-z]{3})$/.exec(folded)?.[1]
    if (commission) return `Comm in ${commission.toUpperCase()}`
    const mtm = /^mtm(?: en| in| di)? ([a-z]{3})$/.exec(folded)?.[1]
    if (mtm) return `MTM in ${mtm.toUpperCase()}`
    const found = columns.get(folded)
    if (found === undefined && folded !== '') unknown ??= name
    return found ?? name
  })
  if (section === 'Open Positions') return { names: english.map(asClosePrice), unknown }
  if (!cashSections.test(section) || english.includes('Amount')) return { names: english, unknown }
  return { names: english.map(name => (name === 'Quantity' ? 'Amount' : name)), unknown }
}

/** German has one word for the price of a trade's day and that of a position. */
const asClosePrice = (name: string): string => (name === 'C. Price' ? 'Close Price' : name)
