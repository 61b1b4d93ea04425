import { buildSnapshot, type Ledger, type Market, type ResumableSnapshot } from '../../src/index.ts'
import type { Checkpoint } from '../../src/posting/checkpoint.ts'
import type { ResumeState } from '../../src/snapshot/resume-state.ts'

/** What a continued derivation starts from. */
export interface ContinueInput {
  readonly snapshot: ResumableSnapshot['snapshot']
  readonly resume: ResumeState
  readonly checkpoint: Checkpoint
  readonly later: Ledger
  readonly market: Market
  readonly lastDay: number
  /** The whole ledger that `later` is the end of. */
  readonly whole: Ledger
}

/** A defect: something that the result depends on is forgotten. */
export type Forget = (input: ContinueInput, marketBefore: Market) => ContinueInput

const inState = (change: (resume: ResumeState, input: ContinueInput) => Partial<ResumeState>): Forget => {
  return input => ({ ...input, resume: { ...input.resume, ...change(input.resume, input) } })
}

const inCheckpoint = (change: (checkpoint: Checkpoint) => Partial<Checkpoint>): Forget => {
  return input => ({ ...input, checkpoint: { ...input.checkpoint, ...change(input.checkpoint) } })
}

/** One defect per kind of dependency. */
export const FORGOTTEN: Readonly<Record<string, Forget>> = {
  'the newest transaction': input => ({
    ...input,
    later: { ...input.later, transactions: input.later.transactions.slice(0, -1) },
  }),
  'a changed account': input => ({ ...input, later: { ...input.later, accounts: input.snapshot.accounts } }),
  'a changed instrument': input => ({
    ...input,
    later: { ...input.later, instruments: input.snapshot.instruments },
  }),
  'a changed price': (input, before) => ({ ...input, market: { ...input.market, prices: before.prices } }),
  'a changed rate': (input, before) => ({ ...input, market: { ...input.market, rates: before.rates } }),
  // As if the prices up to the checkpoint were not compared.
  'an earlier price': input => ({
    ...input,
    snapshot: { ...input.snapshot, prices: buildSnapshot(input.whole, input.market, input.lastDay).prices },
  }),
  // As if every column at the same place were the same memory.
  'which memory a price is in': input => {
    const { prices } = input.snapshot
    const names = new Map(
      input.snapshot.instruments.map(({ id }, place) => [id, prices[place]?.values.buffer]),
    )
    for (const [id, { values }] of input.market.prices) {
      const name = names.get(id)
      if (name instanceof SharedArrayBuffer) new Uint8Array(values.buffer).set(new Uint8Array(name, 0, 16))
    }
    return input
  },
  'entries noted': inState(() => ({ noted: [] })),
  'links to earlier transactions': inState(() => ({ linkDays: new Map() })),
  'amounts owed': inState(() => ({ owed: new Map() })),
  'issues of reading': inState(() => ({ issues: { unsupported: [], unpaired: [], splits: [] } })),
  'issues of posting': inState(() => ({ postedIssues: [] })),
  'open lots': inCheckpoint(({ openLots }) => ({
    openLots: { ...openLots, left: openLots.left.map(left => left / 2) },
  })),
  'cash balances': inCheckpoint(() => ({ cash: [] })),
  'flags of positions': inCheckpoint(({ flags }) => ({ flags: flags.map(() => 0) })),
  'carried gains': inCheckpoint(() => ({
    carriedGains: { lots: new Map(), pools: new Map(), pieces: new Map() },
  })),
  'margin paid so far': inCheckpoint(({ derived }) => ({
    derived: { ...derived, marginFrom: derived.marginFrom + 1 },
  })),
  'splits posted so far': inCheckpoint(({ derived }) => ({ derived: { ...derived, next: 0 } })),
  'what contracts are owed': inCheckpoint(({ holdings }) => ({
    holdings: holdings.map(holding => ({ ...holding, owed: 0, due: [] })),
  })),
}
