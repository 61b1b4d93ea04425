import {
  buildResumableSnapshot,
  continueSnapshot,
  type Ledger,
  type Market,
  openSharedMemory,
  type PriceSeries,
  type ResumableSnapshot,
  share,
} from '../../src/index.ts'
import { createRandom, type LedgerRecipe } from '../random/draws.ts'
import { generateWorld } from '../random/random-ledger.ts'
import {
  applyEdit,
  EDITS,
  type Edit,
  type Edited,
  type EditedWorld,
  editedMarket,
  startEditing,
} from './edits.ts'
import type { ContinueInput, Forget } from './forgotten.ts'

declare function structuredClone<Value>(value: Value): Value

/** How often each edit was derived from the snapshot before, and how often as a whole. */
export type Tally = Map<Edit, { continued: number; whole: number }>

export interface SequenceOptions {
  readonly recipe: LedgerRecipe
  readonly edits: number
  readonly tally: Tally
  /** Forgets something that the result depends on, as a defect would. */
  readonly forget?: Forget
  /** Takes changes of old transactions for new ones, as a defect would. */
  readonly isBlindToDates?: boolean
}

/** The path of the first field in which two values differ, or null. Numbers are compared bit by bit. */
export function findDifference(a: unknown, b: unknown, path = ''): string | null {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null)
    return Object.is(a, b) || (a ?? null) === (b ?? null) ? null : `${path}: ${String(a)} is not ${String(b)}`
  if (a instanceof Map && b instanceof Map) return findDifference([...a], [...b], path)
  if (ArrayBuffer.isView(a) !== ArrayBuffer.isView(b) || a.constructor !== b.constructor)
    return `${path}: another type`
  // Objects of unknown fields; each is compared.
  const [first, second] = [a as Record<string, unknown>, b as Record<string, unknown>]
  if (Array.isArray(a) || ArrayBuffer.isView(a)) {
    if (first.length !== second.length) return `${path}: ${first.length} rows are not ${second.length}`
    for (let row = 0; row < Number(first.length); row += 1) {
      const found = findDifference(first[row], second[row], `${path}[${row}]`)
      if (found !== null) return found
    }
    return null
  }
  for (const key of Object.keys({ ...first, ...second })) {
    const found = findDifference(first[key], second[key], `${path}.${key}`)
    if (found !== null) return found
  }
  return null
}

/**
 * The market of an edited world as a server keeps it: in shared memory, each column in the memory it had before the edit
 * unless it has changed, and seen through objects of its own as in another thread.
 */
function shareMarket(world: EditedWorld, before: { world: EditedWorld; market: Market } | null): Market {
  const { prices, ...rest } = editedMarket(world)
  const isSame =
    before?.world.ledger.instruments === world.ledger.instruments && before.world.lastDay === world.lastDay
  const kept = [...prices].map(([id, series]): [string, PriceSeries] => {
    const known = before?.market.prices.get(id)
    const isKept = isSame && before.world.quotes.get(id) === world.quotes.get(id)
    return [id, structuredClone(isKept && known ? known : share(series).value)]
  })
  return { ...rest, prices: new Map(kept) }
}

/** Continues from a checkpoint before the change. Null where there is none, or the change reaches behind it. */
function continueFrom(
  { snapshot, resume }: ResumableSnapshot,
  { world, changedFrom }: Edited,
  market: Market,
  choose: (count: number) => number,
  forget: (input: ContinueInput) => ContinueInput,
): ResumableSnapshot | null {
  const usable = (resume?.checkpoints ?? []).filter(({ day }) => day < (changedFrom ?? day + 1))
  const checkpoint = usable[choose(usable.length)]
  if (!resume || !checkpoint) return null
  const { accounts, instruments, transactions } = world.ledger
  const later: Ledger = {
    accounts,
    instruments,
    transactions: transactions.filter(({ day }) => day > checkpoint.day),
  }
  const input = forget({
    snapshot,
    resume,
    checkpoint,
    later,
    market,
    lastDay: world.lastDay,
    whole: world.ledger,
  })
  // As a server keeps it: in shared memory, which is too small for all of it after half of the changes.
  const { allocate } = openSharedMemory(later.transactions.length % 2 === 0 ? 16_384 : 1_048_576)
  const continued = continueSnapshot({ ...input, allocate }, input.later, input.market, world.lastDay)
  return continued && { ...continued, snapshot: share(continued.snapshot).value }
}

/**
 * Edits a generated ledger again and again, each time continuing from the snapshot before, and compares every snapshot
 * with the one of the whole ledger.
 *
 * @returns what differs, or null.
 */
export function findSequenceDifference({
  recipe,
  edits,
  tally,
  forget,
  isBlindToDates = false,
}: SequenceOptions): string | null {
  const draw = createRandom(recipe.seed ^ 0x3c6ef372)
  let world: EditedWorld = startEditing(generateWorld(recipe), draw)
  let market = shareMarket(world, null)
  const build = (): ResumableSnapshot => buildResumableSnapshot(world.ledger, market, world.lastDay)
  let last = build()
  for (let step = 0; step < edits; step += 1) {
    const edit = EDITS[draw(EDITS.length)] ?? 'post'
    const edited = applyEdit(edit, world, draw)
    if (edited === null) continue
    const marketBefore = market
    market = shareMarket(edited.world, { world, market })
    world = edited.world
    const change = isBlindToDates ? { world, changedFrom: null } : edited
    // The newest checkpoint is the usual one; older ones are as valid.
    const choose = (count: number): number => (draw(2) === 0 ? count - 1 : draw(Math.max(1, count)))
    const continued = continueFrom(last, change, market, choose, input =>
      forget ? forget(input, marketBefore) : input,
    )
    const whole = build()
    const counts = tally.get(edit) ?? { continued: 0, whole: 0 }
    tally.set(edit, counts)
    counts[continued ? 'continued' : 'whole'] += 1
    const difference = continued && findDifference(continued.snapshot, whole.snapshot)
    if (difference) return `${step + 1}. ${edit}: ${difference}`
    last = continued ?? whole
  }
  return null
}
