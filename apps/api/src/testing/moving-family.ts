import type { TestApp } from './test-app.ts'
import { testLedger } from './test-ledger.ts'

/** A family whose figures change by prices, rates, income, fees, taxes and trades. */
export async function movingFamily(app: TestApp) {
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  await app.addUser({ username: 'demo', role: 'demo', familyId: family })
  const main = await ledger.account(family, 'Main')
  const away = await ledger.account(other, 'Away')
  const acme = await ledger.instrument('Acme')
  const globex = await ledger.instrument('Globex', 'equity', 'USD')
  await ledger.prices(acme, {
    '2026-11-02': 100,
    '2026-11-10': 104,
    '2026-11-11': 103,
    '2026-11-12': 107,
    '2026-11-13': 110,
  })
  await ledger.prices(globex, {
    '2026-11-02': 50,
    '2026-11-10': 52,
    '2026-11-11': 51,
    '2026-11-12': 55,
    '2026-11-13': 54,
  })
  // Dollars for one franc: the dollar is worth 0.80, then 0.78 francs.
  await ledger.rates('CHF', { '2026-11-02': 1.25, '2026-11-12': 1 / 0.78 })
  const post = (transaction: Parameters<typeof ledger.post>[2]) => ledger.post(family, main, transaction)
  await post({ type: 'deposit', date: '2026-11-02', amount: '20000' })
  await post({
    type: 'fx',
    date: '2026-11-02',
    net: '8000',
    counterCurrency: 'USD',
    counterAmount: '10000',
  })
  const acmePosition = await post({
    type: 'trade',
    date: '2026-11-02',
    instrument: acme,
    quantity: '60',
    price: '100',
    fees: '12',
  })
  const globexPosition = await post({
    type: 'trade',
    date: '2026-11-02',
    instrument: globex,
    quantity: '100',
    price: '50',
    currency: 'USD',
  })
  await post({
    type: 'dividend',
    date: '2026-11-11',
    instrument: globex,
    amount: '40',
    currency: 'USD',
    taxes: '6',
  })
  await post({
    type: 'trade',
    date: '2026-11-12',
    instrument: acme,
    quantity: '-20',
    price: '106',
    fees: '4',
  })
  await post({
    type: 'trade',
    date: '2026-11-12',
    instrument: globex,
    quantity: '10',
    price: '53',
    currency: 'USD',
  })
  await post({ type: 'fees_cash', date: '2026-11-12', amount: '9' })
  await post({ type: 'deposit', date: '2026-11-13', amount: '500' })
  const foreign = await ledger.post(other, away, {
    type: 'trade',
    date: '2026-11-02',
    instrument: acme,
    quantity: '1',
    price: '100',
  })
  const tokens = async (username: string) => (await app.signIn(username)).access
  return {
    ledger,
    family,
    main,
    acme,
    globex,
    acmePosition,
    globexPosition,
    /** A position of another family. */
    foreign,
    ivy: await tokens('ivy'),
    ned: await tokens('ned'),
    demo: await tokens('demo'),
  }
}
