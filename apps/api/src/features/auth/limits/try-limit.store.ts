import { sql } from 'kysely'
import type { Database, Scoped } from '../../../platform/db/database.ts'

export type TryLimitStore = ReturnType<typeof tryLimitStore>

/** A token bucket: a burst of tries, then one per interval. */
export interface Budget {
  key: Buffer
  burst: number
  secondsPerTry: number
}

export type TakeResult = { kind: 'granted'; taken: Budget[] } | { kind: 'refused'; retryAfterSeconds: number }

export function tryLimitStore(database: () => Database) {
  return {
    /**
     * Takes one try of each budget before anything is evaluated, so that parallel tries cannot slip through. If
     * `isLenient`, a full first budget suffices even if a later one is used up.
     */
    take(budgets: readonly Budget[], isLenient: boolean): Promise<TakeResult> {
      return database().within('system', async (tx): Promise<TakeResult> => {
        const taken: Budget[] = []
        let firstWasFull = false
        for (const budget of budgets) {
          const row = await takeToken(tx, budget)
          if (!row && !(isLenient && firstWasFull)) return refuseUntilRefill(tx, budgets, budget)
          if (!row) break
          if (taken.length === 0) firstWasFull = row.was_full
          taken.push(budget)
        }
        await deleteIdleBudgets(tx)
        return { kind: 'granted', taken }
      })
    },

    /** Returns the tries after a success. */
    async giveBack(taken: readonly Budget[]): Promise<void> {
      await database().within('system', async tx => {
        // In the order they were taken, to avoid deadlocks.
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

/** Refills budgets after the owner has proved their identity by other means. */
export async function resetBudgets(tx: Scoped, keys: readonly Buffer[]): Promise<void> {
  await tx
    .deleteFrom('try_limit')
    .where('key', 'in', [...keys])
    .execute()
}

async function takeToken(
  tx: Scoped,
  { key, burst, secondsPerTry }: Budget,
): Promise<{ was_full: boolean } | undefined> {
  const next = sql`greatest(t.full_at, present_moment()) + make_interval(secs => ${secondsPerTry})`
  const { rows } = await sql<{ was_full: boolean }>`
    insert into try_limit as t (key, full_at)
    values (${key}, present_moment() + make_interval(secs => ${secondsPerTry}))
    on conflict (key) do update set full_at = ${next}
    where ${next} <= present_moment() + make_interval(secs => ${secondsPerTry * burst})
    returning full_at <= present_moment() + make_interval(secs => ${secondsPerTry}) as was_full`.execute(tx)
  return rows[0]
}

async function refuseUntilRefill(
  tx: Scoped,
  budgets: readonly Budget[],
  refused: Budget,
): Promise<TakeResult> {
  // A budget cannot be more than used up: a later moment means that the clock was set back.
  for (const { key, burst, secondsPerTry } of budgets) {
    const longest = sql`present_moment() + make_interval(secs => ${secondsPerTry * burst})`
    // Updates no row otherwise, so that parallel tries do not wait for each other.
    await sql`update try_limit set full_at = ${longest} where key = ${key} and full_at > ${longest}`.execute(
      tx,
    )
  }
  const tries = (refused.burst - 1) * refused.secondsPerTry
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from full_at - present_moment()))::int - ${tries} as seconds
    from try_limit where key = ${refused.key}`.execute(tx)
  return { kind: 'refused', retryAfterSeconds: Math.max(1, rows[0]?.seconds ?? 1) }
}

/** Each call adds three rows at most and deletes a few that are full again. */
async function deleteIdleBudgets(tx: Scoped): Promise<void> {
  await sql`
    delete from try_limit where key in (
      select key from try_limit where full_at < present_moment() - interval '1 hour' limit 5
      for update skip locked)`.execute(tx)
}
