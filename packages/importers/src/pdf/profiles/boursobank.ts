import type { BankProfile, KindByText, RowRule } from './profile.ts'

/** Gross, interest, their sum, brokerage and net, in the currency of the trade. */
const abroad = [
  '{foreign} {foreignCurrency} {n} {word} {n} {word} {foreignFee} {word} {n} {word}',
  '{foreign} {foreignCurrency} {*}',
]

/** BoursoBank (Boursorama): notes of trades at home and abroad, of funds, and monthly lists of income. */
export const boursobank: BankProfile = {
  bank: 'boursobank',
  recognise: [['boursorama s a'], ['boursobank com']],
  notation: { mark: ',', hasBlankGroups: true },
  tables: [
    {
      when: [['detail coupons']],
      currency: 'EUR',
      // Blanks group thousands: the fewest numbers that fit.
      rows: ['{gross} {n} {amount}', '{gross} {n} {n} {amount}', '{gross} {n} {n} {n} {amount}'].map(
        values => ({
          lines: [`{date} {shares} {name} ({isin}) ${values}`],
          kind: 'dividend' as const,
          restIsTax: true,
        }),
      ),
      entry: '{date} {n} {*} ({isin}) {*}',
    },
    {
      when: [['operation de bourse'], ['operation sur opc']],
      currency: 'EUR',
      context: [
        '{text} COMPTANT{*}',
        '{text} SICAV{*}',
        '{text} FCP{*}',
        '{text} OPC{*}',
        '{date} {shares} {name}',
        '{time}',
        'Code ISIN : {isin} {*} : {price} {word}',
        'Code ISIN : {isin}{*}',
        '{Cours exécuté|Valeur liquidative} : {price} {word}',
      ],
      rows: tradeRows(),
      entry: 'Montant {*}brut{*}',
    },
  ],
}

function tradeRows(): RowRule[] {
  const kind = 'purchase' as const
  const kindByText: KindByText[] = [
    { words: ['vente', 'reprise', 'rachat'], kind: 'sale' },
    { words: ['achat', 'souscription'], kind: 'purchase' },
    { words: [''], isUnknown: true },
  ]
  const traded = ['Montant brut Commission Frais{*}Montant net au {débit|crédit} de votre compte']
  const fund = [
    "Montant brut Droits {d'entrée|de sortie} Frais{*}Montant net au {débit|crédit} de votre compte",
  ]
  return [
    { lines: [...traded, '{gross} {word} {fee} {word} {amount} {currency}'], kind, kindByText },
    { lines: [...traded, '{gross} {word} {fee} {word} {tax} {word} {amount} {currency}'], kind, kindByText },
    { lines: [...fund, '{gross} {word} {fee} {word} {fee} {word} {amount} {currency}'], kind, kindByText },
    {
      lines: [...fund, '{gross} {word} {fee} {word} {fee} {word} {fee} {word} {amount} {currency}'],
      kind,
      kindByText,
    },
    { lines: ['Montant brut{*}Montant net{*}', '{gross} {word} {amount} {currency}'], kind, kindByText },
    ...abroad.map(values => ({
      lines: ['Montant transaction brut {*}', values],
      details: [
        '{Cours de change|Taux de change} {*}{rate}{*}',
        ['Commission Frais divers{*}', '{*} {fee} {word}'],
        ['Montant net au {débit|crédit} de votre compte', '{amount} {word}'],
      ],
      kind,
      kindByText,
    })),
  ]
}
