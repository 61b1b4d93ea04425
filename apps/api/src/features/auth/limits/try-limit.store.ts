import { sql } from 'kysely'
import type { Database, Scoped } from '../../../platform/db/database.ts'

export type TryLimitStore = ReturnType<typeof tryLimitStore>

/** A token bucket: so many tries at once, then one every so often. */
export interface Budget {
  key: Buffer
  quickTries: number
  secondsPerTry: number
}

export type Taken = { kind: 'granted'; taken: Budget[] } | { kind: 'refused'; retryAfterSeconds: number }

export function tryLimitStore(database: () => Database) {
  return {
    /**
     * Takes one try of each budget, before anything is evaluated, so that many at once cannot slip through together.
     * Where `isLenient`, a first budget that was full gets through although a later one is used up.
     */
    take(budgets: readonly Budget[], isLenient: boolean): Promise<Taken> {
      return database().within('system', async (tx): Promise<Taken> => {
        const taken: Budget[] = []
        let firstWasFull = false
        for (const budget of budgets) {
          const row = await takeOne(tx, budget)
          if (!row && !(isLenient && firstWasFull)) return refusal(tx, budgets, budget)
          if (!row) break
          if (taken.length === 0) firstWasFull = row.was_full
          taken.push(budget)
        }
        await forgetSome(tx)
        return { kind: 'granted', taken }
      })
    },

    /** What turned out right was no try at guessing. */
    async giveBack(taken: readonly Budget[]): Promise<void> {
      await database().within('system', async tx => {
        // One after the other, as they were taken: in another order two of these could wait for each other.
        for (const { key, secondsPerTry } of taken)
          await tx
            .updateTable('try_limit')
            .set({ full_at: sql<string>`full_at - make_interval(secs => ${secondsPerTry})` })
            .where('key', '=', key)
            .execute()
      })
    },
  }
}

/** Fills budgets up again: their owner has proved by other means who they are. */
export async function forgetTries(tx: Scoped, keys: readonly Buffer[]): Promise<void> {
  await tx
    .deleteFrom('try_limit')
    .where('key', 'in', [...keys])
    .execute()
}

async function takeOne(
  tx: Scoped,
  { key, quickTries, secondsPerTry }: Budget,
): Promise<{ was_full: boolean } | undefined> {
  const next = sql`greatest(t.full_at, present_moment()) + make_interval(secs => ${secondsPerTry})`
  const { rows } = await sql<{ was_full: boolean }>`
    insert into try_limit as t (key, full_at)
    values (${key}, present_moment() + make_interval(secs => ${secondsPerTry}))
    on conflict (key) do update set full_at = ${next}
    where ${next} <= present_moment() + make_interval(secs => ${secondsPerTry * quickTries})
    returning full_at <= present_moment() + make_interval(secs => ${secondsPerTry}) as was_full`.execute(tx)
  return rows[0]
}

async function refusal(tx: Scoped, budgets: readonly Budget[], refused: Budget): Promise<Taken> {
  // No more tries than there are can be used up: where it seems so a clock was put back, and nobody is to wait for that.
  for (const { key, quickTries, secondsPerTry } of budgets) {
    const longest = sql`present_moment() + make_interval(secs => ${secondsPerTry * quickTries})`
    // Touches nothing otherwise: tries at once would wait for each other in turns.
    await sql`update try_limit set full_at = ${longest} where key = ${key} and full_at > ${longest}`.execute(
      tx,
    )
  }
  const tries = (refused.quickTries - 1) * refused.secondsPerTry
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from full_at - present_moment()))::int - ${tries} as seconds
    from try_limit where key = ${refused.key}`.execute(tx)
  return { kind: 'refused', retryAfterSeconds: Math.max(1, rows[0]?.seconds ?? 1) }
}

/** Each call adds three rows at most and clears away a few that have long been full again. */
async function forgetSome(tx: Scoped): Promise<void> {
  await sql`
    delete from try_limit where key in (
      select key from try_limit where full_at < present_moment() - interval '1 hour' limit 5
      for update skip locked)`.execute(tx)
}
