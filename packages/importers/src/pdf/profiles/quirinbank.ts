import type { BankProfile, RowRule } from './profile.ts'

/** Quirin Privatbank and quirion: notes of two generations, account statements. */
export const quirinbank: BankProfile = {
  bank: 'quirinbank',
  recognise: [
    ['quirin bank ag'],
    ['quirin privatbank ag'],
    ['www quirinprivatbank de'],
    ['www quirinbank de'],
  ],
  forms: [
    {
      when: [['vorabpauschale nicht gebucht']],
      kind: 'taxes',
      values: [
        'ISIN {isin}',
        'Nominal{|/|/ | / |}Stück {shares} ST',
        'Zahlungstag {date}',
        'Ausmachender Betrag {currency} {amount}',
      ],
    },
  ],
  tables: [
    {
      when: [['buchungshinweise', 'buchungsdatum']],
      currency: 'EUR',
      rows: statementRows(),
      entry: '{*} {date} {date} {money} {currency}',
    },
    {
      when: [
        ['abrechnungswerte', 'ausmachender betrag vor steuer'],
        ['abrechnungswerte', 'ausmachender betrag vor steuern'],
      ],
      currency: 'EUR',
      parts: ['{quirin bank AG|Quirin Privatbank AG}{*}'],
      rows: noteRows(),
    },
  ],
}

function statementRows(): RowRule[] {
  const line = '{value} {date} {money} {currency}'
  return [
    // Taxes of a security come with its note.
    {
      lines: [`Steuerbuchung{text} ${line}`, '{isin} {*}'],
      kind: { credit: 'taxRefund', debit: 'taxes' },
      rejected: 'other-document',
    },
    {
      lines: [`{text} ${line}`],
      kind: { credit: 'deposit', debit: 'removal' },
      kindByText: [
        {
          words: [
            'wertpapier',
            'dividendenzahlung',
            'ertragnisabrechnung',
            'thesaurierung',
            'kapitalmassnahme',
            'tilgung',
          ],
          rejected: 'other-document',
        },
        { words: ['steuer'], kind: { credit: 'taxRefund', debit: 'taxes' } },
        { words: ['zinsen', 'kontoabschluss'], kind: { credit: 'interest', debit: 'interestCharge' } },
        {
          words: ['honorar', 'flatrate', 'volumen fee', 'gebuhr', 'entgelt'],
          kind: { credit: 'feeRefund', debit: 'fee' },
        },
      ],
    },
  ]
}

/** Until 2018: conditions on the left, amounts on the right; taxes below the amount before taxes. */
function noteRows(): RowRule[] {
  // Foreign amounts are followed by those of the account.
  const ends = (label: string, value: string) => [
    [`{*}${label} {n} {word} ${value} {currency}`],
    [`{*}${label} ${value} {currency}`],
  ]
  const details = [
    'ST {shares} ISIN {isin}',
    ...ends('{Kurswert|Bruttobetrag}', '{gross}'),
    ...ends('Stückzinsen', '{accrued}'),
    ...ends('{Courtage|Bank-Provision|Spesen|Abwickl.Gebühr}{ *|}', '{fee}'),
    ...ends('{Kapitalertragsteuer|Solidaritätszuschlag|Kirchensteuer|Quellensteuer}', '-{tax}'),
    'Ausmachender Betrag vor Steuer{(n)|n|} {beforeTax} {currency}',
    'Devisenkurs {rate}',
  ]
  const traded = ['Handelstag/-zeit {date}', 'Kurs {price}', ...details]
  return [
    { lines: ['Kauf'], details: traded, kind: 'purchase' },
    { lines: ['Verkauf'], details: traded, kind: 'sale' },
    {
      lines: ['{Ertrag aus Investments|Dividende|Zinsen|Ausschüttung|Erträgnisabrechnung|Dividendenzahlung}'],
      details: ['Zahlungstag {date}', ...details],
      kind: 'dividend',
    },
    { lines: ['{*}Steuerbetrag -{n} {*}'], kind: 'taxes', isSkipped: true },
    { lines: ['{*}Steuerbetrag 0,00 {*}'], kind: 'taxes', isSkipped: true },
    { lines: ['{*}Steuerbetrag {amount} {currency}'], details: ['Valuta {date}'], kind: 'taxRefund' },
  ]
}
