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
  // Orders may be filled in parts; rows without an order have the number 0.
  identity: ['reference', 'date', 'time', 'transaction_type', 'quantity', 'currency'],
  noReference: /^0+$/,
  rules: [
    { when: { transaction_type: /^(buy|kauf|achat|acquisto)$/i }, post: { type: 'trade', side: 'buy' } },
    {
      when: { transaction_type: /^(sell|verkauf|vente|vendita)$/i },
      post: { type: 'trade', side: 'sell' },
    },
    {
      when: { transaction_type: /^(subscription|zeichnung|souscription|sottoscrizione)$/i },
      post: { type: 'trade', side: 'buy' },
    },
    {
      when: { transaction_type: /^(redemption|rückzahlung|remboursement|rimborso)$/i },
      post: { type: 'redemption', side: 'sell' },
    },
    {
      when: { transaction_type: /^(stock dividend|stockdividende|dividende en actions)$/i },
      post: { type: 'trade', side: 'buy', isFree: true },
    },
    {
      when: {
        transaction_type: /^(dividend|dividende|dividendo|capital gain|kapitalgewinn|gain en capital)/i,
      },
      post: { type: 'dividend', costsAreTaxes: true },
    },
    {
      when: { transaction_type: /^(return of capital|kapitalrückzahlung|remboursement de capital)/i },
      post: { type: 'return_of_capital', costsAreTaxes: true },
    },
    {
      when: { transaction_type: /^(coupon|zinsertrag)/i },
      post: { type: 'coupon', costsAreTaxes: true },
    },
    {
      when: { transaction_type: /^(interest|zins|intérêts|interessi)/i, isin: /./ },
      post: { type: 'coupon', costsAreTaxes: true },
    },
    { when: { transaction_type: /^(interest|zins|intérêts|interessi)/i }, post: { type: 'interest' } },
    {
      when: { transaction_type: /^(forex|fx|change|devisen|crypto[- ]?fiat)/i },
      post: { type: 'fx', half: 'conversion' },
    },
    {
      when: {
        transaction_type: /(custody|depot|droits de garde|diritti di custodia|fees|gebühren|frais|spese)/i,
      },
      post: { type: 'fees_cash' },
    },
    { when: { transaction_type: /(tax|steuer|impôt|imposta)/i }, post: { type: 'tax' } },
    {
      when: { transaction_type: /(crypto deposit|crypto withdrawal|transfer|titel|delivery)/i, symbol: /./ },
      post: { type: 'transfer_in' },
    },
    {
      when: { transaction_type: /(merger|fusion|exchange|umtausch|échange|name change|namenswechsel)/i },
      post: { type: 'merger', half: 'swap' },
    },
    { when: { transaction_type: /(spin.?off|abspaltung|scission)/i }, refuse: 'no_parent' },
    {
      when: { transaction_type: /(reverse split|split|aktiensplit)/i },
      post: { type: 'split', addedShares: true },
    },
    {
      when: {
        transaction_type: /(credit|einzahlung|gutschrift|vergütung|versement|crédit|payment|accredito)/i,
      },
      post: { type: 'deposit' },
    },
    {
      when: { transaction_type: /(debit|auszahlung|belastung|débit|retrait|addebito|withdrawal)/i },
      post: { type: 'withdrawal' },
    },
  ],
}
