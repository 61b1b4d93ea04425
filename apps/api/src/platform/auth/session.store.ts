import type { Role, TokenScope } from '@plumbline/contract'
import { sql } from 'kysely'
import { createPerUserLimit } from '../concurrency/concurrency-limit.ts'
import { createRequestCoalescing } from '../concurrency/request-coalescing.ts'
import type { Database } from '../db/database.ts'
import type { ServerKeys } from '../keys/server-keys.ts'
import type { ViewRow } from './view-row.ts'

export interface CallerRow {
  user_id: string
  username: string
  name: string
  role: Role
  family_id: string | null
  is_beta_tester: boolean
  must_set_up_two_factor: boolean
  /** As saved in the user's settings. */
  language: string | null
}

type SignInRow = CallerRow & { present: Date; has_recent_password: boolean; view?: ViewRow }
type TokenRow = CallerRow & { token_id: string; token_scope: TokenScope }

export type SessionStore = ReturnType<typeof sessionStore>

/**
 * Concurrent lookups of one user. Every request looks up its caller, so a user with many sign-ins could otherwise
 * take all connections.
 */
const maxConcurrentLookups = 3

/** Named one by one: a prepared `select *` would fail when an update of the server adds a column. */
const callerColumns =
  'user_id, username, name, role, family_id, is_beta_tester, must_set_up_two_factor, language'
const signInColumns = `${callerColumns}, present, has_recent_password`

export function sessionStore(database: () => Database, keys: ServerKeys) {
  const coalesce = createRequestCoalescing()
  const limit = createPerUserLimit(maxConcurrentLookups)
  const queryOne = async <Row>(caller: string, text: string, values: string[]): Promise<Row | null> => {
    const rows = await coalesce([text, ...values].join(), () =>
      limit(caller, () => database().query<Row>(text, values)),
    )
    return rows[0] ?? null
  }

  return {
    /** The user of a live sign-in, with the database's present moment; null when the sign-in has ended. */
    findCaller: (userId: string, signInId: string) =>
      queryOne<SignInRow>(userId, `select ${signInColumns} from who($1, $2)`, [userId, signInId]),

    /** The same with the portfolios the caller may see, in one round trip. */
    findCallerWithView: (userId: string, signInId: string) =>
      queryOne<SignInRow>(
        userId,
        `select ${signInColumns}, portfolio_view(user_id) as view from who($1, $2)`,
        [userId, signInId],
      ),

    /** The owner of a live API token. */
    findTokenOwner: (tokenHash: Buffer) =>
      queryOne<TokenRow>(
        tokenHash.toString('hex'),
        `select ${callerColumns}, token_id, token_scope from who_by_token(decode($1, 'hex'))`,
        [tokenHash.toString('hex')],
      ),

    /** Keys of access tokens, which all servers of one database share. */
    signingKeys: () => keys.signing(),
    refreshedSigningKeys: () => keys.refreshedSigning(),

    /** The user seen last, who is likely to return; before the first sign-in, an investor. */
    async findLastUser(): Promise<string | null> {
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
