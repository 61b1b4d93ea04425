import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  buildResumableSnapshot,
  chooseCheckpoint,
  continueSnapshot,
  type Instrument,
  type Ledger,
  priceSeries,
  rateSeries,
  type Transaction,
} from '../../src/index.ts'
import { makeRecipe } from '../random/recipes.ts'
import { EDITS } from './edits.ts'
import { FORGOTTEN } from './forgotten.ts'
import { findSequenceDifference, type SequenceOptions, type Tally } from './sequences.ts'

const SEQUENCES = 200
const EDITS_PER_SEQUENCE = 8
/** Sequences that are tried until a defect is found. */
const TRIES = 1_200

/** The first difference that some sequences find, or null. */
function findAny(options: Pick<SequenceOptions, 'forget' | 'isBlindToDates'>): string | null {
  for (let sequence = 0; sequence < TRIES; sequence += 1) {
    const place = Math.floor(sequence / 2)
    // Some dependencies need long ledgers, others are rarer in them.
    const recipe =
      sequence % 2 === 0
        ? { ...makeRecipe(7, place), days: 24, transactions: 32 }
        : makeRecipe(820_817, place)
    const found = findSequenceDifference({ recipe, edits: 4, tally: new Map(), ...options })
    if (found !== null) return found
  }
  return null
}

/** The memory of all columns of a value. */
function listMemory(value: unknown): ArrayBufferLike[] {
  if (ArrayBuffer.isView(value)) return [value.buffer]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listMemory) : []
}

describe('a snapshot that continues an earlier one', () => {
  it('equals the one of the whole ledger to the last bit after every edit', () => {
    const tally: Tally = new Map()
    const check = (seed: number): void => {
      const recipe = makeRecipe(seed, seed % 399)
      expect(findSequenceDifference({ recipe, edits: EDITS_PER_SEQUENCE, tally })).toBeNull()
    }
    fc.assert(fc.property(fc.nat(), check), { numRuns: SEQUENCES })
    expect([...tally.keys()].toSorted()).toEqual(EDITS.toSorted())
    for (const edit of ['post', 'void', 'correct', 'next-day'] as const)
      expect(tally.get(edit)?.continued, edit).toBeGreaterThan(10)
  })

  it('differs where the day of a change is forgotten', () => {
    expect(findAny({ isBlindToDates: true })).not.toBeNull()
  })

  it.each(Object.entries(FORGOTTEN))('differs where %s would be forgotten', (_, forget) => {
    expect(findAny({ forget })).not.toBeNull()
  })

  describe('with a share bought in another currency', () => {
    const day = 20_000
    const market = (rate: number) => ({
      pivot: 'CHF',
      prices: new Map([['s', priceSeries([[day, 50]], day + 20)]]),
      rates: new Map([['USD', rateSeries([[day, rate]], day + 20)]]),
    })
    const share: Instrument = { id: 's', name: 's', type: 'equity', currency: 'USD' }
    const at = (id: string, after: number, facts: Partial<Transaction> = {}): Transaction => ({
      id,
      account: 'a',
      type: 'deposit',
      day: day + after,
      currency: 'CHF',
      amount: 100,
      ...facts,
    })
    const bought = at('2', 2, { type: 'trade', instrument: 's', quantity: 3, price: 50 })
    const transactions = [at('1', 1), bought, at('3', 3), at('4', 4, { currency: 'EUR' })]
    const ledger = (list: readonly Transaction[]): Ledger => ({
      accounts: [{ id: 'a', custodian: 'c' }],
      instruments: [share],
      transactions: list,
    })
    const before = buildResumableSnapshot(ledger(transactions), market(0.9), day + 20)
    const continueWith = (list: readonly Transaction[], rate: number) => {
      const { snapshot, resume } = before
      const checkpoint = resume && chooseCheckpoint(resume, day + 4)
      if (!resume || !checkpoint) throw new Error('there is a state before the last transaction')
      const later = list.filter(entry => entry.day > checkpoint.day)
      return continueSnapshot({ snapshot, resume, checkpoint }, ledger(later), market(rate), day + 20)
    }

    it('continues where nothing before the change differs', () => {
      expect(continueWith([...transactions, at('5', 5)], 0.9)).not.toBeNull()
    })

    it('uses no memory of the snapshot before, apart from prices and rates', () => {
      const { snapshot } = continueWith([...transactions, at('5', 5)], 0.9) ?? {}
      const kept = new Set(listMemory({ ...before.snapshot, prices: null, rates: null }))
      const used = listMemory({ ...snapshot, prices: null, rates: null })
      expect(used.length).toBeGreaterThan(30)
      expect(used.filter(memory => kept.has(memory))).toEqual([])
    })

    it('begins again after a change of an earlier rate', () => {
      expect(continueWith(transactions, 0.8)).toBeNull()
    })

    it('begins again where a currency is no longer used', () => {
      expect(continueWith(transactions.slice(0, 3), 0.9)).toBeNull()
    })
  })
})
