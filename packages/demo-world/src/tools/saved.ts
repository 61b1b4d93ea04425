import type { ReportType, TaskAction, TaskType, Template } from '@plumbline/contract'

/** Saved filters, reports and notification rules. Accounts are keys of the demo world. */

export interface WorldTemplate {
  readonly user: string
  readonly name: string
  /** As the contract spells them; accounts are keys until they are written. */
  readonly filters: Partial<Omit<Template, 'id' | 'name'>>
}

export interface WorldReport {
  readonly user: string
  readonly family: string
  readonly name: string
  readonly type: ReportType
  readonly currency: string
  readonly accounts: readonly string[]
  readonly instrumentTypes: readonly string[]
}

export interface WorldTask {
  readonly user: string
  readonly family: string | null
  readonly name: string
  readonly type: TaskType
  readonly data: Readonly<Record<string, unknown>>
  /** Name of the report that the task sends. */
  readonly report?: string
  readonly actions: readonly TaskAction[]
  readonly isActive: boolean
}

const usersWithSamples = ['investor', 'demo'] as const

const filterRows: readonly Omit<WorldTemplate, 'user'>[] = [
  { name: 'All family assets', filters: {} },
  { name: 'Swiss banks', filters: { filterCustodian: ['rochette', 'falkenau'] } },
  { name: 'Shares and funds', filters: { filterInstrumentType: ['equity', 'etf', 'fund'] } },
  { name: 'In dollars', filters: { filterCurrency: ['USD'] } },
]

export const templates: readonly WorldTemplate[] = usersWithSamples.flatMap(user =>
  filterRows.map(row => ({ ...row, user })),
)

const reportRows: readonly (readonly [string, ReportType, string, readonly string[], readonly string[]])[] = [
  ['Quarterly statement', 'statement', 'CHF', [], []],
  ['Realized gains', 'realized_gains', 'CHF', [], []],
  ['Income for tax', 'income', 'CHF', ['rochette', 'falkenau'], []],
  ['Fees by custodian', 'fees', 'CHF', [], []],
  ['US positions', 'positions', 'USD', ['kestrel', 'calder'], ['equity', 'etf', 'option']],
  ['Performance, letter', 'performance', 'EUR', [], []],
]

export const reports: readonly WorldReport[] = [
  ...usersWithSamples.flatMap(user =>
    reportRows.map(
      ([name, type, currency, accounts, instrumentTypes]): WorldReport => ({
        user,
        family: 'aebi-laurent',
        name,
        type,
        currency,
        accounts,
        instrumentTypes,
      }),
    ),
  ),
  {
    user: 'adviser',
    family: 'aebi-laurent',
    name: 'Meeting with Claire Laurent',
    type: 'performance',
    currency: 'CHF',
    accounts: [],
    instrumentTypes: [],
  },
  {
    user: 'adviser',
    family: 'moreau-brandt',
    name: 'Yearly statement',
    type: 'statement',
    currency: 'EUR',
    accounts: [],
    instrumentTypes: [],
  },
]

const both: readonly TaskAction[] = ['in_app', 'email']

const taskRows: readonly Omit<WorldTask, 'user' | 'family'>[] = [
  {
    name: 'Coupons and dividends',
    type: 'event_reminder',
    data: { event_types: ['coupon', 'dividend'], lookahead_date_offset: 3, accounts: [] },
    actions: both,
    isActive: true,
  },
  {
    name: 'Options about to expire',
    type: 'event_reminder',
    data: {
      event_types: ['option_expiry', 'future_expiry', 'forward_expiry'],
      lookahead_date_offset: 10,
      accounts: [],
    },
    actions: both,
    isActive: true,
  },
  {
    name: 'Day moves of one percent',
    type: 'pnl_move',
    data: { threshold: 0.01, relativity: 'rel', accounts: [] },
    actions: ['in_app'],
    isActive: true,
  },
  { name: 'Price targets', type: 'price_target', data: {}, actions: both, isActive: true },
  {
    name: 'Statement to the tax adviser',
    type: 'report_schedule',
    data: { cadence: 'quarterly', recipients: [] },
    report: 'Quarterly statement',
    actions: ['email'],
    isActive: false,
  },
  {
    name: 'Data sources',
    type: 'integration_failure',
    data: { accounts: [] },
    actions: ['in_app'],
    isActive: true,
  },
]

export const tasks: readonly WorldTask[] = usersWithSamples.flatMap(user =>
  taskRows.map(row => ({ ...row, user, family: 'aebi-laurent' })),
)
