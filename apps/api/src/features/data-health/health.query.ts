import type { CallReply, contract, FindingKind } from '@plumbline/contract'
import { coverageOf, type PositionRow, positionRows } from '@plumbline/engine'
import { accountReference, cashName } from '../../figures/position-rows.ts'
import { type Portfolio, part } from '../../queries/query.ts'
import { basisOf, queryEngine, readScope } from '../../queries/query-scope.ts'
import type { Checked, Finding } from './checked.ts'
import { wordsIn } from './finding-words.ts'
import type { HealthFacts } from './health.store.ts'
import { ledgerFindings } from './ledger-findings.ts'
import { weights } from './weights.ts'

export interface Health {
  findings: Finding[]
  staleValue: number
  checkedAt: string
  basis: CallReply<typeof contract.reconciliation.findings>['basis']
}

/** Looks through everything in scope as of now. Nothing is stored: what is fixed is gone at the next look. */
export const dataHealthPart = part((portfolio, facts: HealthFacts, filter): Health => {
  const scope = readScope(portfolio, {
    ...filter,
    settings: { ...filter.settings, period: { name: 'all', start_date: null, end_date: null } },
  })
  const whole = queryEngine(portfolio, scope)
  const isIn = (position: number) => whole.isIn[position] === 1
  const rows = (list: 'open' | 'closed' | 'cash') =>
    positionRows(portfolio.snapshot, whole.views, isIn, whole.period, list)
  const open = rows('open')
  const anyFamily = Object.values(facts.familyOfAccount)[0] ?? ''
  const checked: Checked = {
    portfolio,
    facts,
    words: wordsIn(portfolio.view.language),
    open,
    account: id => accountReference(portfolio, id),
    idOf: (kind, account, subject) =>
      `${kind}.${facts.familyOfAccount[account ?? ''] ?? anyFamily}.${subject}`.slice(0, 200),
  }
  const found = [
    ...open.flatMap(row => openFindings(checked, row)),
    ...rows('closed').flatMap(row => closedFindings(checked, row)),
    ...rows('cash').flatMap(row => cashFindings(checked, row)),
    ...unclassified(checked),
    ...ledgerFindings(checked, whole.isIn),
  ]
  const decisions = new Map(facts.decisions.map(({ finding, ...decision }) => [finding, decision]))
  return {
    findings: found.map(finding => ({ ...finding, decision: decisions.get(finding.id) ?? null })),
    staleValue: coverageOf(whole).staleValue,
    checkedAt: facts.now,
    // The engine calculates in a currency of the contract's list, which its own type does not say.
    basis: basisOf(portfolio, scope) as Health['basis'],
  }
})

/** A finding about a position, without what is special about its kind. */
function about(
  checked: Checked,
  row: PositionRow,
  kind: FindingKind,
  values: Record<string, string>,
): Finding {
  const { portfolio, words } = checked
  const { snapshot, names } = portfolio
  const instrument = snapshot.instruments[snapshot.positions.instrument[row.index] ?? -1]
  const isOwn = instrument !== undefined && names.ownInstruments.has(instrument.id)
  const account = checked.account(row.account)
  return {
    id: checked.idOf(kind, row.account, row.key),
    kind,
    weight: weights[kind],
    name: instrument?.name ?? cashName(portfolio, row.original.currency),
    place: account.name,
    ...words.of(kind, values),
    value: row.calculated.value,
    position_id: row.key,
    instrument_id: instrument && !isOwn ? instrument.id : null,
    asset_id: isOwn ? instrument.id : null,
    account,
    transaction_ids: [],
    decision: null,
  }
}

const valuationDays = 365

function openFindings(checked: Checked, row: PositionRow): Finding[] {
  const { words, portfolio } = checked
  const { currency } = row.original
  const found: Finding[] = []
  const has = (flag: PositionRow['flags'][number]) => row.flags.includes(flag)
  const quoted = lastQuote(portfolio, row)
  if (has('no_price')) found.push(about(checked, row, 'price_missing', {}))
  if (has('stale') && quoted !== null)
    found.push(
      about(checked, row, 'price_old', {
        price: words.number(row.original.priceCurrent ?? 0),
        currency,
        date: words.day(quoted),
        days: String(portfolio.view.asOf - quoted),
      }),
    )
  if (has('no_rate')) found.push(about(checked, row, 'rate_missing', { currency }))
  if (has('oversold'))
    found.push(
      about(checked, row, 'orphan_sale', {
        quantity: words.number(row.quantity),
        date: words.day(row.openDay),
      }),
    )
  if (has('overdue')) found.push(about(checked, row, 'overdue_payment', {}))
  const instrument = portfolio.snapshot.instruments[portfolio.snapshot.positions.instrument[row.index] ?? -1]
  const isOwn = instrument !== undefined && portfolio.names.ownInstruments.has(instrument.id)
  // What a loan is worth follows from its schedule.
  const isValued = isOwn && instrument.type !== 'loan'
  if (isValued && quoted !== null && portfolio.view.asOf - quoted > valuationDays)
    found.push(about(checked, row, 'valuation_old', { date: words.day(quoted) }))
  return found
}

/** The last day with a price of its own. */
function lastQuote({ snapshot, view }: Portfolio, row: PositionRow): number | null {
  const days = snapshot.prices[snapshot.positions.instrument[row.index] ?? -1]?.quoteDays ?? new Int32Array()
  return days.findLast(day => day <= view.asOf) ?? null
}

function closedFindings(checked: Checked, row: PositionRow): Finding[] {
  if (!row.flags.includes('oversold')) return []
  const { words } = checked
  return [
    {
      ...about(checked, row, 'negative_quantity', {
        date: words.day(row.openDay),
        until: words.day(row.closeDay ?? row.openDay),
      }),
      value: null,
    },
  ]
}

function cashFindings(checked: Checked, row: PositionRow): Finding[] {
  const { words } = checked
  const { currency } = row.original
  const found: Finding[] = []
  if (row.flags.includes('no_rate') && row.quantity !== 0)
    found.push(about(checked, row, 'rate_missing', { currency }))
  if (row.quantity < -0.005)
    found.push(about(checked, row, 'negative_cash', { price: words.money(row.quantity), currency }))
  return found
}

/** Types that have a country, and those that have a sector as well. */
const withCountry: ReadonlySet<string> = new Set(['equity', 'etf', 'fund', 'bond', 'structured_product'])
const withSector: ReadonlySet<string> = new Set(['equity'])

/** Each instrument once, however many accounts hold it. */
function unclassified(checked: Checked): Finding[] {
  const { words, open, portfolio } = checked
  const { snapshot } = portfolio
  const byInstrument = Map.groupBy(
    open.filter(row => row.instrument !== null),
    row => row.instrument,
  )
  return [...byInstrument.values()].flatMap(rows => {
    const [first] = rows
    const instrument = first && snapshot.instruments[snapshot.positions.instrument[first.index] ?? -1]
    if (!first || !instrument) return []
    const noSector = withSector.has(instrument.type) && !instrument.sector
    const noCountry = withCountry.has(instrument.type) && !instrument.country
    if (!noSector && !noCountry) return []
    const what = noSector && noCountry ? 'both' : noSector ? 'sector' : 'country'
    const finding = about(checked, first, 'unclassified', { what: words.text(`finding_what_${what}`) })
    const value = rows.reduce((sum, row) => sum + (row.calculated.value ?? 0), 0)
    return [{ ...finding, id: checked.idOf('unclassified', first.account, instrument.id), value }]
  })
}
