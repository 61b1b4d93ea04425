import { randomBytes } from 'node:crypto'
import type { Role, TokenScope } from '@plumbline/contract'
import { sql } from 'kysely'
import { createConcurrencyLimit } from '../concurrency/concurrency-limit.ts'
import { createRequestCoalescing } from '../concurrency/request-coalescing.ts'
import type { Database } from '../db/database.ts'
import type { ViewRow } from './view-row.ts'

export interface WhoRow {
  user_id: string
  username: string
  name: string
  role: Role
  family_id: string | null
  is_beta_tester: boolean
  must_set_up_two_factor: boolean
  /** As saved; null where nothing was. */
  language: string | null
}

type SignInRow = WhoRow & { present: Date; has_recent_password: boolean; view?: ViewRow }
type TokenRow = WhoRow & { token_id: string; token_scope: TokenScope }

export type SessionStore = ReturnType<typeof sessionStore>

/**
 * Every request asks who makes it. A screen sends a dozen at once, which ask the same; someone with many sign-ins who
 * sends more must not have all connections, nor open new ones.
 */
const mostAtOnce = 3

export function sessionStore(database: () => Database) {
  let signingKey: Promise<Buffer> | undefined
  const together = createRequestCoalescing()
  const limited = createConcurrencyLimit(mostAtOnce)
  const askOne = async <Row>(caller: string, text: string, values: string[]): Promise<Row | null> => {
    const rows = await together([text, ...values].join(), () =>
      limited(caller, () => database().ask<Row>(text, values)),
    )
    return rows[0] ?? null
  }

  return {
    /** The user of a sign-in that is alive, with the database's present moment; null when it is not. */
    who: (userId: string, signInId: string) =>
      askOne<SignInRow>(userId, 'select * from who($1, $2)', [userId, signInId]),

    /** The same, with what they may see of portfolios: one question instead of two. */
    whoWithView: (userId: string, signInId: string) =>
      askOne<SignInRow>(userId, 'select w.*, portfolio_view(w.user_id) as view from who($1, $2) as w', [
        userId,
        signInId,
      ]),

    /** The owner of an API token that is alive. */
    whoByToken: (tokenHash: Buffer) =>
      askOne<TokenRow>(tokenHash.toString('hex'), "select * from who_by_token(decode($1, 'hex'))", [
        tokenHash.toString('hex'),
      ]),

    /** The key all servers of one database sign with, drawn by whichever of them comes first. */
    signingKey(): Promise<Buffer> {
      signingKey ??= loadOrDraw(database()).catch(error => {
        signingKey = undefined
        throw error
      })
      return signingKey
    },

    /** Whoever was here last and may come again; where nobody was yet, somebody who is expected. */
    async lastSeen(): Promise<string | null> {
      const { rows } = await database().within('system', tx =>
        sql<{ id: string }>`
          select u.id from app_user u
            left join (select user_id, max(last_seen_at) as at from sign_in group by user_id) seen on seen.user_id = u.id
          where u.disabled_at is null and u.password_hash is not null
          order by seen.at desc nulls last, u.role = 'investor' desc, u.id
          limit 1`.execute(tx),
      )
      return rows[0]?.id ?? null
    },
  }
}

function loadOrDraw(database: Database): Promise<Buffer> {
  return database.within('system', async tx => {
    await tx
      .insertInto('server_secret')
      .values({ name: 'signing_key', value: randomBytes(32) })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const row = await tx
      .selectFrom('server_secret')
      .select('value')
      .where('name', '=', 'signing_key')
      .executeTakeFirstOrThrow()
    return row.value
  })
}
