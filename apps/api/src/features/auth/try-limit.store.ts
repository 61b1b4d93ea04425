import { sql } from 'kysely'
import type { Database, Scoped } from '../../db/database.ts'

/** So many tries at once, then one a minute. */
const quickTries = 10
const secondsPerTry = 60

export type TryLimitStore = ReturnType<typeof tryLimitStore>

export type Taken = { kind: 'granted'; taken: Buffer[] } | { kind: 'refused'; retryAfterSeconds: number }

export function tryLimitStore(database: () => Database) {
  return {
    /**
     * Takes one try of the address and one of the account, before anything is evaluated, so that many at once
     * cannot slip through together. Unless `isStrict`, an address without a try of its own on record gets through
     * although the account's tries are used up: whoever hammers an account must not lock its owner out.
     */
    take(keys: { address: Buffer; account: Buffer }, isStrict: boolean): Promise<Taken> {
      return database().within('system', async (tx): Promise<Taken> => {
        const address = await takeOne(tx, keys.address)
        if (!address) return refusal(tx, keys, keys.address)
        const account = await takeOne(tx, keys.account)
        await forgetSome(tx)
        if (account) return { kind: 'granted', taken: [keys.address, keys.account] }
        if (address.was_full && !isStrict) return { kind: 'granted', taken: [keys.address] }
        return refusal(tx, keys, keys.account)
      })
    },

    /** What turned out right was no try at guessing. */
    async giveBack(taken: readonly Buffer[]): Promise<void> {
      await database().within('system', async tx => {
        // One after the other, as they were taken: in another order two of these could wait for each other.
        for (const key of taken)
          await tx
            .updateTable('try_limit')
            .set({ full_at: sql<string>`full_at - make_interval(secs => ${secondsPerTry})` })
            .where('key', '=', key)
            .execute()
      })
    },
  }
}

async function takeOne(tx: Scoped, key: Buffer): Promise<{ was_full: boolean } | undefined> {
  const next = sql`greatest(t.full_at, present_moment()) + make_interval(secs => ${secondsPerTry})`
  const { rows } = await sql<{ was_full: boolean }>`
    insert into try_limit as t (key, full_at)
    values (${key}, present_moment() + make_interval(secs => ${secondsPerTry}))
    on conflict (key) do update set full_at = ${next}
    where ${next} <= present_moment() + make_interval(secs => ${secondsPerTry * quickTries})
    returning full_at <= present_moment() + make_interval(secs => ${secondsPerTry}) as was_full`.execute(tx)
  return rows[0]
}

async function refusal(tx: Scoped, keys: { address: Buffer; account: Buffer }, key: Buffer): Promise<Taken> {
  // No more tries than there are can be used up: where it seems so a clock was put back, and nobody is to wait for that.
  const longest = sql`present_moment() + make_interval(secs => ${secondsPerTry * quickTries})`
  // Touches nothing otherwise: tries at once would wait for each other in turns.
  await sql`
    update try_limit set full_at = ${longest}
    where key in (${keys.address}, ${keys.account}) and full_at > ${longest}`.execute(tx)
  const tries = (quickTries - 1) * secondsPerTry
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from full_at - present_moment()))::int - ${tries} as seconds
    from try_limit where key = ${key}`.execute(tx)
  return { kind: 'refused', retryAfterSeconds: Math.max(1, rows[0]?.seconds ?? 1) }
}

/** Each call adds two rows at most and clears away a few that have long been full again. */
async function forgetSome(tx: Scoped): Promise<void> {
  await sql`
    delete from try_limit where key in (
      select key from try_limit where full_at < present_moment() - interval '1 hour' limit 5
      for update skip locked)`.execute(tx)
}
