import type { BankProfile } from './profile.ts'

/** Swissquote and Yuh. */
export const swissquote: BankProfile = {
  bank: 'swissquote',
  recognise: [['swissquote bank ag'], ['swissquote bank ltd'], ['swissquote bank sa']],
  // What the payment would be in Swiss francs; it is paid in its own currency.
  ignoreLines: ['wechselkurs usd chf', 'wechselkurs eur chf', 'wechselkurs gbp chf', 'wechselkurs cad chf'],
  forms: [
    {
      when: [
        ['dividende', 'im hinblick auf folgenden titel'],
        ['option premium', 'im hinblick auf folgenden titel'],
        ['ausschüttung', 'im hinblick auf folgenden titel'],
        ['capital gain', 'im hinblick auf folgenden titel'],
      ],
      unless: ['storno', 'stornierung', 'rückzahlung'],
      kind: 'dividend',
      values: [
        '{name} ISIN: {isin}{*}',
        'Valutadatum {date}',
        'Anzahl {shares}',
        'Betrag {currency} {gross} {*}',
        'Total {currency} {amount} {*}',
      ],
      optional: [
        '{Quellensteuer|Zusätzlicher Steuerrückbehalt|Verrechnungssteuer} {*} {currency} {tax} {*}',
        '{Dividende|Dividende pro Aktie|Prämienanteil} {|USD|EUR|CHF|GBP|CAD} {price} {|USD|EUR|CHF|GBP|CAD}',
      ],
    },
    {
      when: [['trading credit']],
      kind: 'purchase',
      kindByText: [
        { words: ['verkauf', 'sell'], kind: 'sale' },
        { words: ['kauf', 'buy'] },
        { words: [''], isUnknown: true },
      ],
      values: [
        '{Stock-Exchange Transaction|Börsentransaktion}: {text} {Our reference|Unsere Referenz}: {*}',
        '{name} ISIN: {isin} {*}',
        ['{Quantity|Anzahl} {*}', '{shares} {price} {currency} {gross}'],
        '{To your debit|To your credit|Zu Ihren Lasten|Zu Ihren Gunsten} {currency} {amount}',
        '{*}{order of|auftrag vom} {date}{*}',
        '{*}Trading Credit{|s} {rebate}',
      ],
      optional: [
        '{Commission|Kommission|Stock exchange fee|Börsengebühren}{*} {currency} {fee}',
        '{Tax|Abgabe} ({*}) {currency} {tax}',
      ],
    },
    {
      when: [['derivatetransaktion']],
      kind: 'purchase',
      kindByText: [{ words: ['sell'], kind: 'sale' }, { words: ['buy'] }, { words: [''], isUnknown: true }],
      values: [
        'Derivatetransaktion: {text} Unsere Referenz: {*}',
        ['Bezeichnung Anzahl {*}', '{name} {contracts} {foreignCurrency} {price}'],
        ['Kontraktgrösse {*}', '{contractSize} {*}'],
        'Total {currency} {gross}',
        '{Total belastet|Total gutgeschrieben} {currency} {amount}',
        '{*}auftrag vom {date} {*}',
      ],
      optional: ['{Börsengebühren|Kommission}{*} {currency} {fee}'],
    },
    {
      when: [['zahlungsverkehr gutschrift'], ['zahlungsverkehr belastung']],
      kind: { credit: 'deposit', debit: 'removal' },
      values: ['Zahlungsverkehr - {sign} {*}', 'Valutadatum {date}', 'Total {currency} {amount}'],
    },
  ],
  tables: [
    {
      when: [['kontoauszug in', 'valuta', 'belastung gutschrift']],
      context: ['KONTOAUSZUG in {currency}'],
      entry: '{value} {text} {amount} {date} {balance}',
      rows: [
        {
          lines: ['{value} {text} {amount} {date} {balance}'],
          kind: 'deposit',
          kindByText: [
            { words: ['^depotgebuhr', '^kontogebuhr', '^gebuhr'], kind: 'fee' },
            { words: ['^sollzins'], kind: 'interestCharge' },
            { words: ['^habenzins'], kind: 'interest' },
            { words: [''], rejected: 'other-document' },
          ],
        },
      ],
    },
    {
      when: [['zinsabrechnung vom', 'habenzins sollzins']],
      context: ['IBAN : {*} - Währung : {currency}'],
      entry: '{date} {n} {n} {n} {n} {amount}{*}',
      rows: [{ lines: ['{date} {n} 0.00 {gross} {tax} {amount}{*}'], kind: 'interest' }],
    },
  ],
}
