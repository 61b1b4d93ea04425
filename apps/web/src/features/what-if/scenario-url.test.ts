import { describe, expect, it } from 'vitest'
import { type Change, readChanges, toScenario, wireName, writeChanges } from './scenario-url.ts'

const account = '11111111-1111-4111-8111-111111111111'
const instrument = '22222222-2222-4222-8222-222222222222'
const changes: Change[] = [
  { kind: 'trade', side: 'hold', by: 'weight', size: 0.05, account, instrument, price: 12.5, fees: 3 },
  { kind: 'trade', side: 'sell', by: 'quantity', size: 10, account, instrument },
  { kind: 'price', of: 'sector', key: 'consumer_discretionary', change: -0.1 },
  { kind: 'price', of: 'instrument', key: instrument, price: 1000 },
  { kind: 'rate', currency: 'USD', rate: 0.85, in: 'CHF' },
  { kind: 'rate', currency: 'EUR', change: 0.02 },
  { kind: 'flow', account, currency: 'CHF', amount: -5000 },
]

describe('a scenario in an address', () => {
  it('reads back as it was written', () => {
    expect(readChanges(writeChanges(changes))).toEqual(changes)
    expect(readChanges(undefined)).toEqual([])
  })

  it('needs no escaping, and fits with as many changes as a scenario takes', () => {
    const written = writeChanges(changes)
    expect(encodeURIComponent(written)).toBe(written)
    const trade = changes[0] as Change
    const most = Array.from({ length: 80 }, () => trade)
    expect(writeChanges(most).length).toBeLessThan(9000)
  })

  it('leaves out what is not a change', () => {
    const broken = [
      'trade!give!quantity!1!a!b',
      'trade!buy!quantity!x!a!b',
      'rate!dollar!1',
      'flow!a!CHF!',
      'x',
      '',
    ]
    expect(readChanges(broken.join('*'))).toEqual([])
  })

  it('lists the changes by kind for the server, and names each as the server does', () => {
    const scenario = toScenario(changes)
    expect(scenario.trades).toHaveLength(2)
    expect(scenario.flows).toEqual([{ account, currency: 'CHF', amount: -5000 }])
    expect(wireName(changes, 1)).toBe('scenario.trades.1')
    expect(wireName(changes, 5)).toBe('scenario.rates.1')
  })
})
