import type { Role } from '@plumbline/contract'
import type { TextKey } from '@plumbline/contract/texts'
import { everyFamily, familyParameter } from '../../filter/filter-url.ts'
import type { ModalDescriptor } from '../../lib/browser/modals.ts'
import type { IconName } from '../../ui/display/icons.tsx'

/** Something that the search opens: a page or a modal, for the roles that may see it. */
export interface Place {
  label: TextKey
  icon: IconName
  to?:
    | '/clients'
    | '/overview'
    | '/positions'
    | '/transactions'
    | '/watchlist'
    | '/strategies'
    | '/targets'
    | '/benchmark'
    | '/events'
    | '/events/income'
    | '/fees'
    | '/reference'
  search?: Readonly<Record<string, string>>
  modal?: ModalDescriptor
  may?: readonly Role[]
}

const people: readonly Role[] = ['admin', 'adviser', 'investor']
const admins: readonly Role[] = ['admin']

/** For staff who serve several families. */
export const clientsScreen: Place = {
  to: '/clients',
  search: { [familyParameter]: everyFamily },
  label: 'tab_clients',
  icon: 'users',
}

export const screens: readonly Place[] = [
  { to: '/overview', label: 'tab_overview', icon: 'home' },
  { to: '/positions', label: 'tab_positions', icon: 'list' },
  { to: '/transactions', label: 'tab_transactions', icon: 'swap' },
  { to: '/watchlist', label: 'tab_watchlist', icon: 'star' },
  { to: '/strategies', label: 'tab_strategies', icon: 'layers' },
  { to: '/targets', label: 'targets_title', icon: 'tiles' },
  { modal: { kind: 'what-if' }, label: 'what_if_title', icon: 'calculator' },
  { to: '/benchmark', label: 'benchmark', icon: 'calculator' },
  { to: '/events', label: 'tab_events', icon: 'calendar' },
  { to: '/events/income', label: 'income_title', icon: 'calendar' },
  { to: '/fees', label: 'tab_fees', icon: 'calculator' },
  { modal: { kind: 'reports' }, label: 'reports_title', icon: 'document' },
  { modal: { kind: 'notifications' }, label: 'notices_title', icon: 'bell' },
  { modal: { kind: 'notifications', tab: 'rules' }, label: 'notices_rules', icon: 'bell' },
  { modal: { kind: 'assets' }, label: 'assets_title', icon: 'home' },
  { modal: { kind: 'data-quality', tab: 'health' }, label: 'data_health', icon: 'alert' },
  { modal: { kind: 'data-quality', tab: 'reconciliation' }, label: 'reconciliation', icon: 'check' },
  { to: '/reference', label: 'reference_title', icon: 'key' },
  { modal: { kind: 'admin', tab: 'families' }, label: 'admin_families', icon: 'users', may: admins },
  { modal: { kind: 'admin', tab: 'users' }, label: 'admin_users', icon: 'user', may: admins },
  { modal: { kind: 'admin', tab: 'accounts' }, label: 'admin_accounts', icon: 'list', may: admins },
  { modal: { kind: 'admin', tab: 'instruments' }, label: 'admin_instruments', icon: 'tiles', may: admins },
  { modal: { kind: 'admin', tab: 'custodians' }, label: 'admin_custodians', icon: 'shield', may: admins },
  { modal: { kind: 'admin', tab: 'integrations' }, label: 'admin_integrations', icon: 'plug', may: admins },
  { modal: { kind: 'admin', tab: 'outbox' }, label: 'admin_outbox', icon: 'mail', may: admins },
  { modal: { kind: 'admin', tab: 'audit' }, label: 'admin_audit', icon: 'clock', may: admins },
]

export const modalActions: readonly Place[] = [
  { modal: { kind: 'transaction' }, label: 'entry_add', icon: 'swap', may: people },
  { modal: { kind: 'import' }, label: 'imports_menu', icon: 'up', may: people },
  { modal: { kind: 'assets', form: 'new' }, label: 'assets_new', icon: 'home', may: people },
  { modal: { kind: 'reports', form: 'new' }, label: 'reports_new', icon: 'document', may: people },
  { modal: { kind: 'strategy' }, label: 'strategy_new', icon: 'layers', may: people },
  { modal: { kind: 'ticker' }, label: 'watchlist_add', icon: 'star', may: people },
  {
    modal: { kind: 'notifications', tab: 'rules', form: 'new' },
    label: 'rules_new',
    icon: 'bell',
    may: people,
  },
  { modal: { kind: 'new-account' }, label: 'new_account', icon: 'plus', may: people },
  { modal: { kind: 'admin', tab: 'users', form: 'new' }, label: 'invite_user', icon: 'user', may: admins },
  { modal: { kind: 'admin', tab: 'families', form: 'new' }, label: 'new_family', icon: 'users', may: admins },
]

const preferences: ModalDescriptor = { kind: 'settings', tab: 'preferences' }

export const settingPlaces: readonly Place[] = [
  { modal: preferences, label: 'language', icon: 'edit' },
  { modal: preferences, label: 'theme', icon: 'sun' },
  { modal: preferences, label: 'calculation_currency', icon: 'calculator' },
  { modal: preferences, label: 'default_period', icon: 'calendar' },
  { modal: preferences, label: 'date_format', icon: 'calendar' },
  { modal: preferences, label: 'number_format', icon: 'calculator' },
  { modal: preferences, label: 'time_zone', icon: 'clock' },
  { modal: preferences, label: 'page_size', icon: 'list' },
  { modal: { kind: 'settings', form: 'name' }, label: 'change_name', icon: 'user', may: people },
  { modal: { kind: 'settings', form: 'email' }, label: 'change_email', icon: 'mail', may: people },
  { modal: { kind: 'settings', form: 'password' }, label: 'change_password', icon: 'key', may: people },
  { modal: { kind: 'settings', tab: 'account' }, label: 'two_factor', icon: 'shield', may: people },
  { modal: { kind: 'settings', tab: 'sign_ins' }, label: 'settings_sign_ins', icon: 'shield', may: people },
  { modal: { kind: 'settings', tab: 'tokens' }, label: 'settings_tokens', icon: 'key', may: people },
]
