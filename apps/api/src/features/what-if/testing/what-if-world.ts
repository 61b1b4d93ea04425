import { createTestApp } from '../../../testing/test-app.ts'
import { testLedger } from '../../../testing/test-ledger.ts'

export type WhatIfWorld = Awaited<ReturnType<typeof createWhatIfWorld>>

/** 700 shares at 100, 10 dollar shares at 200, 200 bonds at 100 and cash, on Friday 13 November 2026. */
export async function createWhatIfWorld() {
  const app = await createTestApp()
  const ledger = testLedger(app.database)
  const family = await app.addFamily('Own')
  const other = await app.addFamily('Other')
  await app.addUser({ username: 'ivy', role: 'investor', familyId: family })
  await app.addUser({ username: 'ned', role: 'investor', familyId: other })
  const limited = await app.addUser({ username: 'lia', role: 'investor', familyId: family })
  const account = await ledger.account(family, 'Main')
  const hidden = await ledger.account(family, 'Hidden')
  const foreign = await ledger.account(other, 'Elsewhere')
  await app.database.query('update app_user set sees_all_accounts = false where id = $1', [limited.id])
  await app.database.query('insert into account_grant (user_id, account_id) values ($1, $2)', [
    limited.id,
    account,
  ])
  const shares = await ledger.instrument('Acme')
  const dollars = await ledger.instrument('Delta', 'equity', 'USD')
  const notes = await ledger.instrument('Note', 'bond')
  const unpriced = await ledger.instrument('Unpriced')
  const fresh = await ledger.instrument('Fresh')
  const secret = await ledger.instrument('Secret')
  await app.database.query('update instrument set family_id = $1 where id = $2', [other, secret])
  const days = listDays('2026-10-01', '2026-11-13')
  await ledger.prices(shares, Object.fromEntries(days.map((day, place) => [day, 100 + (place % 2)])))
  await ledger.prices(dollars, Object.fromEntries(days.map(day => [day, 200])))
  await ledger.prices(notes, Object.fromEntries(days.map(day => [day, 100])))
  await ledger.prices(fresh, { '2026-11-13': 50 })
  await ledger.rates('CHF', Object.fromEntries(days.map(day => [day, 1.25])))
  const post = (of: string, transaction: Parameters<typeof ledger.post>[2]) =>
    ledger.post(family, of, transaction)
  await post(account, { type: 'deposit', date: '2026-10-01', amount: '100000' })
  await post(account, { type: 'deposit', date: '2026-10-01', amount: '3000', currency: 'USD' })
  await post(account, { type: 'trade', date: '2026-10-01', instrument: shares, quantity: '700', price: '90' })
  await post(account, { type: 'trade', date: '2026-10-01', instrument: notes, quantity: '200', price: '100' })
  await post(account, {
    type: 'trade',
    date: '2026-10-01',
    instrument: dollars,
    quantity: '10',
    price: '200',
    currency: 'USD',
  })
  await post(hidden, { type: 'deposit', date: '2026-10-01', amount: '5000' })
  const signIn = async (name: string) => (await app.signIn(name)).access
  const as = {
    investor: await signIn('ivy'),
    other: await signIn('ned'),
    limited: await signIn('lia'),
  }
  return { app, family, account, hidden, foreign, shares, dollars, notes, unpriced, fresh, secret, as }
}

function listDays(from: string, to: string): string[] {
  const days: string[] = []
  for (let day = Date.parse(from); day <= Date.parse(to); day += 86_400_000) {
    const date = new Date(day)
    if (date.getUTCDay() % 6 !== 0) days.push(date.toISOString().slice(0, 10))
  }
  return days
}
