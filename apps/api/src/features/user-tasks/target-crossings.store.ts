import type { TargetDirection } from '@plumbline/contract'
import { currencyUnit, parseDay, toIsoDate } from '@plumbline/engine'
import { sql } from 'kysely'
import type { Scoped } from '../../platform/db/database.ts'
import { type JudgedTarget, judgeTarget, type TargetMarket, type TargetVerdict } from './judge-target.ts'
import { answeredJumps } from './split-doubts.ts'

interface TargetRow {
  id: string
  instrument: string
  user: string
  direction: TargetDirection
  price: string
  pricedOn: string
  baselineOn: string | null
  setOn: string
  crossedOn: string | null
  doubtfulOn: string | null
}

interface SplitRow {
  date: string
  numerator: string
  denominator: string
}

interface InstrumentRow {
  id: string
  type: string
  currency: string
  adjustedTo: string | null
  today: string
  dates: string[]
  closes: number[]
  listed: SplitRow[]
  posted: SplitRow[]
  reported: SplitRow[]
}

/** What a user has answered about price jumps and reported splits. */
type Answers = Map<string, { jumps: string[]; splits: string[] }>

/** Closes and splits of so many instruments are held at once. */
const instrumentsAtOnce = 100
/** Older crossings, splits and jumps count as reviewed, as in data quality. */
const lookBackDays = 400
/** Closes before the first that is judged, by which a change or a split is recognized. */
const contextDays = 14

/**
 * Records the close that crossed each price target since the target was set, and takes it back if that close was
 * corrected. Read are only targets whose instrument has changed since the last comparison, and those that wait for the
 * answer whether a change was a split.
 */
export async function recordCrossings(tx: Scoped): Promise<void> {
  const { rows } = await sql<{ version: string }>`select version::text from market_version`.execute(tx)
  const version = rows[0]?.version ?? '0'
  const targets = Map.groupBy(await readTargets(tx, version), ({ instrument }) => instrument)
  const answers = await readAnswers(tx, [...targets.values()].flat())
  const ids = [...targets.keys()]
  for (let start = 0; start < ids.length; start += instrumentsAtOnce) {
    const some = ids.slice(start, start + instrumentsAtOnce)
    const read = some.flatMap(id => targets.get(id) ?? [])
    const judged: { row: TargetRow; verdict: TargetVerdict }[] = []
    for (const instrument of await readInstruments(tx, some, read))
      for (const row of targets.get(instrument.id) ?? []) {
        const market = readMarket(instrument, answers.get(row.user))
        judged.push({ row, verdict: judgeTarget(readTarget(row), market) })
      }
    await writeVerdicts(tx, judged)
    await sql`update price_target set checked_version = ${version}::bigint
      where id = any(${read.map(({ id }) => id)}::uuid[])`.execute(tx)
  }
}

async function readTargets(tx: Scoped, version: string): Promise<TargetRow[]> {
  const { rows } = await sql<TargetRow>`
    select p.id, w.instrument_id as instrument, w.user_id as "user", p.direction, p.price::text as price,
      p.priced_on as "pricedOn", p.baseline_on as "baselineOn", p.set_at::date as "setOn", p.crossed_on as "crossedOn",
      p.doubtful_on as "doubtfulOn"
    from price_target p join watched_ticker w on w.id = p.watched_ticker_id
    where w.deleted_at is null
      -- Of targets that were reached before crossings were recorded, no close is known.
      and (p.crossed_on is null or (p.crossed_on > coalesce(p.baseline_on, '-infinity')
        and p.crossed_on > present_moment()::date - ${lookBackDays}::int))
      and (p.doubtful_on is not null or (p.checked_version < ${version}::bigint and exists (
        select from market_change m
        where m.subject in ('*', w.instrument_id::text) and m.version > p.checked_version)))
    order by p.id`.execute(tx)
  return rows
}

async function readInstruments(
  tx: Scoped,
  ids: readonly string[],
  targets: readonly TargetRow[],
): Promise<InstrumentRow[]> {
  // The closes since the oldest target of an instrument was set.
  const since = ids.map(id => {
    const days = targets.filter(({ instrument }) => instrument === id).map(({ baselineOn }) => baselineOn)
    return days.includes(null) ? '-infinity' : (days.toSorted()[0] ?? '-infinity')
  })
  const { rows } = await sql<InstrumentRow>`
    with wanted as materialized (
      select id::uuid, since::date from unnest(${ids}::text[], ${since}::text[]) as q (id, since)
    ), posted as materialized (
      select distinct instrument_id, date::text as date, numerator::text as numerator, denominator::text as denominator
      from transaction where instrument_id = any(${ids}::uuid[]) and transaction_type = 'split'
        and superseded_by is null and status <> 'void'
    )
    select i.id, i.instrument_type as type, i.currency, present_moment()::date as today,
      case when i.is_split_adjusted
        then coalesce((select last_close from market_version), present_moment()::date) end as "adjustedTo",
      q.dates, q.closes,
      coalesce((select jsonb_agg(jsonb_build_object('date', s.ex_date, 'numerator', s.numerator::text,
        'denominator', s.denominator::text)) from split s where s.instrument_id = i.id), '[]') as listed,
      coalesce((select jsonb_agg(to_jsonb(p) - 'instrument_id') from posted p where p.instrument_id = i.id), '[]') as posted,
      coalesce((select jsonb_agg(jsonb_build_object('date', e.date, 'numerator', e.details ->> 'numerator',
        'denominator', e.details ->> 'denominator')) from instrument_event e
        where e.instrument_id = i.id and e.event_type = 'split' and e.details ? 'numerator' and e.details ? 'denominator'
          and e.date <= present_moment()::date and e.date > present_moment()::date - ${lookBackDays}::int), '[]') as reported
    from wanted w join instrument i on i.id = w.id
    cross join lateral (
      select coalesce(array_agg(r.date::text order by r.date), '{}') as dates,
        coalesce(array_agg(r.close::float8 order by r.date), '{}') as closes
      from price r where r.instrument_id = i.id and r.date >= w.since - ${contextDays}::int) q`.execute(tx)
  return rows
}

/** The answers of the families that each owner of a target sees. */
async function readAnswers(tx: Scoped, targets: readonly TargetRow[]): Promise<Answers> {
  const users = [...new Set(targets.map(({ user }) => user))]
  if (users.length === 0) return new Map()
  const { rows } = await sql<{ user: string; kind: string; subject: string }>`
    select u.id as "user", split_part(d.finding, '.', 1) as kind,
      regexp_replace(d.finding, '^[^.]*[.][^.]*[.]', '') as subject
    from app_user u join finding_decision d on u.role = 'admin' or d.family_id = u.family_id or exists (
      select from family_access a where a.user_id = u.id and a.family_id = d.family_id)
    where u.id = any(${users}::uuid[])
      and (d.finding like 'price_jump.%' or d.finding like 'split_not_posted.%')`.execute(tx)
  const byUser = Map.groupBy(rows, ({ user }) => user)
  const subjects = (own: typeof rows, wanted: string) =>
    own.filter(({ kind }) => kind === wanted).map(({ subject }) => subject)
  return new Map(
    [...byUser].map(([user, own]) => [
      user,
      { jumps: subjects(own, 'price_jump'), splits: subjects(own, 'split_not_posted') },
    ]),
  )
}

function readMarket(
  row: InstrumentRow,
  answers = { jumps: [] as string[], splits: [] as string[] },
): TargetMarket {
  const { factor } = currencyUnit(row.currency)
  const dated = (splits: readonly SplitRow[]) =>
    splits.map(split => ({ ...split, day: parseDay(split.date) }))
  const isRejected = ({ date }: SplitRow) => answers.splits.some(each => each.endsWith(`.${row.id}.${date}`))
  const isAnswered = answeredJumps(answers)
  return {
    type: row.type,
    closes: row.dates.map((date, place) => ({
      day: parseDay(date),
      close: (row.closes[place] ?? Number.NaN) / factor,
    })),
    adjustedTo: row.adjustedTo === null ? null : parseDay(row.adjustedTo),
    listed: dated(row.listed),
    posted: dated(row.posted),
    reported: dated(row.reported.filter(split => !isRejected(split))),
    today: parseDay(row.today),
    isAnswered: day => isAnswered(row.id, day),
  }
}

function readTarget(row: TargetRow): JudgedTarget {
  const day = (date: string | null) => (date === null ? null : parseDay(date))
  return {
    direction: row.direction,
    price: Number(row.price),
    pricedOn: parseDay(row.pricedOn),
    baselineOn: day(row.baselineOn),
    setOn: parseDay(row.setOn),
    crossedOn: day(row.crossedOn),
  }
}

/** Writes what has changed: a target that is still reached by the same close keeps its moment. */
async function writeVerdicts(
  tx: Scoped,
  judged: readonly { row: TargetRow; verdict: TargetVerdict }[],
): Promise<void> {
  const changes = judged.flatMap(({ row, verdict: { crossing, doubtfulOn } }) => {
    const crossed = crossing === null ? null : toIsoDate(crossing.day)
    const doubtful = doubtfulOn === null ? null : toIsoDate(doubtfulOn)
    if (crossed === row.crossedOn && doubtful === row.doubtfulOn) return []
    return [{ id: row.id, crossed, price: crossing?.price ?? null, doubtful }]
  })
  if (changes.length === 0) return
  await sql`
    update price_target p set crossed_on = c.crossed, crossed_price = c.price, doubtful_on = c.doubtful,
      crossed_at = case when c.crossed is null then null
        when c.crossed = p.crossed_on then p.crossed_at else present_moment() end,
      reached_at = case when c.crossed is not null then coalesce(p.reached_at, present_moment())
        -- The close that reached it was corrected.
        when p.crossed_on is null then p.reached_at end
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as c (id uuid, crossed date, price numeric, doubtful date)
    where p.id = c.id`.execute(tx)
}
