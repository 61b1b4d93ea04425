import type { BankProfile, RowRule } from './profile.ts'

const trade = {
  kind: 'purchase',
  kindByText: [{ words: ['verkauf'], kind: 'sale' }, { words: ['kauf'] }, { words: [''], isUnknown: true }],
} as const

const payments: Pick<RowRule, 'kind' | 'kindByText'> = {
  kind: 'deposit',
  kindByText: [
    { words: ['^storno'], isUnknown: true },
    {
      words: ['^gebuhr', 'verwaltungsgebuhr', 'verwaltgebuhr', 'depotgebuhr', 'vertriebskosten'],
      kind: 'fee',
    },
    { words: ['^einzahlung', 'lastschrifteinzug', '^zulage', '^beitrag', '^uberweisung'] },
    { words: ['^auszahlung'], kind: 'removal' },
    { words: [''], isUnknown: true },
  ],
}

/** Second line of a trade in the list: place, security, price. */
const second = '{*} {isin} {price} {EUR|US$}'

/** Sutor Bank: pension plans, justTRADE. */
export const sutorbankgmbh: BankProfile = {
  bank: 'sutorbankgmbh',
  recognise: [['sutor bank'], ['max heinr sutor ohg'], ['sutorbank de'], ['sutor', 'umsätze für depot']],
  forms: [
    {
      when: [['abrechnung kryptohandel']],
      ...trade,
      values: [
        'Produktbezeichnung - {name}',
        'Kennung: {ticker}',
        'Währung: {currency}',
        'Orderausführung Datum / Zeit: {date} {time}',
        'Transaktionsart: {text}',
        'Kurs: €{price}',
        'Stück / Nominale: {shares}',
        'Ausmachender Betrag: €{amount}',
      ],
      optional: ['Orderprovision: €{fee}', 'Rabatt{*}: - €{rebate}'],
    },
    {
      // The order fee is given back in part.
      when: [['wertpapierabrechnung', 'justtrade', 'rabatt']],
      unless: ['kapitalertragsteuer', 'storno'],
      ...trade,
      values: [
        'Produktbezeichnung - {name}',
        'Internationale Wertpapierkennnummer (ISIN): {isin}',
        'Währung: {currency}',
        'Orderausführung Datum / Zeit: {date} {time}',
        'Transaktionsart: {text}',
        'Kurs: €{price}',
        'Stück / Nominale: {shares}',
        'Rabatt{*}: - €{rebate}',
        'Ausmachender Betrag: €{amount}',
      ],
      optional: ['Orderprovision: €{fee}', 'Fremdkostenzuschlag: €{fee}'],
    },
    {
      when: [['fälligkeit verfall', 'rückzahlungsbetrag']],
      unless: ['storno'],
      kind: 'sale',
      values: [
        'Internationale Wertpapierkennnummer {isin}{*}',
        'Anzahl/Nominale {shares}',
        'Zahlbarkeitstag: {date}',
        'Rückzahlungsbetrag {currency} {gross}',
        'Ausmachender Betrag {currency} {amount}',
      ],
      optional: [
        'Produktbezeichnung - {name}:',
        'Rückzahlungskurs EUR {price}',
        '{Kapitalertragsteuer|Solidaritätszuschlag|Kirchensteuer}{*} {currency} {tax}',
      ],
    },
  ],
  tables: [
    {
      when: [['umsätze vom', 'wertstellung transaktion']],
      currency: 'EUR',
      entry: '{value} {date} {text} {amount}',
      rows: [
        { lines: ['{value} {date} Kauf Kauf {name} {shares} {rate} {amount}', second], kind: 'purchase' },
        { lines: ['{value} {date} Kauf Kauf {name} {shares} {amount}', second], kind: 'purchase' },
        { lines: ['{value} {date} Verkauf Verkauf {name} {shares} {rate} {amount}', second], kind: 'sale' },
        { lines: ['{value} {date} Verkauf Verkauf {name} {shares} {amount}', second], kind: 'sale' },
        // Taken back on the day of the booking, with the value date of what is taken back.
        {
          lines: ['{date} {value} Storno Storno {text} - {amount}'],
          kind: 'feeRefund',
          kindByText: [{ words: ['^verwaltungsgebuhr'] }, { words: [''], isUnknown: true }],
        },
        { lines: ['{value} {date} {text} - {amount}'], ...payments },
      ],
    },
    {
      when: [['datum valuta betrag buchungstext', 'investment']],
      currency: 'EUR',
      entry: '{value} {date} {amount} {text}',
      rows: [
        { lines: ['{value} {date} {amount} Kauf {name} {rate} {price} US$ {shares}'], kind: 'purchase' },
        { lines: ['{value} {date} {amount} Kauf {name} {price} {|EUR} {shares}'], kind: 'purchase' },
        {
          lines: ['{value} {date} {amount} {Verkauf|Gebührentilgung} {name} {rate} {price} US$ {shares}'],
          kind: 'sale',
        },
        {
          lines: ['{value} {date} {amount} {Verkauf|Gebührentilgung} {name} {price} {|EUR} {shares}'],
          kind: 'sale',
        },
        { lines: ['{value} {date} {amount} {text}'], ...payments },
      ],
    },
  ],
}
