import {
  buildSnapshot,
  type Ledger,
  type Market,
  type PortfolioSnapshot,
  type Transaction,
} from '../src/index.ts'
import type { Corner, GeneratedWorld } from './random/random-ledger.ts'

/** A defect that is planted to test that the checks find it. The reference implementation never sees it. */
export interface Plant {
  /** The corner cases that show it most often. */
  readonly corners?: readonly Corner[]
  /** Keeps what the defect is about, for both sides. */
  readonly select?: (world: GeneratedWorld) => GeneratedWorld
  /** The ledger as the engine misreads it. */
  readonly misread?: (ledger: Ledger) => Ledger
  /** Changes the snapshot that the engine built. */
  readonly tamper?: (snapshot: PortfolioSnapshot) => void
}

export const NO_PLANT: Plant = {}

const typeOf = ({ instruments }: Ledger, { instrument }: Transaction): string | undefined =>
  instruments.find(({ id }) => id === instrument)?.type

/** Only cash and futures are left, so that nothing but their lot method can differ. */
function keepFutures(world: GeneratedWorld): GeneratedWorld {
  const transactions = world.ledger.transactions.filter(
    entry => entry.instrument === undefined || typeOf(world.ledger, entry) === 'future',
  )
  return { ...world, ledger: { ...world.ledger, transactions } }
}

/** Drops the gain of closed futures that is not paid yet. */
function dropMarginDue({ positions, instruments, segments }: PortfolioSnapshot): void {
  for (let position = 0; position < positions.count; position += 1) {
    if (instruments[positions.instrument[position] ?? -1]?.type !== 'future') continue
    const last = positions.segmentFrom[position + 1] ?? 0
    for (let segment = positions.segmentFrom[position] ?? 0; segment < last; segment += 1)
      if (segments.units[segment] === 0) segments.offset[segment] = 0
  }
}

/** Coupons paid where the bond was transferred to settle no claim. */
function ignoreCouponsAfterTransfers(ledger: Ledger): Ledger {
  const arrivals = ledger.transactions.filter(
    ({ type, link }) => type === 'transfer_in' && link !== undefined,
  )
  const isAfterTransfer = ({ account, instrument, day }: Transaction): boolean =>
    arrivals.some(entry => entry.account === account && entry.instrument === instrument && entry.day <= day)
  const transactions = ledger.transactions.map(
    (entry): Transaction =>
      (entry.type === 'coupon' || entry.type === 'interest') && isAfterTransfer(entry)
        ? { ...entry, type: 'other_income' }
        : entry,
  )
  return { ...ledger, transactions }
}

/** Units that arrive at a price of 0 set the price to 0. */
function acceptZeroPrices(ledger: Ledger): Ledger {
  const free = ledger.transactions.filter(
    ({ quantity, price, amount, link }) =>
      quantity !== undefined && link === undefined && Number(price ?? amount ?? 1) === 0,
  )
  const valuations = free.map(
    ({ account, instrument = '', day }, place): Transaction => ({
      id: `zero ${place}`,
      account,
      type: 'valuation',
      day,
      instrument,
      price: 0,
    }),
  )
  return { ...ledger, transactions: [...ledger.transactions, ...valuations] }
}

/** The planted defects by name. */
export const PLANTS: Readonly<Record<string, Plant>> = {
  'last-transaction-lost': {
    misread: ledger => ({ ...ledger, transactions: ledger.transactions.slice(0, -1) }),
  },
  'average-cost-for-fifo-futures': {
    corners: ['contract-lots'],
    select: keepFutures,
    misread: ledger => ({
      ...ledger,
      accounts: ledger.accounts.map(account =>
        account.lotMethod === 'fifo' ? { ...account, lotMethod: 'average' } : account,
      ),
    }),
  },
  'margin-dropped-at-closing': { corners: ['late-margin'], tamper: dropMarginDue },
  'claim-left-after-transfer': { corners: ['event-transfer'], misread: ignoreCouponsAfterTransfers },
  'price-zero-accepted': { corners: ['zero-prices'], misread: acceptZeroPrices },
}

/** The engine's snapshot of a generated ledger, with the planted defect. */
export function buildPlanted(
  world: GeneratedWorld,
  market: Market,
  { misread, tamper }: Plant,
): PortfolioSnapshot {
  const snapshot = buildSnapshot(misread ? misread(world.ledger) : world.ledger, market, world.lastDay)
  tamper?.(snapshot)
  return snapshot
}
