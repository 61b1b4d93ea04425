import type { Preset } from '../csv/preset.ts'

/**
 * Nordnet: 'Transaktioner' as CSV, in Swedish, Danish or Norwegian, separated by tabs. The currency of a price is not
 * stated: where it is not that of the amount, the row is a problem.
 */
export const nordnet: Preset = {
  id: 'nordnet',
  name: 'Nordnet',
  format: 'csv',
  followsPublishedColumns: true,
  detect: [
    ['Bokföringsdag', 'Affärsdag', 'Likviddag', 'Transaktionstyp', 'Värdepapper', 'ISIN', 'Antal', 'Belopp'],
    ['Bogføringsdag', 'Handelsdag', 'Valørdag', 'Transaktionstype', 'Værdipapirer', 'ISIN', 'Antal', 'Beløb'],
    [
      'Bokføringsdag',
      'Handelsdag',
      'Oppgjørsdag',
      'Transaksjonstype',
      'Verdipapir',
      'ISIN',
      'Antall',
      'Beløp',
    ],
  ],
  columns: {
    reference: ['Id'],
    date: ['Affärsdag', 'Handelsdag'],
    settle_date: ['Likviddag', 'Valørdag', 'Oppgjørsdag'],
    account: ['Depå', 'Depot', 'Portefølje'],
    transaction_type: ['Transaktionstyp', 'Transaktionstype', 'Transaksjonstype'],
    name: ['Värdepapper', 'Værdipapirer', 'Verdipapir'],
    isin: ['ISIN'],
    quantity: ['Antal', 'Antall'],
    price: ['Kurs'],
    accrued: ['Ränta', 'Rente', 'Renter'],
    fees: ['Total Avgift', 'Samlede afgifter', 'Totale Avgifter'],
    fees_currency: { rightOf: ['Total Avgift', 'Samlede afgifter', 'Totale Avgifter'] },
    net: ['Belopp', 'Beløb', 'Beløp'],
    currency: { rightOf: ['Belopp', 'Beløb', 'Beløp'] },
    note: ['Transaktionstext', 'Transaktionstekst', 'Transaksjonstekst'],
    category: ['Makuleringsdatum', 'Makuleringsdato'],
  },
  decimalMark: ',',
  dateOrder: 'ymd',
  identity: ['reference'],
  securityBy: ['isin'],
  rules: [
    { when: { category: /./ }, skip: 'reversed' },
    { when: { transaction_type: /^(köpt|købt|kjøpt|köp)/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^(sålt|solgt|salg|sälj)/i }, post: { type: 'trade', side: 'sell' } },
    {
      when: { transaction_type: /kup.?skatt|udbytteskat|kupongskatt|prelskatt|skat/i },
      post: { type: 'tax' },
    },
    { when: { transaction_type: /^(utdelning|udbytte|utbytte|utd)/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /ränta|rente/i }, post: { type: 'interest', isCashOnly: true } },
    { when: { transaction_type: /avgift|gebyr|afgift/i }, post: { type: 'fees_cash', isCashOnly: true } },
    {
      when: {
        transaction_type:
          /^(insättning|uttag|indbetaling|hævning|udbetaling|innskudd|uttak|innbet|överföring|overførsel|overføring)/i,
      },
      post: { type: 'deposit' },
    },
    { when: { transaction_type: /split/i }, refuse: 'no_ratio' },
    { when: { transaction_type: /^(byte|bytte|fusion)/i }, refuse: 'not_supported' },
  ],
}
