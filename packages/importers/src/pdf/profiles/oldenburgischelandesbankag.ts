import type { BankProfile } from './profile.ts'

/** Oldenburgische Landesbank (OLB). */
export const oldenburgischelandesbankag: BankProfile = {
  bank: 'oldenburgischelandesbankag',
  recognise: [['oldenburgische landesbank ag']],
  forms: [
    {
      when: [['vorabpauschale pro stück', 'summe steuern']],
      unless: ['storno'],
      kind: 'taxes',
      values: [
        '{isin} ({wkn}) {name} {shares}',
        'Summe Steuern {amount} {currency}',
        'Die angefallenen Steuern werden am {date} von {*}',
      ],
    },
    {
      when: [['wertpapierabrechnung', 'ausmachender betrag', 'orderreferenz']],
      unless: ['storno'],
      kind: 'purchase',
      kindByText: [
        { words: ['^verkauf'], kind: 'sale' },
        { words: ['^kauf'] },
        { words: [''], isUnknown: true },
      ],
      values: [
        ['WERTPAPIERABRECHNUNG', '{text}: {name}'],
        '{isin} ({wkn}) {shares} {price} {foreignCurrency} {gross} {currency}',
        '{*}Ausführung {date}',
        'Ausmachender Betrag{|:} {amount} {currency}',
      ],
      optional: [
        'Devisenkurs EUR/ {word} {rate} {*}',
        '{Orderentgelt|Fremde Spesen|Provision|Handelsplatzentgelt}{|:} {fee} {currency}',
        '{Kapitalertragsteuer|Solidaritätszuschlag|Kirchensteuer}{|:} {tax} {currency}',
      ],
    },
    {
      when: [['ertragsausschüttung', 'ausmachender betrag']],
      unless: ['storno'],
      kind: 'dividend',
      values: [
        '{isin} ({wkn}) {shares} {n} {foreignCurrency}',
        'Zahlbarkeitstag {date}',
        '{Dividendengutschrift|Ausschüttung} {gross} {currency}',
        'Ausmachender Betrag {amount} {currency}',
      ],
      optional: [
        '{Kapitalertragsteuer|Solidaritätszuschlag|Kirchensteuer|Quellensteuer}{|:} {tax} {currency}',
        'Ex-Tag {ex}',
      ],
    },
  ],
  tables: [
    {
      when: [['auszug euro konto', 'buchung wert', 'alter saldo']],
      currency: 'EUR',
      context: ['Auszug Euro-Konto {*} {until} NR. {*}'],
      entry: '{day} {bookingDay} {text} {amount} {sign?}',
      rows: [
        { lines: ['{date} {bookingDay} {text} {amount} {sign?}'], ...entries() },
        { lines: ['{day} {bookingDay} {text} {amount} {sign?}'], ...entries() },
      ],
    },
  ],
}

function entries() {
  return {
    kind: { credit: 'deposit', debit: 'removal' },
    kindByText: [
      { words: ['^wertpapier', '^wp '], rejected: 'other-document' },
      { words: ['^zins', '^habenzins', '^sollzins'], kind: { credit: 'interest', debit: 'interestCharge' } },
      { words: [''], isByWords: true },
    ],
  } as const
}
