// What types of one group have in common, see `TRANSACTION_TYPE_TABLE`.

/** What most types have in common. */
export const plain = {
  units: null,
  side: null,
  income: null,
  charge: null,
  settles: null,
  linkSide: null,
  isPricedInRowCurrency: false,
  entry: null,
  mapsTo: [],
  words: [],
} as const
/** Units against money. */
export const traded = {
  ...plain,
  category: 'trade',
  posting: 'trade',
  statedAs: 'trade',
  needs: ['instrument', 'quantity'],
  units: 'either',
  cash: 'by_quantity',
  side: 'by_quantity',
} as const
/** Money that a holding or an account earns. */
export const earned = {
  ...plain,
  category: 'income',
  posting: 'income',
  statedAs: 'income',
  needs: ['amount'],
  cash: 'in',
  mapsTo: [null],
} as const
/** Money that people pay in or take out. */
export const paid = {
  ...plain,
  category: 'cash_flow',
  posting: 'cash',
  statedAs: 'cash',
  needs: ['amount'],
  mapsTo: [null],
} as const
/** Money that is charged. */
export const charged = {
  ...plain,
  category: 'cash_flow',
  posting: 'charge',
  statedAs: 'charge',
  needs: ['amount'],
  cash: 'out',
  charge: 'fees',
} as const
/** Money or units that cross the border of an account. */
export const moved = {
  ...plain,
  category: 'transfer',
  posting: 'cash',
  postingWithInstrument: 'delivery',
  statedAs: 'transfer',
  needs: [],
  isPricedInRowCurrency: true,
  mapsTo: [null],
} as const
/** An event of the company. */
export const corporateAction = { ...plain, category: 'corporate_action', posting: 'action' } as const
/** Entered through the API or a manual asset, with the instrument it is about. */
export const ofInstrument = { needsInstrument: true, choices: [] } as const
