import type { Preset } from '../csv/preset.ts'

/** Parqet: the activities of a portfolio as CSV. Amounts are before tax and fees. */
export const parqet: Preset = {
  id: 'parqet',
  name: 'Parqet',
  custodian: null,
  format: 'csv',
  detect: [
    ['datetime', 'price', 'shares', 'amount', 'tax', 'fee', 'type', 'broker', 'assettype', 'identifier'],
  ],
  columns: {
    date: ['date'],
    time: ['time'],
    price: ['price'],
    quantity: ['shares'],
    gross: ['amount'],
    taxes: ['tax'],
    fees: ['fee'],
    transaction_type: ['type'],
    isin: ['identifier'],
    wkn: ['wkn'],
    currency: ['currency'],
    name: ['holdingname'],
    instrument_type: ['assettype'],
  },
  decimalMark: ',',
  dateOrder: 'dmy',
  tradeAmountIs: 'gross',
  securityBy: ['isin'],
  rules: [
    { when: { transaction_type: /^buy$/i }, post: { type: 'trade', side: 'buy' } },
    { when: { transaction_type: /^sell$/i }, post: { type: 'trade', side: 'sell' } },
    { when: { transaction_type: /^dividend$/i }, post: { type: 'dividend', side: 'in' } },
    { when: { transaction_type: /^interest$/i }, post: { type: 'interest' } },
    { when: { transaction_type: /^transferin$/i, isin: /./ }, post: { type: 'transfer_in', side: 'in' } },
    { when: { transaction_type: /^transferout$/i, isin: /./ }, post: { type: 'transfer_out', side: 'out' } },
    { when: { transaction_type: /^transferin$/i }, post: { type: 'deposit', side: 'in' } },
    { when: { transaction_type: /^transferout$/i }, post: { type: 'withdrawal', side: 'out' } },
  ],
}
