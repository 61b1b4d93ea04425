import type { BankProfile } from './profile.ts'

/** Fortuneo (Arkéa Direct Bank): notes of trades, several in one file, income and the French transaction tax. */
export const fortuneo: BankProfile = {
  bank: 'fortuneo',
  recognise: [['fortuneo est une marque'], ['fortuneo', 'arkea direct bank']],
  forms: [
    {
      when: [['resultat d ost', 'souscription']],
      kind: 'purchase',
      values: [
        'Au {date}{*}',
        '{*}souscription de {shares} titre(s) {name} ({isin}){*}',
        'montant net de{*}: {amount} {currency}',
      ],
    },
  ],
  tables: [
    {
      when: [['avis recapitulatif de la taxe']],
      currency: 'EUR',
      context: ['{*} ({isin})'],
      parts: ['{*} ({isin})', 'Duplicata {*}'],
      rows: [
        {
          lines: ['{date} Taxe Transaction Financière'],
          details: [
            ['Quantité {*}: {shares}'],
            ['Montant de la TTF{ |}: {amount}'],
            ['{amount}', 'Montant de la TTF{ |}:'],
          ],
          kind: 'taxes',
        },
      ],
      entry: '{date} {*}',
    },
    {
      when: [['encaissement coupon'], ['encaissement de dividende'], ['encaissement de coupon']],
      currency: 'EUR',
      context: ['{*} ({isin})'],
      parts: ['{*} ({isin})', 'Duplicata {*}'],
      rows: [
        ['{date} Quantité {shares}', 'Montant unitaire {price} {word}'],
        ['Quantité {shares}', '{date}', 'Montant unitaire {price} {word}'],
        ['{date}', 'Quantité {shares}', 'Montant unitaire {price} {word}'],
      ].map(lines => ({
        lines,
        details: [
          '{Prélèvement fiscal|Prélèvements sociaux|Retenue à la source} {tax} {currency}',
          'Montant Net {amount} {currency}',
        ],
        kind: 'dividend' as const,
      })),
      entry: '{*}Quantité {n}',
    },
    {
      when: [['sens achat'], ['sens vente']],
      currency: 'EUR',
      context: ['{*} ({isin})'],
      parts: ['{date} Référence {*}', '{*} ({isin})', 'Duplicata {*}'],
      rows: (
        [
          ['Achat', 'purchase'],
          ['Vente', 'sale'],
        ] as const
      ).map(([word, kind]) => ({
        lines: ['{date} Référence {*}', `{time} Sens ${word}{*}`],
        details: [
          'Quantité {shares} Cours {price}',
          'Montant Brut {gross} {currency}',
          '{Courtage et Commission|Courtage|Commission|Frais} {fee} {currency}',
          'Taxe {*} {tax} {currency}',
          'Montant NET {amount} {currency}',
        ],
        kind,
      })),
      entry: '{date} Référence {*}',
    },
  ],
}
