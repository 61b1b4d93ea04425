import type { BankProfile, RowRule } from './profile.ts'

/** DADAT Bank (Schelhammer Capital): account statements carry whole trades; notes are read as such. */
export const dadatbank: BankProfile = {
  bank: 'dadatbank',
  recognise: [
    ['dadat bank', 'schelhammer'],
    ['dadat', 'schelhammer capital bank'],
  ],
  tables: [
    {
      when: [['kontoauszug', 'buchungstext']],
      currency: 'EUR',
      context: ['{*} vom {*}.{year}', '{*} vom {*}.{year} {*}'],
      parts: ['{day} {*} {day} {amount}', 'Neuer Saldo {*}', '{day} {*} Depot {*}'],
      rows: statementRows(),
      entry: '{day} {*} {day} {amount}',
    },
  ],
}

function statementRows(): RowRule[] {
  const security = [
    'ISIN {isin} {name} {shares} STK',
    'ISIN {isin} {name} {nominal} {currency}',
    'Kurs {price}',
  ]
  const costs = [
    '{KURSWERT|ZINSERTRAG|ERTRAG|TILGUNG|EINLÖSUNG} {gross} {currency}',
    'Stückzinsen {accrued} {currency}',
    '{KEST|Auslands-KESt|Kapitalertragsteuer|Quellensteuer|KESt I|KESt II|KESt III|Finanztransaktionssteuer} {tax} {currency}',
    '{Handelsspesen|Clearing Gebühr|Gebühr|Spesen|Inkassoprovision|Devisenprovision|Orderspesen} {fee} {currency}',
    'DevKurs {rate}',
    '{text} VON {n}',
  ]
  const kindByText = [{ words: ['storno'], rejected: 'cancellation' }] as const
  const head = (words: string) => [`{day} ${words} Depot {*} {valueDay} {amount}`]
  const details = [...security, ...costs]
  return [
    { lines: head('Storno{*}'), kind: { credit: 'deposit', debit: 'removal' }, rejected: 'cancellation' },
    { lines: head('{Kauf|Kauf aus Dauerauftrag|Zeichnung}'), details, kind: 'purchase', kindByText },
    { lines: head('{Verkauf|Tilgung|Einlösung|Rücknahme}'), details, kind: 'sale', kindByText },
    { lines: head('{Ertrag|Dividende|Zinsen|Kupon|Ausschüttung}'), details, kind: 'dividend', kindByText },
    {
      lines: head('{Steuern|KESt-Verlustausgleich|Steuer}{*}'),
      details: security,
      kind: { credit: 'taxRefund', debit: 'taxes' },
    },
    { lines: head('{text}'), kind: 'deposit', isUnknown: true },
    {
      lines: ['{day} Abschluss {valueDay} {amount}', '{text} {gross}'],
      kind: 'deposit',
      kindByText: [
        { words: ['gebuhr', 'entgelt', 'spesen'], kind: { credit: 'feeRefund', debit: 'fee' } },
        { words: ['zins'], kind: { credit: 'interest', debit: 'interestCharge' } },
        { words: [''], isUnknown: true },
      ],
    },
    {
      lines: ['{day} {text} {valueDay} {amount}'],
      kind: { credit: 'deposit', debit: 'removal' },
      kindByText: [
        { words: ['abschluss'], isUnknown: true },
        { words: ['gebuhr', 'entgelt', 'spesen'], kind: { credit: 'feeRefund', debit: 'fee' } },
        { words: ['zinsen'], kind: { credit: 'interest', debit: 'interestCharge' } },
      ],
    },
  ]
}
