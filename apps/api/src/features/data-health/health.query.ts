import type { CallReply, contract, FindingKind } from '@plumbline/contract'
import { measureCoverage, type PositionRow, positionRows, toIsoDate } from '@plumbline/engine'
import { accountReference, cashName } from '../../figures/position-rows.ts'
import { defineQuery, type Portfolio } from '../../queries/query.ts'
import { describeBasis, queryEngine, readScope } from '../../queries/query-scope.ts'
import type { CheckContext, Finding } from './check-context.ts'
import { createFindingTexts } from './finding-texts.ts'
import { findingWeights } from './finding-weights.ts'
import type { HealthFacts } from './health.store.ts'
import { ledgerFindings } from './ledger-findings.ts'

export interface Health {
  findings: Finding[]
  staleValue: number
  checkedAt: string
  basis: CallReply<typeof contract.reconciliation.findings>['basis']
}

/** Checks everything in scope. Findings are not stored, so a fixed one is absent from the next result. */
export const dataHealthQuery = defineQuery('dataHealth', (portfolio, facts: HealthFacts, filter): Health => {
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
  const context: CheckContext = {
    portfolio,
    facts,
    texts: createFindingTexts(portfolio.view.language),
    open,
    account: id => accountReference(portfolio, id),
    findingId: (kind, account, subject) =>
      `${kind}.${facts.familyOfAccount[account ?? ''] ?? anyFamily}.${subject}`.slice(0, 200),
  }
  const found = [
    ...open.flatMap(row => openFindings(context, row)),
    ...rows('closed').flatMap(row => closedFindings(context, row)),
    ...rows('cash').flatMap(row => cashFindings(context, row)),
    ...listUnclassified(context),
    ...ledgerFindings(context, whole.isIn),
  ]
  const decisions = new Map(facts.decisions.map(({ finding, ...decision }) => [finding, decision]))
  return {
    findings: found.map(finding => ({ ...finding, decision: decisions.get(finding.id) ?? null })),
    staleValue: measureCoverage(whole).staleValue,
    checkedAt: facts.now,
    basis: describeBasis(portfolio, scope),
  }
})

/** A finding about a position, with the fields that all kinds share. */
function describeFinding(
  context: CheckContext,
  row: PositionRow,
  kind: FindingKind,
  values: Record<string, string>,
): Finding {
  const { portfolio, texts } = context
  const { snapshot, metadata } = portfolio
  const instrument = snapshot.instruments[snapshot.positions.instrument[row.index] ?? -1]
  const isOwn = instrument !== undefined && metadata.ownInstruments.has(instrument.id)
  const account = context.account(row.account)
  return {
    id: context.findingId(kind, row.account, row.key),
    kind,
    weight: findingWeights[kind],
    name: instrument?.name ?? cashName(portfolio, row.original.currency),
    place: account.name,
    ...texts.describe(kind, values),
    value: row.calculated.value,
    position_id: row.key,
    instrument_id: instrument && !isOwn ? instrument.id : null,
    asset_id: isOwn ? instrument.id : null,
    account,
    transaction_ids: [],
    missing: null,
    closing: null,
    decision: null,
  }
}

const valuationDays = 365

function openFindings(context: CheckContext, row: PositionRow): Finding[] {
  const { texts, portfolio } = context
  const { currency } = row.original
  const found: Finding[] = []
  const has = (flag: PositionRow['flags'][number]) => row.flags.includes(flag)
  const quoted = lastQuote(portfolio, row)
  if (has('no_price')) found.push(describeFinding(context, row, 'price_missing', {}))
  if (has('stale') && quoted !== null)
    found.push(
      describeFinding(context, row, 'price_old', {
        price: texts.number(row.original.priceCurrent ?? 0),
        currency,
        date: texts.day(quoted),
        days: String(portfolio.view.asOf - quoted),
      }),
    )
  if (has('no_rate')) found.push(describeFinding(context, row, 'rate_missing', { currency }))
  if (has('oversold'))
    found.push(
      describeFinding(context, row, 'orphan_sale', {
        quantity: texts.number(row.quantity),
        date: texts.day(row.openDay),
      }),
    )
  if (has('overdue')) found.push(describeFinding(context, row, 'overdue_payment', {}))
  found.push(...expiredFindings(context, row))
  const instrument = portfolio.snapshot.instruments[portfolio.snapshot.positions.instrument[row.index] ?? -1]
  const isOwn = instrument !== undefined && portfolio.metadata.ownInstruments.has(instrument.id)
  // A loan is valued by its schedule.
  const isValued = isOwn && instrument.type !== 'loan'
  if (isValued && quoted !== null && portfolio.view.asOf - quoted > valuationDays)
    found.push(describeFinding(context, row, 'valuation_old', { date: texts.day(quoted) }))
  return found
}

/** A contract that is still open after its last day, however far the figures reach: its closing entry was not posted. */
function expiredFindings(context: CheckContext, row: PositionRow): Finding[] {
  const { texts, portfolio } = context
  const instrument = portfolio.snapshot.instruments[portfolio.snapshot.positions.instrument[row.index] ?? -1]
  const expiration = instrument?.contractExpiration
  if (!instrument || expiration == null || expiration >= portfolio.view.today) return []
  const isShort = row.side === 'short'
  const quantity = Math.abs(row.quantity)
  const { currency, priceCurrent: price } = row.original
  const finding = describeFinding(context, row, 'contract_expired', {
    date: texts.day(expiration),
    quantity: texts.number(quantity),
    price: price === null ? '–' : texts.number(price),
    currency,
    side: texts.text(isShort ? 'finding_buy_back' : 'finding_sell'),
  })
  return [
    {
      ...finding,
      closing: {
        side: isShort ? 'buy' : 'sell',
        quantity,
        price,
        // Currencies of the ledger are currencies of the contract.
        currency: currency as NonNullable<Finding['closing']>['currency'],
        date: toIsoDate(expiration),
      },
    },
  ]
}

/** The last day that was quoted. */
function lastQuote({ snapshot, view }: Portfolio, row: PositionRow): number | null {
  const days = snapshot.prices[snapshot.positions.instrument[row.index] ?? -1]?.quoteDays ?? new Int32Array()
  return days.findLast(day => day <= view.asOf) ?? null
}

function closedFindings(context: CheckContext, row: PositionRow): Finding[] {
  const { texts } = context
  const found: Finding[] = []
  // A coupon or the gain of contracts can be due to a position that is closed.
  if (row.flags.includes('overdue')) found.push(describeFinding(context, row, 'overdue_payment', {}))
  if (row.flags.includes('oversold'))
    found.push({
      ...describeFinding(context, row, 'negative_quantity', {
        date: texts.day(row.openDay),
        until: texts.day(row.closeDay ?? row.openDay),
      }),
      value: null,
    })
  return found
}

function cashFindings(context: CheckContext, row: PositionRow): Finding[] {
  const { texts } = context
  const { currency } = row.original
  const found: Finding[] = []
  if (row.flags.includes('no_rate') && row.quantity !== 0)
    found.push(describeFinding(context, row, 'rate_missing', { currency }))
  if (row.quantity < -0.005)
    found.push({
      ...describeFinding(context, row, 'negative_cash', {
        price: texts.money(row.quantity, currency),
        currency,
      }),
      // Currencies of the ledger are currencies of the contract.
      missing: { amount: -row.quantity, currency: currency as NonNullable<Finding['missing']>['currency'] },
    })
  return found
}

/** Types that have a country, and the ones that also have a sector. */
const withCountry: ReadonlySet<string> = new Set(['equity', 'etf', 'fund', 'bond', 'structured_product'])
const withSector: ReadonlySet<string> = new Set(['equity'])

/** Null as soon as one value is unknown: a part would pass for the whole. */
function sumValues(rows: CheckContext['open']): number | null {
  let sum = 0
  for (const { calculated } of rows) {
    if (calculated.value === null) return null
    sum += calculated.value
  }
  return sum
}

/** Lists each instrument once, however many accounts hold it. */
function listUnclassified(context: CheckContext): Finding[] {
  const { texts, open, portfolio } = context
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
    const finding = describeFinding(context, first, 'unclassified', {
      what: texts.text(`finding_what_${what}`),
    })
    const value = sumValues(rows)
    return [{ ...finding, id: context.findingId('unclassified', first.account, instrument.id), value }]
  })
}
