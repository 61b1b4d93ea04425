import type { CallReply, ClientGrouping, contract } from '@plumbline/contract'
import { currencyDecimals, roundTo } from '@plumbline/contract/format'
import { type Language, textsIn } from '@plumbline/contract/texts'
import type { ClientFigures } from './family-figures.query.ts'

export type Client = CallReply<typeof contract.families.clients>['data'][number]
type Group = CallReply<typeof contract.families.clients>['groups'][number]
type Sums = Omit<Group, 'key' | 'name'>

/** A client with several advisers is listed under the first by name. */
export function groupKey(client: Omit<Client, 'group'>, grouping: ClientGrouping): string {
  switch (grouping) {
    case 'attention':
      return client.alerts.length > 0 ? 'attention' : 'in_order'
    case 'adviser':
      return client.advisers[0]?.id ?? ''
    case 'currency':
      return client.currency
    case 'none':
      return ''
  }
}

type FiguresByFamily = ReadonlyMap<string, ClientFigures>

/**
 * Sums over the clients whose figures are known; null when none is. Figures are added as displayed, since that of a
 * client has to be the one on the client's own screens. A percentage is the P/L of these clients as a share of their
 * capital, so it has the sign of the sum beside it.
 */
export function sumClients(clients: readonly Client[], figures: FiguresByFamily, currency: string): Sums {
  const decimals = currencyDecimals(currency)
  const sumKnown = (read: (client: Client) => number | null) => {
    const known = clients.flatMap(client => read(client) ?? [])
    if (clients.length > 0 && known.length === 0) return null
    return roundTo(
      known.reduce((sum, value) => sum + roundTo(value, decimals), 0),
      decimals,
    )
  }
  const day = sumKnown(client => client.day_pnl_abs)
  const year = sumKnown(client => client.ytd_pnl_abs)
  const onCapital = (pnl: number | null, period: 'day' | 'ytd') => {
    const capital = clients.reduce(
      (sum, { family }) => sum + (figures.get(family.id)?.calculated[period].capital ?? 0),
      0,
    )
    return pnl === null || capital <= 0 ? null : pnl / capital
  }
  return {
    value_calculated: sumKnown(client => client.value_calculated),
    day_pnl_abs: day,
    day_pnl_rel: onCapital(day, 'day'),
    ytd_pnl_abs: year,
    ytd_pnl_rel: onCapital(year, 'ytd'),
    count: clients.length,
    unknown_count: clients.filter(client => client.day_pnl_abs === null || client.ytd_pnl_abs === null)
      .length,
  }
}

/** The groups with subtotals: those that need attention first, others by name. */
export function listGroups(
  clients: readonly Client[],
  figures: FiguresByFamily,
  currency: string,
  grouping: ClientGrouping,
  language: Language,
): Group[] {
  if (grouping === 'none') return []
  const texts = textsIn(language)
  const nameGroup = (key: string, client: Client | undefined): string => {
    if (grouping === 'attention')
      return key === 'attention' ? texts.clients_group_attention : texts.clients_group_in_order
    if (grouping === 'currency') return key
    return client?.advisers[0]?.name ?? texts.clients_group_no_adviser
  }
  const groups = [...Map.groupBy(clients, client => client.group)].map(([key, members]) => ({
    key,
    name: nameGroup(key, members[0]),
    ...sumClients(members, figures, currency),
  }))
  const order = new Intl.Collator(language)
  return groups.sort((a, b) =>
    grouping === 'attention' ? (a.key === 'attention' ? -1 : 1) : order.compare(a.name, b.name),
  )
}
