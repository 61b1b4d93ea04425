import type { DeliveryState } from '@plumbline/contract'
import type { FileReading } from '@plumbline/importers'
import type { Person } from '../../platform/auth/current-user.ts'
import type { Scoped } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { attempt } from '../../platform/jobs/attempt.ts'
import type { StoredReason } from '../../platform/jobs/delivery-texts.ts'
import type { OwnersStore } from '../../platform/jobs/owners.store.ts'
import type { DeliveriesStore, Feed, Outcome } from './deliveries.store.ts'
import { recordArrival } from './feeds.store.ts'
import { hashContent } from './hash-content.ts'
import { notifyStaff } from './notify.store.ts'

interface DeliveredFile {
  familyId: string
  custodianId: string | null
  sourceName: string
  name: string
  bytes: Uint8Array
}

interface KeptStatement {
  accountId: string
  date: string
}

/** An account number of a file that no account of the family has. */
interface LeftOutNumber {
  number: string
  currencies: readonly string[]
}

/** What the feature of imports does with a file. */
export interface ImportsOfFeeds<Read extends { reading: FileReading }> {
  read(file: DeliveredFile): Promise<Read>
  take(
    tx: Scoped,
    file: DeliveredFile,
    read: Read,
  ): Promise<{ accountIds: string[]; format: string | null; transactions: number } & TakenState>
  /** Deletes an import that nobody has applied. */
  discard(tx: Scoped, importId: string): Promise<void>
}

type TakenState =
  | { state: 'posted'; importId: string | null }
  | { state: 'waiting'; importId: string; reason: StoredReason }
  | { state: 'failed'; reason: StoredReason }

/** What the feature of reconciliation does with a file. */
export interface StatementsOfFeeds {
  keep(
    tx: Scoped,
    accountIds: readonly string[],
    file: FileReading,
    bytes: Uint8Array,
  ): Promise<{ kept: KeptStatement[]; leftOut: LeftOutNumber[] }>
  countBreaks(person: Person, statement: KeptStatement): Promise<number | null>
}

export interface TakeDependencies {
  deliveries: DeliveriesStore
  // The reading is passed from one call to the other and not looked at, except for its common part.
  // biome-ignore lint/suspicious/noExplicitAny: the feature of imports owns the type.
  imports: ImportsOfFeeds<any>
  statements: StatementsOfFeeds
  owners: OwnersStore
  onError(message: string): void
}

export interface Taken {
  id: string
  state: DeliveryState
}

/** Takes a file that a feed delivered: everything that follows from it is written in one transaction, once. */
export async function takeDelivery(
  dependencies: TakeDependencies,
  feed: Feed,
  { name, bytes }: { name: string; bytes: Uint8Array },
): Promise<Taken> {
  const { deliveries, imports, statements, onError } = dependencies
  const claim = await deliveries.claim(feed, { hash: hashContent(bytes), name, bytes: bytes.length })
  if (claim.state !== 'received') return claim
  let kept: KeptStatement[] = []
  let state: DeliveryState | null = null
  await attempt(
    async () => {
      const { family_id: familyId, custodian_id: custodianId, name: sourceName } = feed
      const file = { familyId, custodianId, sourceName, name, bytes }
      const read = await readFile(dependencies, file)
      state = await deliveries.finish(claim.id, async tx => {
        if (read === null) return finishTaken(tx, feed, claim.id, name, unreadable)
        const taken = await imports.take(tx, file, read)
        let leftOut: LeftOutNumber[] = []
        if (taken.state !== 'failed') {
          for (const id of await deliveries.listBeginnings(tx, feed, bytes)) await imports.discard(tx, id)
          const stated = await statements.keep(tx, taken.accountIds, read.reading, bytes)
          kept = stated.kept
          leftOut = stated.leftOut
        }
        const dates = kept.map(({ date }) => date).sort()
        return finishTaken(tx, feed, claim.id, name, {
          ...taken,
          reason: taken.state === 'posted' ? describeLeftOut(leftOut) : taken.reason,
          importId: taken.state === 'failed' ? null : taken.importId,
          holdings: read.reading.state === 'read' ? read.reading.reading.holdings.length : 0,
          statementDate: dates.at(-1) ?? null,
        })
      })
    },
    async (error, message) => {
      onError(`Delivery ${name}: ${message}`)
      const isFull = error instanceof AppError && error.code === 'storage_full'
      const outcome = isFull ? { ...unreadable, reason: { code: 'storage_full' } } : unreadable
      kept = []
      // What cannot be processed must not come back for ever.
      state = await deliveries.finish(claim.id, tx => finishTaken(tx, feed, claim.id, name, outcome))
    },
  )
  if (kept.length > 0) await compare(dependencies, feed, claim.id, kept)
  return { id: claim.id, state: state ?? 'failed' }
}

/** Null where everything that the file states was compared. */
function describeLeftOut(numbers: readonly LeftOutNumber[]): StoredReason | null {
  if (numbers.length === 0) return null
  const named = numbers.map(({ number, currencies }) => [number, ...currencies].join(' '))
  return { code: 'not_compared', numbers: named.join(', ') }
}

/** Takes what is no readable file, such as a link: it is only listed as failed. */
export async function refuseDelivery(
  { deliveries }: TakeDependencies,
  feed: Feed,
  refused: { hash: string; name: string; bytes: number; reason: StoredReason },
): Promise<Taken> {
  const { reason, ...arrival } = refused
  const claim = await deliveries.claim(feed, arrival)
  if (claim.state !== 'received') return claim
  const state = await deliveries.finish(claim.id, tx =>
    finishTaken(tx, feed, claim.id, arrival.name, { ...unreadable, reason }),
  )
  return { id: claim.id, state: state ?? 'failed' }
}

const unreadable: Outcome = {
  state: 'failed',
  reason: { code: 'unreadable' },
  format: null,
  importId: null,
  accountIds: [],
  transactions: 0,
  holdings: 0,
  statementDate: null,
}

/** Null for a file that takes too much time or memory. */
async function readFile({ imports }: TakeDependencies, file: DeliveredFile) {
  try {
    return await imports.read(file)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unreadable_file') return null
    throw error
  }
}

async function finishTaken(
  tx: Scoped,
  feed: Feed,
  id: string,
  file: string,
  outcome: Outcome,
): Promise<Outcome> {
  const family = { id: feed.family_id, name: feed.family_name }
  await recordArrival(tx, feed, file, outcome)
  if (outcome.state === 'waiting' && outcome.importId !== null)
    await notifyStaff(tx, {
      family,
      kind: 'import_ready',
      occurrence: `delivery/${id}/${outcome.importId}`,
      facts: { about: 'delivery', file, custodian: feed.name, reason: outcome.reason ?? {} },
      target: { kind: 'import', id: outcome.importId },
    })
  if (outcome.state === 'failed' || (outcome.state === 'posted' && outcome.reason !== null))
    await notifyStaff(tx, {
      family,
      kind: 'integration_failure',
      occurrence: `delivery/${id}`,
      facts: { about: 'delivery', file, custodian: feed.name, reason: outcome.reason ?? {} },
      target: { kind: 'integration', id: feed.id },
    })
  return outcome
}

/** The comparison is informative: its failure does not fail the delivery. */
async function compare(
  { deliveries, statements, owners, onError }: TakeDependencies,
  feed: Feed,
  id: string,
  kept: readonly KeptStatement[],
): Promise<void> {
  try {
    const actor = await deliveries.findActor(feed)
    const person = actor === null ? null : await owners.find(actor)
    if (!person) return
    const counts = []
    for (const statement of kept) counts.push(await statements.countBreaks(person, statement))
    const known = counts.filter(count => count !== null)
    await deliveries.recordBreaks(
      id,
      known.length === 0 ? null : known.reduce((sum, count) => sum + count, 0),
    )
  } catch (error) {
    onError(`Comparison of delivery ${id}: ${String(error)}`)
  }
}
