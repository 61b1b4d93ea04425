/**
 * The error catalogue: status and message by code. The code that throws an error fills placeholders such as
 * `{field}`. Translations are in the text catalogue under `error_<code>`.
 */
export const errorCatalogue = {
  bad_request: { status: 400, message: 'The request could not be understood.' },
  invalid_field: { status: 400, message: 'This value is not valid.' },
  login_failed: { status: 401, message: 'Ooops, login failed. Please try again later.' },
  unauthenticated: { status: 401, message: 'Please sign in.' },
  session_expired: { status: 401, message: 'Your session has ended. Please sign in again.' },
  forbidden: { status: 403, message: 'You are not allowed to do this.' },
  two_factor_setup_required: { status: 403, message: 'Set up two-factor authentication first.' },
  password_confirmation_required: { status: 403, message: 'Confirm your password to continue.' },
  contact_account_manager: { status: 403, message: 'Contact your account manager.' },
  demo_no_details: { status: 403, message: 'The demo account does not show the details of a position.' },
  read_only_token: { status: 403, message: 'This API token is read-only.' },
  two_factor_required: {
    status: 403,
    message: 'Two-factor authentication is required and cannot be turned off.',
  },
  demo_read_only: { status: 403, message: 'The demo account cannot make changes.' },
  registration_closed: { status: 403, message: 'Registration is closed. Ask for an invitation.' },
  not_found: { status: 404, message: 'This does not exist.' },
  page_not_found: { status: 404, message: 'This page could not be found' },
  method_not_allowed: { status: 405, message: 'This address does not support this method.' },
  not_acceptable: { status: 406, message: 'This is not available in the requested format.' },
  invalid_link: { status: 410, message: 'Invalid URL' },
  link_used: { status: 410, message: 'This link was already used.' },
  too_late: { status: 410, message: 'It is too late to undo this.' },
  conflict: { status: 409, message: 'Someone else changed this. Reload to see their version.' },
  confirmation_required: { status: 409, message: 'Please confirm this to save it.' },
  idempotency_key_reused: {
    status: 409,
    message: 'This Idempotency-Key was used for another request. Use a new one.',
  },
  already_saved: { status: 409, message: 'This was already saved. Reload to see it.' },
  name_mismatch: { status: 409, message: 'Type the name exactly as shown to delete it.' },
  limit_reached: { status: 409, message: 'You have reached the limit. Delete one that you no longer need.' },
  storage_full: {
    status: 409,
    message: 'The storage of this family is full. Ask an administrator for more.',
  },
  last_admin: { status: 409, message: 'There must be at least one administrator.' },
  not_yourself: { status: 409, message: 'You cannot do this to your own user.' },
  two_factor_on: { status: 409, message: 'Two-factor authentication is already on.' },
  two_factor_off: { status: 409, message: 'Two-factor authentication is not on.' },
  merge_refused: { status: 409, message: 'These instruments cannot be merged.' },
  still_in_use: { status: 409, message: 'This is still in use.' },
  not_ready: { status: 409, message: 'This is not ready yet.' },
  already_running: { status: 409, message: 'This is already running.' },
  nothing_to_run: {
    status: 409,
    message: 'No provider is set up for this source. Import its files instead.',
  },
  other_account: { status: 409, message: 'This file belongs to another account.' },
  already_exists: { status: 409, message: 'This already exists.' },
  unreadable_file: { status: 400, message: 'This file could not be read.' },
  body_too_large: { status: 413, message: 'This is too large.' },
  unsupported_media_type: { status: 415, message: 'This type of content is not supported.' },
  passwords_differ: { status: 400, message: "Ooops, passwords don't match" },
  password_too_short: { status: 400, message: 'Use at least 8 characters.' },
  password_too_common: { status: 400, message: 'This password is too common. Choose another one.' },
  wrong_password: { status: 400, message: 'The current password is incorrect.' },
  wrong_code: { status: 400, message: 'This code is incorrect.' },
  too_many_requests: { status: 429, message: 'Too many attempts. Please wait a moment.' },
  too_many_jobs: {
    status: 429,
    message: 'Too many of your jobs are waiting. Cancel some, or wait until some have finished.',
  },
  internal: { status: 500, message: 'Ooops, something went wrong.' },
  report_failed: { status: 500, message: 'Ooops, there has been an error. Please try later.' },
  provider_failed: { status: 502, message: 'The provider did not answer as expected. Please try again.' },
  not_built: { status: 501, message: 'This call is not available yet.' },
  starting: { status: 503, message: 'The server is starting. Please try again in a moment.' },
  database_unavailable: {
    status: 503,
    message: 'The database cannot be reached. Please try again in a moment.',
  },
  outcome_unknown: {
    status: 503,
    message:
      'The connection was lost while saving, so this may have been saved. Repeating it with the same Idempotency-Key is safe.',
  },
  overloaded: { status: 503, message: 'The server is busy. Please try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ErrorCode = keyof typeof errorCatalogue

/** Messages of the web client itself, without a server. */
export const clientMessages = {
  offline_title: 'No internet connection.',
  offline_text: 'To use the application, please reconnect your device to the Internet.',
  generic: errorCatalogue.internal.message,
} as const
