import type { BankProfile } from './profile.ts'

/** flatex, flatexDEGIRO, FinTech Group Bank and biw. */
export const fintechgroupbank: BankProfile = {
  bank: 'fintechgroupbank',
  recognise: [
    ['flatexdegiro bank', 'flatex de'],
    ['flatexdegiro bank', 'flatex at'],
    ['flatex bank ag'],
    ['fintech group bank ag'],
    ['biw ag'],
  ],
  titles: {
    dividend: ['ertragsmitteilung'],
    purchase: ['kauf'],
    sale: ['verkauf'],
  },
  ignoreLines: ['sammelabrechnung', 'fälligstellung', 'beispielsweise wegen', 'optionsscheinbedingungen'],
  labels: { information: ['bemessungs', 'teilfrei', 'stellung'] },
  starts: ['Nr. {word}/{word} {Kauf|Verkauf} {*}'],
  values: [
    { kinds: ['purchase', 'sale'], lines: ['Nr. {word}/{word} {Kauf|Verkauf} {name}'] },
    { kinds: ['purchase', 'sale'], lines: ['Nr. {word}/{word} {Kauf|Verkauf} {name} ({isin}/{wkn})'] },
    { kinds: ['dividend'], lines: ['Nominal{|e}{| }{|:} {nominal} {|EUR|USD} Zinssatz{*}'] },
    { kinds: ['purchase', 'sale'], lines: ['Ausgeführt {|:} {nominal} {currency} {|Kurswert}{*}'] },
    {
      kinds: ['purchase', 'sale'],
      lines: ['{*}Zinsbetrag{*} {accrued} {currency}'],
    },
    {
      kinds: ['purchase', 'sale'],
      lines: ['{*}Zinsbetrag {currency} {accrued}'],
    },
  ],
  forms: [
    {
      when: [
        ['depotausgang', 'geldgegenwert'],
        ['bestand aus ihrem depot aus', 'geldgegenwert'],
      ],
      unless: ['storno', 'stornierung'],
      kind: 'sale',
      values: [
        '{Stk|Stck}./Nominale : {shares} {*}',
        '{*}Betrag/{Stk.|Stck.|Stk|Stck} : {price} EUR',
        '{*}Geldgegenwert{*} : {amount} {currency}',
        'Fälligkeitstag : {date} {*}',
      ],
      optional: [
        '{*}Einbeh. Steuer{*}: {tax} EUR',
        'Depotausgang {name} ({isin})',
        '{wkn} {isin} {name} {n}',
      ],
    },
  ],
  tables: [
    {
      when: [['kontoauszug nr', 'alter saldo', 'buchungstext']],
      context: ['Kontoauszug Nr: {n}/{year} {*}', 'Kontowährung: {currency}'],
      entry: '{bookingDay} {day} {text} {amount} {sign?}',
      rows: [
        {
          lines: ['{bookingDay} {day} {text} {isin} {*}{amount} {sign?}'],
          kind: { credit: 'sale', debit: 'purchase' },
          isSkipped: true,
        },
        {
          lines: ['{bookingDay} {day} {text} {amount} {sign?}'],
          kind: { credit: 'deposit', debit: 'removal' },
          kindByText: [
            {
              words: [
                '^zinsabschluss',
                '^zinsen',
                '^habenzins',
                '^sollzins',
                '^guthabenzins',
                '^negativzins',
              ],
              kind: { credit: 'interest', debit: 'interestCharge' },
            },
            { words: ['^gebuhren ordernummer', '^gebuhr ordernummer'], isSkipped: true },
            {
              words: ['^gebuhr', '^depotgebuhr', '^depotservice'],
              kind: { credit: 'feeRefund', debit: 'fee' },
            },
            {
              words: [
                '^uberweisung',
                '^einzahlung',
                '^auszahlung',
                '^lastschrift',
                '^gutschrift',
                '^ubertrag',
                '^sepa',
                '^dauerauftrag',
                '^ruckbuchung',
                '^ruckuberweisung',
                '^pramie',
                '^bonus',
                '^kulanz',
              ],
            },
            {
              words: ['^steuer', '^kapitalertragst', '^kest'],
              kind: { credit: 'taxRefund', debit: 'taxes' },
              rejected: 'other-document',
            },
            {
              words: [
                'dividend',
                'ertrag',
                'thesaur',
                'kapitalma',
                'depot',
                'ausbuchung',
                'einbuchung',
                'bezug',
              ],
              rejected: 'other-document',
            },
            { words: [''], isByWords: true },
          ],
        },
      ],
    },
  ],
}
