import type { Preset } from '../csv/preset.ts'

/** Swissquote: 'Transactions' as CSV, in English, German, French or Italian. */
export const swissquote: Preset = {
  id: 'swissquote',
  name: 'Swissquote',
  format: 'csv',
  detect: [
    ['Order #', 'Transaction', 'Unit price', 'Accrued Interest', 'Net Amount'],
    ['Auftrag #', 'Transaktionen', 'Stückpreis', 'Aufgelaufene Zinsen', 'Nettobetrag'],
    ['Ordre #', 'Transaction', 'Prix unitaire', 'Intérêts courus', 'Montant net'],
    ['Ordine #', 'Transazioni', 'Prezzo unitario', 'Interessi maturati', 'Importo netto'],
  ],
  columns: {
    date: ['Date', 'Datum', 'Data'],
    reference: ['Order #', 'Auftrag #', 'Ordre #', 'Ordine #'],
    transaction_type: ['Transaction', 'Transaktionen', 'Transazioni'],
    symbol: ['Symbol', 'Symbole', 'Simbolo'],
    name: ['Name', 'Nom', 'Nome'],
    isin: ['ISIN'],
    quantity: ['Quantity', 'Anzahl', 'Quantité', 'Quantità'],
    price: ['Unit price', 'Stückpreis', 'Prix unitaire', 'Prezzo unitario'],
    fees: ['Costs', 'Kosten', 'Coûts', 'Costi'],
    accrued: ['Accrued Interest', 'Aufgelaufene Zinsen', 'Intérêts courus', 'Interessi maturati'],
    net: ['Net Amount', 'Nettobetrag', 'Montant net', 'Importo netto'],
    balance: ['Balance', 'Saldo', 'Solde'],
    currency: ['Currency', 'Währung', 'Monnaie', 'Valuta', 'Net Amount Currency'],
  },
  decimalMark: '.',
  dateOrder: 'dmy',
  // An order is filled in parts, and what is no order has the number 0.
  identity: ['reference', 'date', 'time', 'transaction_type', 'quantity', 'currency'],
  noReference: /^0+$/,
  rules: [
    { when: { transaction_type: /^(buy|kauf|achat|acquisto)$/i }, snapshot: { type: 'trade', side: 'buy' } },
    {
      when: { transaction_type: /^(sell|verkauf|vente|vendita)$/i },
      snapshot: { type: 'trade', side: 'sell' },
    },
    {
      when: { transaction_type: /^(subscription|zeichnung|souscription|sottoscrizione)$/i },
      snapshot: { type: 'trade', side: 'buy' },
    },
    {
      when: { transaction_type: /^(redemption|rückzahlung|remboursement|rimborso)$/i },
      snapshot: { type: 'redemption', side: 'sell' },
    },
    {
      when: { transaction_type: /^(stock dividend|stockdividende|dividende en actions)$/i },
      snapshot: { type: 'trade', side: 'buy', isFree: true },
    },
    {
      when: {
        transaction_type: /^(dividend|dividende|dividendo|capital gain|kapitalgewinn|gain en capital)/i,
      },
      snapshot: { type: 'dividend', costsAreTaxes: true },
    },
    {
      when: { transaction_type: /^(return of capital|kapitalrückzahlung|remboursement de capital)/i },
      snapshot: { type: 'return_of_capital', costsAreTaxes: true },
    },
    {
      when: { transaction_type: /^(coupon|zinsertrag)/i },
      snapshot: { type: 'coupon', costsAreTaxes: true },
    },
    {
      when: { transaction_type: /^(interest|zins|intérêts|interessi)/i, isin: /./ },
      snapshot: { type: 'coupon', costsAreTaxes: true },
    },
    { when: { transaction_type: /^(interest|zins|intérêts|interessi)/i }, snapshot: { type: 'interest' } },
    {
      when: { transaction_type: /^(forex|fx|change|devisen|crypto[- ]?fiat)/i },
      snapshot: { type: 'fx', half: 'conversion' },
    },
    {
      when: {
        transaction_type: /(custody|depot|droits de garde|diritti di custodia|fees|gebühren|frais|spese)/i,
      },
      snapshot: { type: 'fees_cash' },
    },
    { when: { transaction_type: /(tax|steuer|impôt|imposta)/i }, snapshot: { type: 'tax' } },
    {
      when: { transaction_type: /(crypto deposit|crypto withdrawal|transfer|titel|delivery)/i, symbol: /./ },
      snapshot: { type: 'transfer_in' },
    },
    {
      when: { transaction_type: /(merger|fusion|exchange|umtausch|échange|name change|namenswechsel)/i },
      snapshot: { type: 'merger', half: 'swap' },
    },
    { when: { transaction_type: /(spin.?off|abspaltung|scission)/i }, refuse: 'no_parent' },
    {
      when: { transaction_type: /(reverse split|split|aktiensplit)/i },
      snapshot: { type: 'split', addedShares: true },
    },
    {
      when: {
        transaction_type: /(credit|einzahlung|gutschrift|vergütung|versement|crédit|payment|accredito)/i,
      },
      snapshot: { type: 'deposit' },
    },
    {
      when: { transaction_type: /(debit|auszahlung|belastung|débit|retrait|addebito|withdrawal)/i },
      snapshot: { type: 'withdrawal' },
    },
  ],
}
