import type { IntegrationKind, IntegrationStatus } from '@plumbline/contract'
import { type Day, parseDay, toIsoDate } from '@plumbline/engine'
import { accounts, custodians } from '../accounts.ts'
import { tradingDayBefore, tradingDays } from '../calendar.ts'
import { seedFromName, wholeBetween } from '../chance.ts'
import { worldVersion } from '../version.ts'

export interface WorldIntegration {
  readonly key: string
  /** Null for sources of market data. */
  readonly account: string | null
  readonly name: string
  readonly kind: IntegrationKind
  readonly configuration: Readonly<Record<string, unknown>>
}

export interface WorldRun {
  readonly integration: string
  /** UTC. */
  readonly startedAt: string
  readonly endedAt: string
  readonly status: IntegrationStatus
  readonly dataDay: Day | null
  readonly rowsRead: number
  /** Why it failed or has no data, as providers report it: a code with values. */
  readonly trouble: { readonly code: string; readonly details: Readonly<Record<string, string>> } | null
}

/** Runs are kept from here on. */
const runsFrom: Day = parseDay('2025-12-01')

/** The source whose key runs out, and the one that is always late. */
const failing = 'granit'
const late = 'calder'

const marketSources: readonly WorldIntegration[] = [
  {
    key: 'prices',
    account: null,
    name: 'Exchange prices',
    kind: 'prices',
    // By this a later start knows whether the world that it finds is the one it would make.
    configuration: { schedule: 'daily 22:10', demo_world: worldVersion },
  },
  {
    key: 'rates',
    account: null,
    name: 'Reference rates',
    kind: 'rates',
    configuration: { schedule: 'daily 16:30' },
  },
  {
    key: 'calendar',
    account: null,
    name: 'Company calendar',
    kind: 'events',
    configuration: { schedule: 'daily 05:00' },
  },
]

/** One source per account at a custodian, and those of the market. */
export const integrations: readonly WorldIntegration[] = [
  ...accounts
    .filter(({ custodian }) => custodian !== 'manual')
    .map(
      ({ key, custodian }): WorldIntegration => ({
        key,
        account: key,
        name: custodians.find(({ id }) => id === custodian)?.name ?? custodian,
        kind: 'custodian',
        configuration: { schedule: 'daily 22:00' },
      }),
    ),
  ...marketSources,
]

const startMinutes: Readonly<Record<string, number>> = {
  prices: 22 * 60 + 10,
  rates: 16 * 60 + 30,
  calendar: 300,
}

/**
 * A run of every source on every trading day. The source whose key runs out fails every evening and is fixed
 * the next morning, and the late one has nothing until then: so whatever the present is, one source has failed
 * and one has no data, and no run ever changes afterwards.
 */
export function runsUntil(asOf: Day): WorldRun[] {
  return tradingDays(runsFrom, asOf).flatMap(day =>
    integrations.flatMap(({ key }) => {
      const before = tradingDayBefore(day)
      if (key !== failing && key !== late)
        return [run(key, day, startMinutes[key] ?? 22 * 60, 'success', day, null)]
      const morning = run(key, day, 5 * 60 + 40, 'success', before, null)
      const evening =
        key === failing
          ? run(key, day, 22 * 60, 'failed', null, { code: 'access_expired', details: {} })
          : run(key, day, 23 * 60, 'no_data', null, {
              code: 'nothing_new',
              details: { date: toIsoDate(before) },
            })
      return [morning, evening]
    }),
  )
}

function run(
  integration: string,
  day: Day,
  minutes: number,
  status: IntegrationStatus,
  dataDay: Day | null,
  trouble: WorldRun['trouble'],
): WorldRun {
  const seed = seedFromName(`run/${integration}/${minutes}`)
  const startSecond = minutes * 60 + wholeBetween(seed, day, 0, 540)
  const endSecond = startSecond + wholeBetween(seed, day + 100_000, 1, 40)
  return {
    integration,
    startedAt: moment(day, startSecond),
    endedAt: moment(day, endSecond),
    status,
    dataDay,
    rowsRead: status === 'success' ? wholeBetween(seed, day + 200_000, 12, 420) : 0,
    trouble,
  }
}

function moment(day: Day, second: number): string {
  const part = (value: number): string => String(value).padStart(2, '0')
  const hours = Math.floor(second / 3600)
  return `${toIsoDate(day)}T${part(hours)}:${part(Math.floor(second / 60) % 60)}:${part(second % 60)}Z`
}
