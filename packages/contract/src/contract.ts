import './core/messages.ts'
import { accounts } from './accounts/calls.ts'
import { archive } from './archive/calls.ts'
import { audit } from './audit/calls.ts'
import { auth } from './auth/calls.ts'
import { benchmarks } from './benchmarks/calls.ts'
import { clients } from './clients/calls.ts'
import type { Endpoint } from './core/endpoint.ts'
import { events } from './events/calls.ts'
import { explain } from './explain/calls.ts'
import { families } from './families/calls.ts'
import { feeds } from './feeds/calls.ts'
import { fees } from './fees/calls.ts'
import { grouped } from './grouped/calls.ts'
import { imports } from './imports/calls.ts'
import { income } from './income/calls.ts'
import { instruments } from './instruments/calls.ts'
import { integrations } from './integrations/calls.ts'
import { jobs } from './jobs/calls.ts'
import { linkedPositions } from './linked-positions/calls.ts'
import { assets } from './manual-assets/calls.ts'
import { notifications } from './notifications/calls.ts'
import { overview } from './overview/calls.ts'
import { positions } from './positions/calls.ts'
import { rates } from './rates/calls.ts'
import { reconciliation } from './reconciliation/calls.ts'
import { reports } from './reports/calls.ts'
import { settings } from './settings/calls.ts'
import { strategies } from './strategies/calls.ts'
import { targets } from './targets/calls.ts'
import { templates } from './templates/calls.ts'
import { transactions } from './transactions/calls.ts'
import { securityCorrections } from './transactions/security-calls.ts'
import { userTasks } from './user-tasks/calls.ts'
import { users } from './users/calls.ts'
import { watchlist } from './watchlist/calls.ts'
import { whatIf } from './what-if/calls.ts'

/** All calls of the platform, by feature. */
export const contract = {
  auth,
  settings,
  templates,
  accounts,
  families,
  clients,
  archive,
  users,
  positions,
  linkedPositions,
  assets,
  overview,
  grouped,
  explain,
  events,
  income,
  fees,
  transactions,
  securityCorrections,
  userTasks,
  notifications,
  jobs,
  reports,
  strategies,
  targets,
  whatIf,
  benchmarks,
  watchlist,
  imports,
  reconciliation,
  integrations,
  feeds,
  instruments,
  rates,
  audit,
} as const

/** Name and declaration of every call, as in `['auth.login', …]`. */
export function allEndpoints(): [name: string, endpoint: Endpoint][] {
  return Object.entries(contract).flatMap(([feature, calls]) =>
    Object.entries<Endpoint>(calls).map(([call, endpoint]): [string, Endpoint] => [
      `${feature}.${call}`,
      endpoint,
    ]),
  )
}
