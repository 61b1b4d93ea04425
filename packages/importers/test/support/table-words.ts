import type { Kind } from './random-transactions.ts'

export type Column =
  | 'date'
  | 'settle'
  | 'kind'
  | 'side'
  | 'isin'
  | 'name'
  | 'symbol'
  | 'quantity'
  | 'price'
  | 'currency'
  | 'fees'
  | 'taxes'
  | 'amount'
  | 'gross'
  | 'net'
  | 'debit'
  | 'credit'
  | 'reference'
  | 'note'
  | 'balance'
  | 'status'
  | 'gain'

export interface Words {
  readonly headers: Readonly<Record<Column, readonly string[]>>
  readonly kinds: Readonly<Record<Kind, readonly string[]>>
  readonly trade: string
  readonly sides: readonly [buy: string, sell: string]
  readonly total: string
  /** Kinds that no reader can know. */
  readonly unknown: readonly string[]
}

const shared = { isin: ['ISIN', 'Isin', 'ISIN Code'], symbol: ['Symbol', 'Ticker'] }

/** Headers and kinds as banks of seven languages write them. */
export const languages: readonly Words[] = [
  {
    headers: {
      ...shared,
      date: ['Date', 'Trade date', 'tradeDate', 'Transaction Date'],
      settle: ['Settlement date', 'Value date'],
      kind: ['Type', 'Transaction type', 'activityType', 'Action', 'Trans Code'],
      side: ['Side', 'Buy/Sell'],
      name: ['Name', 'Security', 'Instrument'],
      quantity: ['Quantity', 'Units', 'Shares'],
      price: ['Price', 'Unit price', 'Share Price'],
      currency: ['Currency', 'Ccy'],
      fees: ['Fees', 'Commission', 'Fee'],
      taxes: ['Tax', 'Withholding tax', 'Taxes'],
      amount: ['Amount', 'Total', 'Total amount'],
      gross: ['Gross', 'Gross amount'],
      net: ['Net amount', 'Net'],
      debit: ['Debit', 'Money out'],
      credit: ['Credit', 'Money in'],
      reference: ['Reference', 'Order ID'],
      note: ['Description', 'Comment'],
      balance: ['Balance', 'Cash balance'],
      status: ['Status'],
      gain: ['Realised gain', 'Profit'],
    },
    kinds: {
      buy: ['Buy', 'BUY', 'Bought', 'Purchase'],
      sell: ['Sell', 'SELL', 'Sold', 'Sale'],
      dividend: ['Dividend', 'DIVIDEND', 'Cash dividend'],
      interest: ['Interest', 'Credit interest'],
      deposit: ['Deposit', 'DEPOSIT', 'Top up'],
      withdrawal: ['Withdrawal', 'WITHDRAWAL'],
      fee: ['Custody fee', 'Fee'],
      tax: ['Tax', 'Withholding tax'],
    },
    trade: 'Trade',
    sides: ['Buy', 'Sell'],
    total: 'Total',
    unknown: ['Mystery', 'Adjustment 7', 'Journal'],
  },
  {
    headers: {
      ...shared,
      date: ['Datum', 'Buchungstag', 'Handelsdatum', 'Abschlussdatum'],
      settle: ['Valuta', 'Wertstellung', 'Valutadatum'],
      kind: ['Vorgang', 'Buchungsart', 'Geschäftsart', 'Art'],
      side: ['Kauf/Verkauf', 'Richtung'],
      name: ['Bezeichnung', 'Wertpapier', 'Titel'],
      quantity: ['Stück', 'Anzahl', 'Nominal', 'Menge'],
      price: ['Kurs', 'Preis'],
      currency: ['Währung', 'Whg', 'Whg.'],
      fees: ['Spesen', 'Gebühren', 'Kosten', 'Provision'],
      taxes: ['Steuer', 'Steuern', 'Quellensteuer'],
      amount: ['Betrag', 'Summe', 'Wert'],
      gross: ['Kurswert', 'Bruttobetrag'],
      net: ['Nettobetrag', 'Endbetrag'],
      debit: ['Belastung', 'Soll'],
      credit: ['Gutschrift', 'Haben'],
      reference: ['Beleg-Nr.', 'Referenz', 'Auftragsnummer'],
      note: ['Verwendungszweck', 'Bemerkung'],
      balance: ['Saldo', 'Kontostand'],
      status: ['Status'],
      gain: ['Gewinn/Verlust', 'Realisierter Gewinn'],
    },
    kinds: {
      buy: ['Kauf', 'KAUF', 'Zeichnung'],
      sell: ['Verkauf', 'Verkauf Wertpapiere'],
      dividend: ['Dividende', 'Ausschüttung', 'Ertrag'],
      interest: ['Zins', 'Habenzinsen', 'Zinsen'],
      deposit: ['Einzahlung', 'Einlage'],
      withdrawal: ['Auszahlung', 'Entnahme'],
      fee: ['Depotgebühr', 'Gebühr', 'Kontoführung'],
      tax: ['Steuer', 'Quellensteuer'],
    },
    trade: 'Trade',
    sides: ['Kauf', 'Verkauf'],
    total: 'Summe',
    unknown: ['Umbuchung', 'Sonstiges', 'Kapitalmassnahme'],
  },
  {
    headers: {
      ...shared,
      date: ['Date', 'Date opération', "Date de l'opération"],
      settle: ['Date de valeur', 'Date valeur'],
      kind: ['Opération', "Type d'opération", 'Type'],
      side: ['Sens'],
      name: ['Produit', 'Valeur', 'Nom'],
      quantity: ['Quantité', 'Nombre de titres'],
      price: ['Cours', 'Prix'],
      currency: ['Devise', 'Monnaie'],
      fees: ['Frais', 'Commission', 'Courtage'],
      taxes: ['Impôt', 'Impôts', 'Taxes'],
      amount: ['Montant', 'Total'],
      gross: ['Montant brut', 'Brut'],
      net: ['Montant net', 'Net'],
      debit: ['Débit'],
      credit: ['Crédit'],
      reference: ['Référence'],
      note: ['Libellé', 'Commentaire'],
      balance: ['Solde'],
      status: ['Statut'],
      gain: ['Plus-value réalisée'],
    },
    kinds: {
      buy: ['Achat', 'ACHAT', 'Souscription'],
      sell: ['Vente', 'VENTE'],
      dividend: ['Dividende', 'Dividendes'],
      interest: ['Intérêts', 'Intérêt'],
      deposit: ['Versement', 'Dépôt'],
      withdrawal: ['Retrait', 'RETRAIT'],
      fee: ['Frais', 'Frais de garde'],
      tax: ['Impôt', 'Impôt à la source'],
    },
    trade: 'Trade',
    sides: ['Achat', 'Vente'],
    total: 'Total',
    unknown: ['Divers', 'Opération spéciale'],
  },
  {
    headers: {
      ...shared,
      date: ['Data', 'Data operazione'],
      settle: ['Data valuta'],
      kind: ['Operazione', 'Tipo operazione', 'Tipo di operazione'],
      side: ['Segno'],
      name: ['Titolo', 'Nome', 'Denominazione'],
      quantity: ['Quantità'],
      price: ['Prezzo'],
      currency: ['Divisa', 'Valuta'],
      fees: ['Commissioni'],
      taxes: ['Imposta', 'Ritenuta', 'Imposte'],
      amount: ['Importo'],
      gross: ['Importo lordo', 'Controvalore'],
      net: ['Importo netto'],
      debit: ['Addebito', 'Dare'],
      credit: ['Accredito', 'Avere'],
      reference: ['Riferimento'],
      note: ['Descrizione', 'Causale'],
      balance: ['Saldo'],
      status: ['Stato'],
      gain: ['Profitto'],
    },
    kinds: {
      buy: ['Acquisto', 'ACQUISTO', 'Sottoscrizione'],
      sell: ['Vendita'],
      dividend: ['Dividendo', 'Dividendi'],
      interest: ['Interessi'],
      deposit: ['Versamento', 'Bonifico'],
      withdrawal: ['Prelievo'],
      fee: ['Commissione'],
      tax: ['Imposta', 'Ritenuta'],
    },
    trade: 'Trade',
    sides: ['Acquisto', 'Vendita'],
    total: 'Totale',
    unknown: ['Varie', 'Movimento interno'],
  },
  {
    headers: {
      ...shared,
      date: ['Datum', 'Transactiedatum'],
      settle: ['Valutadatum'],
      kind: ['Transactietype', 'Type mutatie', 'Soort transactie'],
      side: ['Koop/Verkoop'],
      name: ['Naam', 'Product'],
      quantity: ['Aantal', 'Volume'],
      price: ['Koers'],
      currency: ['Valuta'],
      fees: ['Kosten'],
      taxes: ['Belasting'],
      amount: ['Bedrag', 'Transactiebedrag'],
      gross: ['Bruto bedrag', 'Bruto'],
      net: ['Netto bedrag', 'Waarde (netto)'],
      debit: ['Debet'],
      credit: ['Bij'],
      reference: ['Kenmerk'],
      note: ['Omschrijving', 'Opmerking'],
      balance: ['Saldo'],
      status: ['Status'],
      gain: ['Resultaat'],
    },
    kinds: {
      buy: ['Koop', 'Aankoop'],
      sell: ['Verkoop'],
      dividend: ['Dividend', 'Contant dividend'],
      interest: ['Rente'],
      deposit: ['Storting'],
      withdrawal: ['Onttrekking', 'Opname'],
      fee: ['Kosten'],
      tax: ['Belasting', 'Dividendbelasting'],
    },
    trade: 'Trade',
    sides: ['Koop', 'Verkoop'],
    total: 'Totaal',
    unknown: ['Diversen', 'Correctie boeking'],
  },
  {
    headers: {
      ...shared,
      date: ['Fecha', 'Fecha operación', 'Fecha de operación'],
      settle: ['Fecha valor'],
      kind: ['Operación', 'Tipo de operación', 'Tipo movimiento'],
      side: ['Sens'],
      name: ['Producto', 'Título', 'Nombre'],
      quantity: ['Cantidad', 'Títulos'],
      price: ['Precio', 'Cotización'],
      currency: ['Divisa', 'Moneda'],
      fees: ['Comisión', 'Comisiones'],
      taxes: ['Impuesto', 'Impuestos'],
      amount: ['Importe'],
      gross: ['Importe bruto', 'Bruto'],
      net: ['Importe neto', 'Neto'],
      debit: ['Cargo', 'Debe'],
      credit: ['Abono', 'Haber'],
      reference: ['Referencia'],
      note: ['Descripción', 'Concepto'],
      balance: ['Saldo'],
      status: ['Estado'],
      gain: ['Resultado realizado', 'Realizado'],
    },
    kinds: {
      buy: ['Compra', 'COMPRA', 'Suscripción'],
      sell: ['Venta'],
      dividend: ['Dividendo'],
      interest: ['Intereses'],
      deposit: ['Ingreso'],
      withdrawal: ['Retirada'],
      fee: ['Comisión', 'Comisión de custodia'],
      tax: ['Impuesto', 'Retención'],
    },
    trade: 'Trade',
    sides: ['Compra', 'Venta'],
    total: 'Total',
    unknown: ['Varios', 'Ajuste'],
  },
  {
    headers: {
      ...shared,
      date: ['Datum', 'Affärsdag'],
      settle: ['Likviddag'],
      kind: ['Typ av transaktion', 'Transaktionstyp'],
      side: ['Köp/Sälj'],
      name: ['Värdepapper', 'Namn'],
      quantity: ['Antal'],
      price: ['Kurs', 'Pris'],
      currency: ['Valuta', 'Transaktionsvaluta'],
      fees: ['Courtage', 'Avgift'],
      taxes: ['Skatt', 'Källskatt'],
      amount: ['Belopp'],
      gross: ['Bruttobelopp'],
      net: ['Nettobelopp'],
      debit: ['Uttag'],
      credit: ['Insättning'],
      reference: ['Ordernummer'],
      note: ['Beskrivning', 'Meddelande'],
      balance: ['Saldo'],
      status: ['Status'],
      gain: ['Resultat'],
    },
    kinds: {
      buy: ['Köp', 'KÖP'],
      sell: ['Sälj'],
      dividend: ['Utdelning'],
      interest: ['Ränta'],
      deposit: ['Insättning'],
      withdrawal: ['Uttag'],
      fee: ['Avgift', 'Depåavgift'],
      tax: ['Skatt', 'Utländsk källskatt'],
    },
    trade: 'Trade',
    sides: ['Köp', 'Sälj'],
    total: 'Summa',
    unknown: ['Övrigt', 'Överföring'],
  },
]
