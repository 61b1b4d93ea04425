import type {
  CashTracking,
  DiscardReason,
  LotMethod,
  MailStatus,
  Role,
  TokenScope,
  VariationMargin,
} from '@plumbline/contract'
import type { ColumnType, Generated } from 'kysely'

type Moment = ColumnType<Date, Date | string | undefined, Date | string>

/** Row types as in SQL: snake_case, NUMERIC as text, dates as 'YYYY-MM-DD'. */
export interface Tables {
  family: {
    id: Generated<string>
    name: string
    base_currency: Generated<string>
    two_factor_required: Generated<boolean>
    storage_limit_mb: Generated<number | null>
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
    two_factor_required: Generated<boolean>
    password_changed_at: Date | string | null
    sees_all_accounts: Generated<boolean>
    is_demo: Generated<boolean>
    left_demo_at: Date | string | null
  }
  idempotency_key: {
    user_id: string
    key: string
    claim: string
    fingerprint: Buffer
    created_at: Moment
    status: number | null
    headers: Record<string, string> | null
    body: Buffer | null
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
    /** The latest possible end: `expires_at` slides up to it. */
    ends_at: Moment
    password_confirmed_at: Date | string | null
    confirmed_code: Buffer | null
    device_hash: Buffer | null
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
  server_address: { is_only_row: Generated<boolean>; url: string; noted_at: Moment }
  audit_line: {
    family_id: Generated<string>
    id: Generated<string>
    at: Moment
    actor_id: string | null
    action: string
    subject: Generated<string>
    details: ColumnType<Record<string, unknown>, string | undefined, never>
    address: string | null
    actor_name: ColumnType<string | null, never, never>
  }
  security_rules: { is_only_row: boolean; two_factor_roles: Role[] }
  two_factor: {
    user_id: string
    sealed_secret: Buffer
    last_step: ColumnType<string, number | undefined, number>
    created_at: Moment
    activated_at: Date | string | null
  }
  backup_code: { user_id: string; code_hash: Buffer; used_at: Date | string | null }
  two_factor_challenge: {
    id: string
    user_id: string
    token_hash: Buffer
    expires_at: Moment
    used_at: Date | string | null
  }
  api_token: {
    id: Generated<string>
    user_id: string
    name: string
    scope: TokenScope
    prefix: string
    token_hash: Buffer
    created_at: Moment
    last_used_at: Date | string | null
    expires_at: Date | string | null
    revoked_at: Date | string | null
  }
  calendar_subscription: {
    user_id: string
    family_id: string | null
    token_hash: Buffer
    has_payments: boolean
    has_ex_dates: boolean
    has_maturities: boolean
    shows_amounts: boolean
    created_at: Moment
    last_read_at: Date | string | null
  }
  registration: {
    id: string
    token_hash: Buffer
    username: string
    name: string
    email: string
    password_hash: string
    language: string
    created_at: Moment
    expires_at: Moment
    used_at: Date | string | null
    user_id: string | null
  }
  try_limit: { key: Buffer; full_at: Moment }
  mail: {
    id: Generated<string>
    user_id: string | null
    to_address: string
    kind: string
    subject: string
    body_text: string
    body_html: string
    link: string | null
    is_pausable: Generated<boolean>
    attachment_job_id: string | null
    status: Generated<MailStatus>
    attempts: Generated<number>
    next_try_at: Moment
    taken_until: Date | string | null
    sender_id: string | null
    useless_after: Date | string | null
    last_error: string | null
    discard_reason: DiscardReason | null
    created_at: Moment
    sent_at: Date | string | null
  }
  custodian: { id: string; name: string; country: string | null; created_at: Moment }
  account: {
    id: Generated<string>
    family_id: string
    custodian_id: string
    name: string
    number: string | null
    base_currency: string
    lot_method: LotMethod
    cash: CashTracking
    allows_short: boolean
    variation_margin: Generated<VariationMargin>
    /** Distinguishes accounts with the same name when a user sees only some of them. */
    name_copy: Generated<number>
    created_at: Moment
  }
  account_grant: { user_id: string; account_id: string; granted_at: Moment }
}
