import type { Preset } from '../csv/preset.ts'

/**
 * Nordnet: 'Transaktioner' as CSV, in Swedish, Danish, Norwegian or Finnish, separated by tabs. The currency of a
 * price is not stated: where it is not that of the amount, the row is a problem.
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
    ['Kirjauspäivä', 'Kauppapäivä', 'Maksupäivä', 'Tapahtumatyyppi', 'Arvopaperi', 'ISIN', 'Määrä', 'Summa'],
  ],
  columns: {
    reference: ['Id'],
    date: ['Affärsdag', 'Handelsdag', 'Kauppapäivä'],
    settle_date: ['Likviddag', 'Valørdag', 'Oppgjørsdag', 'Maksupäivä'],
    account: ['Depå', 'Depot', 'Portefølje', 'Salkku'],
    transaction_type: ['Transaktionstyp', 'Transaktionstype', 'Transaksjonstype', 'Tapahtumatyyppi'],
    name: ['Värdepapper', 'Værdipapirer', 'Verdipapir', 'Arvopaperi'],
    isin: ['ISIN'],
    quantity: ['Antal', 'Antall', 'Määrä'],
    price: ['Kurs', 'Kurssi'],
    accrued: ['Ränta', 'Rente', 'Renter', 'Korko'],
    fees: ['Total Avgift', 'Samlede afgifter', 'Totale Avgifter', 'Kokonaiskulut'],
    fees_currency: { rightOf: ['Total Avgift', 'Samlede afgifter', 'Totale Avgifter', 'Kokonaiskulut'] },
    net: ['Belopp', 'Beløb', 'Beløp', 'Summa'],
    currency: { rightOf: ['Belopp', 'Beløb', 'Beløp', 'Summa'] },
    note: ['Transaktionstext', 'Transaktionstekst', 'Transaksjonstekst', 'Tapahtumateksti'],
    category: ['Makuleringsdatum', 'Makuleringsdato', 'Mitätöintipäivä'],
  },
  decimalMark: ',',
  dateOrder: 'ymd',
  identity: ['reference'],
  securityBy: ['isin'],
  rules: [
    { when: { category: /./ }, skip: 'reversed' },
    { when: { transaction_type: /^(köpt|købt|kjøpt|köp|osto$)/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^(sålt|solgt|salg|sälj|myynti$)/i }, post: { type: 'trade', side: 'sell' } },
    {
      when: {
        transaction_type:
          /kup.?skatt|udbytteskat|kupongskatt|prelskatt|skat|ennakkopidätys|lähdevero|kuponkivero/i,
      },
      post: { type: 'tax' },
    },
    { when: { transaction_type: /^(utdelning|udbytte|utbytte|utd|osinko)/i }, post: { type: 'dividend' } },
    { when: { transaction_type: /^pääoman palautus/i }, post: { type: 'return_of_capital' } },
    { when: { transaction_type: /ränta|rente|kor(ko|on)/i }, post: { type: 'interest', isCashOnly: true } },
    { when: { transaction_type: /avgift|gebyr|afgift/i }, post: { type: 'fees_cash', isCashOnly: true } },
    {
      when: {
        transaction_type:
          /^(insättning|uttag|indbetaling|hævning|udbetaling|innskudd|uttak|innbet|överföring|overførsel|overføring|talletus|nosto)/i,
      },
      post: { type: 'deposit' },
    },
    { when: { transaction_type: /split/i }, refuse: 'no_ratio' },
    { when: { transaction_type: /^(byte|bytte|fusion)/i }, refuse: 'not_supported' },
  ],
}
