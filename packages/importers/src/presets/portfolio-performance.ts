import type { Preset } from '../csv/preset.ts'

/**
 * Portfolio Performance: transactions exported as CSV, in English, German, French, Italian, Spanish or Dutch. `Value` is the
 * cash moved.
 */
export const portfolioPerformance: Preset = {
  id: 'portfolio_performance',
  name: 'Portfolio Performance',
  custodian: null,
  format: 'portfolio_performance',
  detect: [
    ['Date', 'Type', 'Value', 'Transaction Currency', 'Shares', 'Security Name'],
    ['Datum', 'Typ', 'Wert', 'Buchungswährung', 'Stück', 'Wertpapiername'],
    ['Date', 'Type', 'Valeur', "Devise de l'opération", 'Parts', 'Nom du titre'],
    ['Data', 'Tipo', 'Valore', 'Valuta Operazione', 'Azioni', 'Nome Titolo'],
    ['Fecha', 'Tipo', 'Valor', 'Moneda de la transacción', 'Acciones', 'Nombre del activo'],
    // So in versions that misspell it.
    ['Fecha', 'Tipo', 'Valor', 'Moneda de la transaccioón', 'Acciones', 'Nombre del activo'],
    ['Datum', 'Type', 'Waarde', 'Transactievaluta', 'Aandelen', 'Naam effect'],
  ],
  columns: {
    date: ['Date', 'Datum', 'Data', 'Fecha'],
    time: ['Time', 'Uhrzeit', 'Heure', 'Ora', 'Hora', 'Tijd'],
    transaction_type: ['Type', 'Typ', 'Tipo'],
    net: ['Value', 'Wert', 'Valeur', 'Valore', 'Valor', 'Waarde'],
    currency: [
      'Transaction Currency',
      'Buchungswährung',
      "Devise de l'opération",
      'Valuta Operazione',
      'Moneda de la transacción',
      'Moneda de la transaccioón',
      'Transactievaluta',
    ],
    gross: ['Gross Amount', 'Bruttobetrag', 'Montant brut', 'Importo Lordo', 'Cantidad bruta', 'Brutobedrag'],
    gross_currency: [
      'Currency Gross Amount',
      'Währung Bruttobetrag',
      'Montant brut en devise',
      'Importo lordo valuta',
      'Cantidad bruta de moneda',
      'Valuta brutobedrag',
    ],
    fx_rate: [
      'Exchange Rate',
      'Wechselkurs',
      'Taux de change',
      'Tasso di cambio',
      'Tipo de cambio',
      'Wisselkoers',
    ],
    fees: ['Fees', 'Gebühren', 'Frais', 'Commissioni', 'Comisiones', 'Kosten'],
    taxes: ['Taxes', 'Steuern', 'Impôts / Taxes', 'Tasse', 'Impuestos', 'Belastingen'],
    quantity: ['Shares', 'Stück', 'Parts', 'Azioni', 'Acciones', 'Aandelen'],
    isin: ['ISIN'],
    wkn: ['WKN'],
    symbol: [
      'Ticker Symbol',
      'Ticker-Symbol',
      'Symbole boursier',
      'Simbolo Titolo',
      'Símbolo del Ticker',
      'Tickersymbool',
    ],
    name: [
      'Security Name',
      'Wertpapiername',
      'Nom du titre',
      'Nome Titolo',
      'Nombre del activo',
      'Naam effect',
    ],
    note: ['Note', 'Notiz', 'Nota', 'Opmerking'],
  },
  rules: [
    { when: { transaction_type: /^(buy|kauf|achat|compra|koop)$/i }, post: { type: 'trade', side: 'buy' } },
    {
      when: { transaction_type: /^(sell|verkauf|vente|vendi|venta|verkoop)$/i },
      post: { type: 'trade', side: 'sell' },
    },
    {
      when: { transaction_type: /^(dividends?|dividendes?|dividendo)$/i },
      post: { type: 'dividend', side: 'in' },
    },
    {
      when: {
        transaction_type:
          /^(interest charge|zinsbelastung|frais d'intérêts|interesse passivo|cargo intereses|rentekosten)$/i,
      },
      post: { type: 'interest', side: 'out' },
    },
    {
      when: { transaction_type: /^(interest|zinsen|intérêts|interesse|intereses|rente)$/i },
      post: { type: 'interest', side: 'in' },
    },
    {
      when: {
        transaction_type:
          /^(fees refund|gebührenerstattung|remboursement de frais|rimborso commissioni|devolución comisiones|terugbetaling kosten)$/i,
      },
      post: { type: 'fees_cash', side: 'in' },
    },
    {
      when: { transaction_type: /^(fees|gebühren|frais|commissioni|comisiones|kosten)$/i },
      post: { type: 'fees_cash', side: 'out' },
    },
    {
      when: {
        transaction_type:
          /^(tax refund|steuerrückerstattung|remboursement impôts \/ taxes|rimborso tasse|devolución impuestos|terugbetaling belastingen)$/i,
      },
      post: { type: 'tax', side: 'in' },
    },
    {
      when: { transaction_type: /^(taxes|steuern|impôts \/ taxes|tasse|impuestos|belastingen)$/i },
      post: { type: 'tax', side: 'out' },
    },
    {
      when: { transaction_type: /^(deposit|einlage|dépôt|deposita|depósito|storting)$/i },
      post: { type: 'deposit', side: 'in' },
    },
    {
      when: { transaction_type: /^(removal|withdrawal|entnahme|retrait|rimozione|opname)$/i },
      post: { type: 'withdrawal', side: 'out' },
    },
    {
      when: {
        transaction_type:
          /^(delivery \(inbound\)|einlieferung|distribution \(entrante\)|trasferimento titoli \(in entrata\)|entrega \(entrada\)|levering \(inkomend\)|transfer \(inbound\)|umbuchung \(eingang\)|transfert \(entrant\)|trasferimento \(in entrata\)|transferencia \(entrada\)|overboeking \(inkomend\))$/i,
        quantity: /[1-9]/,
      },
      post: { type: 'transfer_in', side: 'in' },
    },
    {
      when: {
        transaction_type:
          /^(delivery \(outbound\)|auslieferung|distribution \(sortante\)|trasferimento titoli \(in uscita\)|entrega \(salida\)|levering \(uitgaand\)|transfer \(outbound\)|umbuchung \(ausgang\)|transfert \(sortant\)|trasferimento \(in uscita\)|transferencia \(salida\)|overboeking \(uitgaand\))$/i,
        quantity: /[1-9]/,
      },
      post: { type: 'transfer_out', side: 'out' },
    },
    {
      when: {
        transaction_type:
          /^(transfer \(inbound\)|umbuchung \(eingang\)|transfert \(entrant\)|trasferimento \(in entrata\)|transferencia \(entrada\)|overboeking \(inkomend\))$/i,
      },
      post: { type: 'transfer_in', side: 'in' },
    },
    {
      when: {
        transaction_type:
          /^(transfer \(outbound\)|umbuchung \(ausgang\)|transfert \(sortant\)|trasferimento \(in uscita\)|transferencia \(salida\)|overboeking \(uitgaand\))$/i,
      },
      post: { type: 'transfer_out', side: 'out' },
    },
  ],
}
