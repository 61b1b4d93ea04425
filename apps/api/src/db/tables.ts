import type { Role } from '@plumbline/contract'
import type { ColumnType, Generated } from 'kysely'

type Moment = ColumnType<Date, Date | string | undefined, Date | string>

/** Row types as SQL has them: snake_case, NUMERIC as text, dates as 'YYYY-MM-DD'. */
export interface Tables {
  family: {
    id: Generated<string>
    name: string
    base_currency: Generated<string>
    two_factor_required: Generated<boolean>
    is_demo: Generated<boolean>
    created_at: Moment
  }
  app_user: {
    id: Generated<string>
    username: string
    email: string | null
    name: Generated<string>
    role: Role
    family_id: string | null
    password_hash: string | null
    is_beta_tester: Generated<boolean>
    created_at: Moment
    last_login_at: Date | string | null
    disabled_at: Date | string | null
  }
  family_access: { user_id: string; family_id: string; granted_at: Moment }
  sign_in: {
    id: Generated<string>
    user_id: string
    is_web: boolean
    token_hash: Buffer
    previous_hash: Buffer | null
    rotated_at: Date | null
    created_at: Moment
    last_seen_at: Moment
    expires_at: Moment
    ended_at: Date | null
    end_reason: 'logout' | 'reuse' | 'revoked' | 'password' | 'two_factor' | 'disabled' | null
    client: Generated<string>
    address: string | null
  }
  user_settings: {
    user_id: string
    chosen: ColumnType<Record<string, unknown>, string | undefined, string>
    changed_at: Moment
  }
  one_time_link: {
    id: Generated<string>
    purpose: 'invitation' | 'password_reset' | 'email_change'
    user_id: string
    token_hash: Buffer
    email: string | null
    created_at: Moment
    expires_at: Moment
    used_at: Date | null
  }
  server_secret: { name: string; value: Buffer; created_at: Moment }
  audit_line: {
    family_id: Generated<string>
    id: Generated<string>
    at: Moment
    actor_id: string | null
    action: string
    subject: Generated<string>
    details: ColumnType<Record<string, unknown>, string | undefined, never>
    address: string | null
  }
}
