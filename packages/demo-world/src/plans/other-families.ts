import { type AccountPlan, kept, targets } from './plan.ts'

const evenMonths = [2, 5, 8, 11]

/** Two salaries, saved month by month. */
export const moreauBrandt: readonly AccountPlan[] = [
  {
    account: 'tannwald',
    funding: [
      { date: '2017-01-09', currency: 'EUR', amount: 850_000, note: 'Savings until now' },
      { date: '2021-09-06', currency: 'EUR', amount: 250_000, note: 'Sale of the flat' },
    ],
    savings: [
      { instrument: 'TABA', amount: 2_000, dayOfMonth: 4, from: '2017-02-01' },
      { instrument: 'TADI', amount: 1_500, dayOfMonth: 4, from: '2017-02-01' },
      { instrument: 'TWLD', amount: 2_500, dayOfMonth: 18, from: '2018-01-01' },
      { instrument: 'TASI', amount: 1_000, dayOfMonth: 18, from: '2018-01-01' },
    ],
    targets: [
      ...targets(
        ['KONT', 0.13, '2017-01-16'],
        ['TIDS', 0.08, '2017-01-16'],
        ['TANN', 0.08, '2017-01-23'],
        ['LIGU', 0.07, '2017-02-13'],
        ['HOUB', 0.06, '2017-02-13', '2023-08-14'],
        ['SYLV', 0.06, '2017-04-24'],
        ['DELF', 0.06, '2017-04-24'],
        ['VALD', 0.07, '2018-05-14'],
        ['PENN', 0.06, '2018-05-14', '2024-05-13'],
        ['AERO', 0.06, '2019-02-11'],
        ['KIES', 0.05, '2019-10-14', '2025-02-10'],
      ),
      ...kept(['DE29', 0.06, '2019-05-20'], ['TIDS31', 0.06, '2022-09-19']),
    ],
    invested: [['2017-01-01', 0.94]],
    reviews: { months: evenMonths, dayOfMonth: 11 },
  },
  {
    account: 'brandt',
    funding: [
      { date: '2018-03-05', currency: 'EUR', amount: 400_000, note: 'Inheritance' },
      { date: '2022-05-09', currency: 'EUR', amount: 150_000, note: 'Savings' },
    ],
    savings: [
      { instrument: 'TEUR', amount: 1_200, dayOfMonth: 9, from: '2018-06-01' },
      { instrument: 'TSML', amount: 900, dayOfMonth: 9, from: '2018-06-01' },
      { instrument: 'TPWR', amount: 400, dayOfMonth: 9, from: '2020-01-01', to: '2023-12-31' },
    ],
    allowances: [
      { months: [5, 11], dayOfMonth: 25, amount: 9_000, growth: 0.02, from: '2020-01-01', note: 'Travels' },
    ],
    targets: targets(
      ['LUND', 0.14, '2018-03-12'],
      ['HAVB', 0.16, '2018-03-12'],
      ['COTA', 0.08, '2020-11-16'],
      ['LITH', 0.14, '2018-04-09'],
      ['SOLV', 0.1, '2018-04-09', '2024-09-16'],
      ['HOSH', 0.09, '2019-06-17'],
      ['MAPL', 0.09, '2019-06-17'],
      ['TAGG', 0.14, '2018-05-14'],
    ),
    invested: [['2018-01-01', 0.95]],
    reviews: { months: [3, 6, 9, 12], dayOfMonth: 17 },
    acts: [{ date: '2024-09-16', act: 'move', instrument: 'SOLV', to: 'tannwald' }],
  },
]

/** A trust from the parents' generation, a trading account, and an account from the years in London. */
export const hargroveTan: readonly AccountPlan[] = [
  {
    account: 'hargrove',
    funding: [
      { date: '2017-01-17', currency: 'USD', amount: 1_300_000, note: 'Settlement of the trust' },
      { date: '2021-11-22', currency: 'USD', amount: 1_600_000, note: 'Estate of G. Hargrove senior' },
    ],
    savings: [{ instrument: 'CALI', amount: 3_000, dayOfMonth: 6, from: '2017-04-01' }],
    allowances: [
      {
        months: [1, 4, 7, 10],
        dayOfMonth: 10,
        amount: 21_000,
        growth: 0.02,
        from: '2018-01-01',
        note: 'Distribution of the trust',
      },
    ],
    targets: [
      ...targets(
        ['CMLT', 0.1, '2017-01-23'],
        ['PRAI', 0.1, '2017-01-23'],
        ['LARK', 0.09, '2017-01-30'],
        ['GRYH', 0.08, '2017-01-30'],
        ['RIDM', 0.07, '2017-02-06'],
        ['CASC', 0.07, '2017-02-06'],
        ['IRNQ', 0.07, '2017-02-13'],
        ['SAGE', 0.06, '2017-02-13'],
        ['HRVL', 0.05, '2017-02-27'],
        ['COPF', 0.06, '2017-02-27'],
        ['KETR', 0.06, '2017-03-06'],
        ['TUSL', 0.1, '2017-03-06'],
      ),
      ...kept(['US24', 0.06, '2017-03-20'], ['RIDM29', 0.06, '2023-06-05'], ['CRVD33', 0.06, '2023-06-26']),
    ],
    invested: [['2017-01-01', 0.95]],
    reviews: { months: [3, 6, 9, 12], dayOfMonth: 13 },
    acts: [
      {
        date: '2021-02-08',
        act: 'inherit',
        instrument: 'WAYF',
        lots: [
          { date: '2009-05-12', quantity: 60, cost: 12_120 },
          { date: '2012-11-20', quantity: 40, cost: 13_340 },
        ],
      },
    ],
  },
  {
    account: 'tan',
    funding: [
      { date: '2017-09-05', currency: 'USD', amount: 120_000, note: 'Savings' },
      { date: '2020-03-30', currency: 'USD', amount: 80_000, note: 'Savings' },
      { date: '2023-02-21', currency: 'USD', amount: 400_000, note: 'Shares of an employer, sold' },
    ],
    savings: [
      { instrument: 'TALL', amount: 2_500, dayOfMonth: 16, from: '2017-10-01' },
      { instrument: 'TTRS', amount: 1_500, dayOfMonth: 16, from: '2019-01-01' },
    ],
    targets: targets(
      ['CRVD', 0.2, '2017-09-11', '2019-01-07'],
      ['CRVD', 0.12, '2021-06-14'],
      ['WAYF', 0.14, '2017-09-11'],
      ['PLAZ', 0.12, '2017-10-16'],
      ['FILD', 0.1, '2018-02-12', '2022-04-21'],
      ['JADE', 0.12, '2018-02-12'],
      ['VOLT', 0.08, '2019-10-28', '2021-11-15'],
      ['TLYP', 0.1, '2019-03-18'],
      ['CNFR', 0.06, '2020-03-02', '2020-11-09'],
      ['FILD', 0.1, '2023-07-24'],
      ['TSML', 0.12, '2018-08-20'],
    ),
    invested: [['2017-01-01', 0.95]],
    reviews: { months: evenMonths, dayOfMonth: 7 },
  },
  {
    account: 'london',
    funding: [
      { date: '2017-05-08', currency: 'GBP', amount: 420_000, note: 'Years in London' },
      { date: '2020-12-07', currency: 'GBP', amount: 120_000, note: 'Sale of the flat' },
    ],
    savings: [{ instrument: 'TGBP', amount: 700, dayOfMonth: 23, from: '2017-07-01', to: '2021-06-30' }],
    targets: [
      ...targets(
        ['PENN', 0.16, '2017-05-15'],
        ['ESTU', 0.16, '2017-05-15'],
        ['HALL', 0.14, '2017-05-22'],
        ['TGBP', 0.16, '2017-05-22'],
        ['COTA', 0.1, '2018-03-19', '2020-04-14'],
        ['COTA', 0.1, '2022-10-17'],
        ['TALL', 0.14, '2018-01-22'],
      ),
      ...kept(['GB31', 0.1, '2021-01-18'], ['ESTU36', 0.1, '2024-02-19']),
    ],
    invested: [['2017-01-01', 0.95]],
    reviews: { months: evenMonths, dayOfMonth: 24 },
  },
]
