import type { JobKind, JobStatus } from '@plumbline/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Database, Scoped } from '../db/database.ts'
import { type FamilyStorage, familyStorage } from '../db/family-storage.ts'
import { AppError } from '../errors/app-error.ts'

/** A background job as its owner sees it, without its result file. */
export interface BackgroundJob {
  id: string
  user_id: string
  kind: JobKind
  name: string
  status: JobStatus
  progress: number | null
  message: string | null
  details: Record<string, unknown>
  created_at: Date
  finished_at: Date | null
  result_media_type: string | null
  result_file_name: string | null
  result_pages: number | null
  result_bytes: number | null
  result_id: string | null
  family_id: string | null
  family_name: string | null
  /** The rule that scheduled it, until it is deleted, and the period it stands for. */
  task_id: string | null
  occurrence: string | null
  /** The date format of its owner. */
  date_format: string | null
}

export interface NewBackgroundJob {
  kind: JobKind
  name: string
  details: Readonly<Record<string, unknown>>
  resultId?: string
  /** The family of the job; absent for several families or market data. */
  familyId?: string | null
}

export interface ResultFile {
  mediaType: string
  fileName: string
  bytes: Buffer
  pages?: number
  /** The accounts whose data it holds: it may be opened by those who see them all. */
  accountIds?: string[]
}

const columns = sql`id, user_id, kind, name, status, progress, message, details, created_at, finished_at,
  result_media_type, result_file_name, result_pages, octet_length(result) as result_bytes, result_id, family_id,
  task_id, occurrence,
  (select f.name from family f where f.id = family_id) as family_name,
  (select s.chosen ->> 'date_format' from user_settings s where s.user_id = background_job.user_id) as date_format`

/** Result files are deleted after this time; the job stays listed as done. */
const daysKept = 30

/** Kinds whose queue messages carry the id of the background job. */
const kindsQueuedById: readonly JobKind[] = ['import', 'report_pdf', 'client_reports', 'data_check']

/** How many of these jobs a user may have waiting or running; jobs that a rule orders do not count. */
export const maxOpenJobs = 50

const abandonedMessage = 'It was broken off several times. Please try again.'

/** Adds a background job in the transaction that requests it. Throws if the user has too many. */
export async function addBackgroundJob(
  tx: Scoped,
  userId: string,
  job: NewBackgroundJob,
): Promise<BackgroundJob> {
  if (kindsQueuedById.includes(job.kind)) await refuseTooMany(tx, userId)
  const { rows } = await sql<BackgroundJob>`
    insert into background_job (user_id, kind, name, details, result_id, family_id)
    values (${userId}, ${job.kind}, ${job.name.slice(0, 200)}, ${JSON.stringify(job.details)}::jsonb,
      ${job.resultId ?? null}, ${job.familyId ?? null})
    returning ${columns}`.execute(tx)
  // An insert without a conflict clause returns its row or throws.
  return rows[0] as BackgroundJob
}

async function refuseTooMany(tx: Scoped, userId: string): Promise<void> {
  // Orders that arrive at the same time count each other.
  await sql`select pg_advisory_xact_lock(hashtextextended('jobs ' || ${userId}::text, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from background_job
    where user_id = ${userId} and status in ('waiting', 'running') and task_id is null
      and kind = any(${kindsQueuedById}::text[])`.execute(tx)
  if ((rows[0]?.count ?? 0) >= maxOpenJobs) throw new AppError('too_many_jobs', { retryAfterSeconds: 30 })
}

export type BackgroundStore = ReturnType<typeof backgroundStore>

export function backgroundStore(
  database: () => Database,
  storage: Pick<FamilyStorage, 'check'> = familyStorage(),
) {
  const change = (id: string, what: RawBuilder<unknown>, onlyIf: RawBuilder<unknown>): Promise<boolean> =>
    database().within('system', async tx => {
      const { numAffectedRows } =
        await sql`update background_job set ${what} where id = ${id} and ${onlyIf}`.execute(tx)
      return numAffectedRows === 1n
    })

  return {
    /** Throws if the job would make a file for a family whose storage is full. */
    add: (userId: string, job: NewBackgroundJob) =>
      database().within({ user: userId }, async tx => {
        if (job.kind === 'report_pdf' && job.familyId) await storage.check(tx, job.familyId)
        return addBackgroundJob(tx, userId, job)
      }),

    list(userId: string, page: { limit: number; offset: number }) {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<BackgroundJob>`
          select ${columns} from background_job order by created_at desc, id
          limit ${page.limit} offset ${page.offset}`.execute(tx)
        const total = await sql<{ count: number }>`
          select count(*)::int as count from background_job`.execute(tx)
        return { rows, count: total.rows[0]?.count ?? 0 }
      })
    },

    find(userId: string, id: string): Promise<BackgroundJob | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } =
          await sql<BackgroundJob>`select ${columns} from background_job where id = ${id}`.execute(tx)
        return rows[0] ?? null
      })
    },

    file(userId: string, id: string): Promise<ResultFile | null> {
      return database().within({ user: userId }, async tx => {
        const { rows } = await sql<{ media_type: string; file_name: string; bytes: Buffer }>`
          select result_media_type as media_type, result_file_name as file_name, result as bytes
          from background_job where id = ${id} and status = 'done' and result is not null`.execute(tx)
        const row = rows[0]
        return row ? { mediaType: row.media_type, fileName: row.file_name, bytes: row.bytes } : null
      })
    },

    /** Cancels a job that has not ended. The server that runs it notices before it writes a result. */
    cancel(userId: string, id: string): Promise<BackgroundJob | null> {
      return database().within({ user: userId }, async tx => {
        await sql`update background_job set status = 'cancelled', finished_at = present_moment()
          where id = ${id} and status in ('waiting', 'running')`.execute(tx)
        const { rows } =
          await sql<BackgroundJob>`select ${columns} from background_job where id = ${id}`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** Starts a waiting job, or one that a dead server left; null if it has ended or was cancelled. */
    begin(id: string): Promise<BackgroundJob | null> {
      return database().within('system', async tx => {
        const { rows } = await sql<BackgroundJob>`
          update background_job set status = 'running', progress = 0, message = null
          where id = ${id} and status in ('waiting', 'running') returning ${columns}`.execute(tx)
        return rows[0] ?? null
      })
    },

    /**
     * Starts the next job of a kind for a message of its queue; null if none waits. The user and the family that were
     * served longest ago come first, so a user with many jobs delays another one by a single job. A message that was
     * delivered before resumes its job. A job that an earlier version began has no message noted, and is that of `sentFor`.
     */
    claim(kind: JobKind, messageId: string, sentFor: string): Promise<BackgroundJob | null> {
      return database().within('system', async tx => {
        // Two servers that claim at the same time would both see the same user as the next.
        await sql`select pg_advisory_xact_lock(hashtextextended('claim ' || ${kind}::text, 0))`.execute(tx)
        const resumed = await sql<BackgroundJob>`
          update background_job set progress = 0, message = null
          where (claimed_by = ${messageId}::uuid or (claimed_by is null and id = ${sentFor}::uuid))
            and status = 'running' returning ${columns}`.execute(tx)
        if (resumed.rows[0]) return resumed.rows[0]
        const { rows } = await sql<BackgroundJob>`
          update background_job set status = 'running', progress = 0, message = null,
            claimed_by = ${messageId}::uuid, started_at = clock_timestamp()
          where id = (
            select w.id from background_job w
            cross join lateral (
              select max(o.started_at) as at from background_job o
              where o.user_id = w.user_id and o.kind = w.kind) by_user
            cross join lateral (
              select max(o.started_at) as at from background_job o
              where o.family_id = w.family_id and o.kind = w.kind) by_family
            where w.kind = ${kind} and w.status = 'waiting'
            order by greatest(by_user.at, by_family.at) nulls first, by_user.at nulls first, w.created_at, w.id
            limit 1 for update of w)
          returning ${columns}`.execute(tx)
        return rows[0] ?? null
      })
    },

    /** Saves progress; false if the job was cancelled and should stop. */
    report: (id: string, progress: number, message: string | null = null) =>
      change(
        id,
        sql`progress = ${Math.min(1, Math.max(0, progress))}, message = ${message}`,
        sql`status = 'running'`,
      ),

    fail: (id: string, message: string) =>
      change(
        id,
        sql`status = 'failed', message = ${message.slice(0, 5000)}, finished_at = present_moment()`,
        sql`status in ('waiting', 'running')`,
      ),

    /** Ends a job whose run failed. Codes and values of the run are stored, so that each reader gets own words. */
    failRun: (id: string, run: Readonly<Record<string, unknown>>) =>
      change(
        id,
        sql`status = 'failed', details = details || ${JSON.stringify({ run })}::jsonb, finished_at = present_moment()`,
        sql`status in ('waiting', 'running')`,
      ),

    /**
     * Completes a job in one transaction with `also`, so that the file and the notification appear once and together.
     * Throws if the file does not fit into the family's storage.
     */
    finish(id: string, file: ResultFile | null, also?: (tx: Scoped) => Promise<void>): Promise<boolean> {
      return database().within('system', async tx => {
        const { rows } = await sql<{ family_id: string | null }>`
          update background_job set status = 'done', progress = 1, message = null, finished_at = present_moment(),
            result_media_type = ${file?.mediaType ?? null}, result_file_name = ${file?.fileName ?? null},
            result_pages = ${file?.pages ?? null}, result = ${file?.bytes ?? null},
            account_ids = ${file?.accountIds ?? null}::uuid[]
          where id = ${id} and status = 'running' returning family_id`.execute(tx)
        if (!rows[0]) return false
        if (file && rows[0].family_id !== null) await storage.check(tx, rows[0].family_id)
        await also?.(tx)
        return true
      })
    },

    /** Deletes the result files of old jobs. */
    async deleteOldFiles(): Promise<void> {
      await database().within('system', tx =>
        sql`update background_job set result = null
          where result is not null and finished_at < present_moment() - make_interval(days => ${daysKept})`.execute(
          tx,
        ),
      )
    },

    /** Fails running jobs that the queue has given up, because the servers that ran them died. */
    async failAbandoned(): Promise<void> {
      await database().within('system', tx =>
        sql`update background_job set status = 'failed', message = ${abandonedMessage}, finished_at = present_moment()
          where status = 'running' and kind = any(${kindsQueuedById}::text[]) and not exists (
            select from jobs.job j
            where (j.id = background_job.claimed_by
                or (background_job.claimed_by is null and j.data ->> 'id' = background_job.id::text))
              and j.state in ('created', 'retry', 'active'))`.execute(tx),
      )
    },

    /** Jobs without a message that would run them: a server died before it was sent. */
    async listUnsent(): Promise<{ id: string; kind: JobKind }[]> {
      return database().within('system', async tx => {
        const { rows } = await sql<{ id: string; kind: JobKind }>`
          select id, kind from background_job
          where status = 'waiting' and created_at < present_moment() - interval '1 minute'
            and not exists (
              select from jobs.job j where j.data ->> 'id' = background_job.id::text
                and j.state in ('created', 'retry', 'active'))
          order by created_at limit 100`.execute(tx)
        return rows
      })
    },
  }
}
