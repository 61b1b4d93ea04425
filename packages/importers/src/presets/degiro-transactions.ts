import type { Preset } from '../csv/preset.ts'

const prices = ['Price', 'Koers', 'Kurs', 'Cours', 'Precio', 'Preços', 'Quotazione']
const localValues = [
  'Local value',
  'Lokale waarde',
  'Wert in Lokalwährung',
  'Montant devise locale',
  'Valor local',
  'Valore locale',
  'Wartość lokalna',
]
const totals = ['Total', 'Totaal', 'Gesamt', 'Montant total', 'Totale', 'Razem']

/** DEGIRO: the list of transactions as CSV, in eight languages. Currencies stand to the right of their numbers. */
export const degiroTransactions: Preset = {
  id: 'degiro_transactions',
  name: 'DEGIRO transactions',
  format: 'csv',
  detect: [
    ['Date', 'Time', 'Product', 'ISIN', 'Venue', 'Quantity', 'Price', 'Local value', 'Total'],
    ['Datum', 'Tijd', 'Product', 'ISIN', 'Aantal', 'Koers', 'Lokale waarde', 'Totaal'],
    ['Datum', 'Uhrzeit', 'Produkt', 'ISIN', 'Anzahl', 'Kurs', 'Wert in Lokalwährung', 'Gesamt'],
    ['Date', 'Heure', 'Produit', 'Quantité', 'Cours', 'Montant devise locale'],
    ['Fecha', 'Hora', 'Producto', 'ISIN', 'Número', 'Precio', 'Valor local', 'Total'],
    ['Data', 'Hora', 'Produto', 'ISIN', 'Quantidade', 'Preços', 'Valor local', 'Total'],
    ['Data', 'Ora', 'Prodotto', 'ISIN', 'Quantità', 'Quotazione', 'Valore locale', 'Totale'],
    ['Data', 'Czas', 'Produkt', 'ISIN', 'Liczba', 'Kurs', 'Wartość lokalna', 'Razem'],
  ],
  columns: {
    date: ['Date', 'Datum', 'Fecha', 'Data'],
    time: ['Time', 'Tijd', 'Uhrzeit', 'Heure', 'Hora', 'Ora', 'Czas'],
    name: ['Product', 'Produkt', 'Produit', 'Producto', 'Produto', 'Prodotto'],
    isin: ['ISIN', 'Code ISIN'],
    exchange: ['Venue', 'Uitvoeringsplaats', 'Ausführungsort', "Lieu d'exécution", 'Miejsce wykonania'],
    quantity: ['Quantity', 'Aantal', 'Anzahl', 'Quantité', 'Número', 'Quantidade', 'Quantità', 'Liczba'],
    price: prices,
    price_currency: { rightOf: prices },
    gross: localValues,
    gross_currency: { rightOf: localValues },
    fees: [
      'Transaction and/or third',
      'Transaction costs',
      'Transactiekosten',
      'Transactiekosten en/of',
      'Transaktionskosten',
      'Transaktionsgebühren',
      'Frais de transaction',
      'Costes de transacción',
      'Custos de transação',
      'Costi di transazione',
      'Opłata transakcyjna',
    ],
    net: totals,
    currency: { rightOf: totals },
    reference: [
      'Order ID',
      'Order-ID',
      'ID Ordre',
      'ID Orden',
      'ID da Ordem',
      'ID Ordine',
      'Identyfikator zlecenia',
    ],
  },
  dateOrder: 'dmy',
  tradeAmountIs: 'net',
  identity: ['reference', 'date', 'time', 'quantity'],
  rules: [
    { when: { quantity: /^-/ }, post: { type: 'trade', side: 'sell' } },
    { when: { quantity: /^\d/ }, post: { type: 'trade', side: 'buy' } },
  ],
}
