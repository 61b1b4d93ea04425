import type { ClientEntryKind } from '@plumbline/contract'
import { sql } from 'kysely'
import type { Actor } from '../../platform/auth/actor.ts'
import { writeAudit } from '../../platform/db/audit-line.ts'
import type { Database, Scoped } from '../../platform/db/database.ts'
import { familyCondition } from '../../platform/db/listing.ts'
import { bumpRowVersion } from '../../platform/db/row-version.ts'
import type { NotificationFacts } from '../../platform/notifications/notification-facts.ts'

export type ClientTasksStore = ReturnType<typeof clientTasksStore>

export interface ClientTaskRow {
  id: string
  family_id: string
  family_name: string
  kind: ClientEntryKind
  text: string
  assignee: { id: string; name: string } | null
  due_date: string | null
  is_overdue: boolean
  done_at: Date | null
  done_by: string | null
  created_by: string | null
  created_at: Date
  version: number
}

export interface ClientTaskFields {
  kind: ClientEntryKind
  text: string
  assignee: string | null
  due_date: string | null
}

export interface ListedTasks {
  family?: string | undefined
  kind?: ClientEntryKind | undefined
  open?: boolean | undefined
  mine?: boolean | undefined
  limit: number
  offset: number
}

/** Tasks and notes that one family may have. */
const maxPerFamily = 5000

const isOpen = sql`(t.kind = 'task' and t.done_at is null)`

const selection = sql`
  select t.id, t.family_id, f.name as family_name, t.kind, t.text,
    case when t.assignee_id is not null then jsonb_build_object(
      'id', t.assignee_id, 'name', coalesce(name_of_user(t.assignee_id), '')) end as assignee,
    t.due_date, ${isOpen} and coalesce(t.due_date < present_moment()::date, false) as is_overdue, t.done_at,
    name_of_user(t.done_by) as done_by, name_of_user(t.created_by) as created_by, t.created_at, t.version
  from client_task t join family f on f.id = t.family_id`

export function clientTasksStore(database: () => Database) {
  return {
    list(userId: string, { family, kind, open, mine, limit, offset }: ListedTasks) {
      return database().within({ user: userId }, async tx => {
        const wanted = sql`${familyCondition('t', family)}
          and (${kind ?? null}::text is null or t.kind = ${kind ?? null})
          and (${open ?? null}::boolean is null or ${isOpen} = ${open ?? null})
          and (${mine ?? null}::boolean is null or (t.assignee_id is not distinct from ${userId}::uuid) = ${mine ?? null})`
        const { rows } = await sql<ClientTaskRow>`
          ${selection} where ${wanted}
          order by ${isOpen} desc, case when ${isOpen} then t.due_date end nulls last,
            coalesce(t.done_at, t.created_at) desc, t.id
          limit ${limit} offset ${offset}`.execute(tx)
        const total = await sql<{ count: number }>`
          select count(*)::int as count from client_task t where ${wanted}`.execute(tx)
        return { rows, count: total.rows[0]?.count ?? 0 }
      })
    },

    find: (userId: string, id: string) => database().within({ user: userId }, tx => readTask(tx, id)),

    /** The staff who serve a family; null for a family that the user does not serve. */
    staff(userId: string, familyId: string): Promise<{ id: string; name: string }[] | null> {
      return database().within({ user: userId }, async tx => {
        const family = await sql`select from family where id = ${familyId}`.execute(tx)
        return family.rows.length === 0 ? null : readStaff(tx, familyId)
      })
    },

    add(
      actor: Actor,
      familyId: string,
      fields: ClientTaskFields,
    ): Promise<ClientTaskRow | 'no_family' | 'no_assignee' | 'too_many'> {
      return database().within({ user: actor.id }, async tx => {
        const family = await sql`select from family where id = ${familyId}`.execute(tx)
        if (family.rows.length === 0) return 'no_family'
        if (!(await isStaff(tx, familyId, fields.assignee))) return 'no_assignee'
        const { rows } = await sql<{ id: string }>`
          insert into client_task (family_id, kind, text, assignee_id, due_date, created_by)
          select ${familyId}::uuid, ${fields.kind}, ${fields.text}, ${fields.assignee}::uuid,
            ${fields.due_date}::date, ${actor.id}::uuid
          where (select count(*) from client_task where family_id = ${familyId}) < ${maxPerFamily}
          returning id`.execute(tx)
        const task = rows[0] && (await readTask(tx, rows[0].id))
        if (!task) return 'too_many'
        await record(tx, actor, task, 'added')
        await notifyAssignee(tx, actor, task)
        return task
      })
    },

    /** Null if it was deleted in the meantime. */
    change(
      actor: Actor,
      known: ClientTaskRow,
      fields: ClientTaskFields & { isDone: boolean },
      version: number | undefined,
    ): Promise<ClientTaskRow | 'no_assignee' | null> {
      return database().within({ user: actor.id }, async tx => {
        if (!(await isStaff(tx, known.family_id, fields.assignee))) return 'no_assignee'
        await bumpRowVersion(tx, 'client_task', known.id, version)
        await sql`
          update client_task set text = ${fields.text}, assignee_id = ${fields.assignee}::uuid,
            due_date = ${fields.due_date}::date,
            done_at = case when ${fields.isDone} then coalesce(done_at, present_moment()) end,
            done_by = case when ${fields.isDone} then coalesce(done_by, ${actor.id}::uuid) end
          where id = ${known.id}`.execute(tx)
        const task = await readTask(tx, known.id)
        if (!task) return null
        const wasDone = known.done_at !== null
        await record(tx, actor, task, fields.isDone === wasDone ? 'changed' : wasDone ? 'reopened' : 'done')
        if (task.assignee?.id !== known.assignee?.id) await notifyAssignee(tx, actor, task)
        return task
      })
    },

    remove(actor: Actor, id: string): Promise<boolean> {
      return database().within({ user: actor.id }, async tx => {
        const task = await readTask(tx, id)
        if (!task) return false
        await sql`delete from client_task where id = ${id}`.execute(tx)
        await record(tx, actor, task, 'deleted')
        return true
      })
    },
  }
}

async function readTask(tx: Scoped, id: string): Promise<ClientTaskRow | null> {
  const { rows } = await sql<ClientTaskRow>`${selection} where t.id = ${id}`.execute(tx)
  return rows[0] ?? null
}

async function readStaff(tx: Scoped, familyId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from family_staff(${familyId}::uuid)`.execute(tx)
  return rows
}

async function isStaff(tx: Scoped, familyId: string, userId: string | null): Promise<boolean> {
  return userId === null || (await readStaff(tx, familyId)).some(({ id }) => id === userId)
}

/** The log names the client and the entry, not its text, which may be confidential. */
function record(tx: Scoped, actor: Actor, task: ClientTaskRow, change: string): Promise<void> {
  return writeAudit(tx, {
    actorId: actor.id,
    familyId: task.family_id,
    action: `client_${task.kind}_${change}`,
    subject: task.family_name,
    details: { kind: 'client_task', id: task.id },
    address: actor.address,
  })
}

/** Tells an assignee of a task that someone else gave them, once per version. */
async function notifyAssignee(tx: Scoped, actor: Actor, task: ClientTaskRow): Promise<void> {
  if (task.assignee === null || task.assignee.id === actor.id || task.done_at !== null) return
  const { rows } = await sql<{ name: string | null }>`select name_of_user(${actor.id}) as name`.execute(tx)
  const facts: NotificationFacts = {
    about: 'client_task',
    reason: 'assigned',
    text: task.text,
    due: task.due_date,
    by: rows[0]?.name ?? '',
  }
  await insertTaskNotification(
    tx,
    { ...task, assignee: task.assignee },
    `assigned/${task.id}/${task.version}`,
    facts,
  )
}

export async function insertTaskNotification(
  tx: Scoped,
  task: Pick<ClientTaskRow, 'family_id' | 'family_name'> & { assignee: { id: string } },
  occurrence: string,
  facts: NotificationFacts,
): Promise<boolean> {
  const details = {
    facts,
    target: { kind: 'client', id: task.family_id },
    family: { id: task.family_id, name: task.family_name },
  }
  const { numAffectedRows } = await sql`
    insert into notification (user_id, occurrence, kind, family_id, details)
    values (${task.assignee.id}, ${occurrence}, 'client_task', ${task.family_id}, ${JSON.stringify(details)}::jsonb)
    on conflict do nothing`.execute(tx)
  return numAffectedRows === 1n
}
