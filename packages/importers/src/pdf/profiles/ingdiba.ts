import type { BankProfile } from './profile.ts'

/** ING in Germany (ING-DiBa) and Spain. */
export const ingdiba: BankProfile = {
  bank: 'ingdiba',
  recognise: [['ing diba ag'], ['ing bank nv sucursal en espana']],
  // Of bonds the notes name the day of redemption.
  ignoreLines: ['fälligkeit', 'zinstermin'],
  labels: { information: ['zwischensumme'] },
  dateOrder: { income: ['valueDate', 'payDate', 'documentDate'] },
  values: [{ lines: ['{*}Dev.-Kurs ({rate}) {*}'] }],
  forms: [
    {
      when: [['operaciones cuenta de valores', 'sucursal en espana']],
      kind: 'purchase',
      kindByText: [
        { words: ['venta'], kind: 'sale' },
        { words: ['compra'] },
        { words: [''], isUnknown: true },
      ],
      values: [
        '{shares} {name} {isin} {text} {price} {currency} {gross} EUR {fee} EUR {fee} EUR {tax} EUR {amount} EUR',
        '{*} {date} {time} {n} {*} {n} EUR {*} EUR',
      ],
    },
    {
      when: [['abono de dividendos', 'sucursal en espana']],
      kind: 'dividend',
      currency: 'EUR',
      values: [
        ['Fecha valor {*}', '{date} {*} €'],
        'Valor: {name} Mercado: {*}',
        'Importe por título: {price} €',
        'Número de títulos: {shares}',
        'Importe total bruto: {gross} €',
        'Importe total neto: {amount} €',
      ],
      optional: ['Retención{*}: {tax} €', 'Gastos: {fee} € Comisiones: {fee} €'],
    },
    {
      when: [['vorabpauschale per stück', 'ing diba ag']],
      unless: ['storno'],
      kind: 'taxes',
      values: [
        'ISIN (WKN) {isin} ({wkn})',
        'Nominale {shares} {*}',
        'Gesamtbetrag zu Ihren {*} {currency} {amount}',
        'Valuta {date}',
      ],
    },
    {
      when: [['wertpapierabrechnung kauf aus sparplan', 'rabatt eur']],
      kind: 'purchase',
      values: [
        'ISIN (WKN) {isin} ({wkn})',
        'Nominale {*}{shares} {*}',
        'Kurs {|EUR }{price}',
        '{Ausf|Schl}{*}tag {|/ -zeit }{date}{*}',
        'Rabatt EUR {discount}',
        'Zwischensumme EUR {gross}',
        'Endbetrag zu Ihren Lasten {currency} {amount}',
      ],
      optional: ['Provision EUR {fee}'],
    },
  ],
  tables: [
    {
      when: [['buchung buchung verwendungszweck betrag']],
      currency: 'EUR',
      entry: '{date} {text} {amount}',
      rows: [
        {
          lines: ['{date} {text} {amount}', '{value} {*}'],
          kind: { credit: 'deposit', debit: 'removal' },
          kindByText: [
            { words: ['^wertpapier', '^wp-abrechnung'], rejected: 'other-document' },
            { words: ['^zins', '^habenzins'], kind: { credit: 'interest', debit: 'interestCharge' } },
            { words: ['^entgelt'], kind: { credit: 'feeRefund', debit: 'fee' } },
            {
              words: ['^kapitalertragsteuer', '^solidarit', '^kirchensteuer'],
              kind: { credit: 'taxRefund', debit: 'taxes' },
            },
          ],
        },
      ],
    },
  ],
}
