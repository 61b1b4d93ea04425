import { contract, newTask, type Task } from '@plumbline/contract'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError, InvalidRequest } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { PortfolioService } from '../../queries/portfolio-service.ts'
import { nextRun } from './next-run.ts'
import { taskForms } from './task-forms.ts'
import type { NewTaskRow, TaskRow, UserTasksStore } from './user-tasks.store.ts'

/** Notification rules. Those of another user return not found. */
export function userTasksRoutes(serve: Serve, store: UserTasksStore, portfolio: PortfolioService): void {
  serve(contract.userTasks.list, async ({ user, query }) => {
    const { rows, count } = await store.list(user.id, query)
    return { ...pageLinks(contract.userTasks.list.path, query, count), count, data: rows.map(wireTask) }
  })

  serve(contract.userTasks.formFields, async ({ user, query }) => ({
    data: taskForms(user.language, await store.choices(user.id, query.family)),
  }))

  serve(contract.userTasks.create, async ({ user, body, request }) => {
    const { name, task_type, actions, is_active, family, ...rest } = body
    const row = { name, task_type, actions, is_active, task_data: mergeTaskData(rest) }
    // Price targets belong to the user's watchlist, not to a family.
    const familyId = task_type === 'price_target' ? null : await portfolio.familyForCreate(user, family)
    await checkOwnFamily(store, user.id, familyId, row.task_data)
    const added = await store.add(toActor(user, request.ip), familyId, row)
    if (!added) throw new AppError('limit_reached')
    return { data: wireTask(added) }
  })

  serve(contract.userTasks.read, async ({ user, params }) => {
    const row = await store.find(user.id, params.id)
    if (!row) throw new AppError('not_found')
    return { data: wireTask(row) }
  })

  serve(contract.userTasks.change, async ({ user, params, body: { version, ...body }, request }) => {
    const known = await store.find(user.id, params.id)
    if (!known) throw new AppError('not_found')
    const row = applyChange(known, body)
    await checkOwnFamily(store, user.id, known.family_id, row.task_data)
    const saved = await store.change(toActor(user, request.ip), known.id, row, version)
    if (!saved) throw new AppError('not_found')
    return { data: wireTask(saved) }
  })

  serve(contract.userTasks.remove, async ({ user, params, request }) => {
    if (!(await store.remove(toActor(user, request.ip), params.id))) throw new AppError('not_found')
    return undefined
  })
}

/** Fields of event reminders are top-level on the wire, and stored in the task data. */
function mergeTaskData({ task_data, ...top }: { task_data: object } & Record<string, unknown>) {
  return { ...task_data, ...top }
}

/** The rule with the change applied, if it is still valid for its type. */
function applyChange(known: TaskRow, change: object): Omit<NewTaskRow, 'task_type'> {
  const { event_types, lookahead_date_offset, ...task_data } = known.task_data
  const isReminder = known.task_type === 'event_reminder'
  const before = {
    name: known.name,
    task_type: known.task_type,
    actions: known.actions,
    is_active: known.is_active,
    ...(isReminder ? { event_types, lookahead_date_offset } : {}),
  }
  const wanted = 'task_data' in change ? (change.task_data as object) : {}
  const whole = newTask.safeParse({ ...before, ...change, task_data: { ...task_data, ...wanted } })
  if (!whole.success)
    throw new InvalidRequest(
      whole.error.issues.map(({ path, message }) => ({
        code: 'invalid_field' as const,
        field: path.join('.'),
        message,
      })),
    )
  const { name, actions, is_active, task_type: _same, family: _stays, ...rest } = whole.data
  return { name, actions, is_active, task_data: mergeTaskData(rest) }
}

/** A rule may refer only to accounts and reports of its own family. */
async function checkOwnFamily(
  store: UserTasksStore,
  userId: string,
  familyId: string | null,
  data: Record<string, unknown>,
) {
  const accounts = Array.isArray(data.accounts) ? data.accounts : []
  const report = typeof data.report === 'string' ? data.report : null
  const found = await store.checkReferences(userId, familyId, { accounts, report })
  if (!found.accounts) throw new AppError('not_found', { field: 'task_data.accounts' })
  if (!found.report) throw new AppError('not_found', { field: 'task_data.report' })
}

function wireTask(row: TaskRow): Task {
  const { event_types, lookahead_date_offset, ...task_data } = row.task_data
  return {
    id: row.id,
    name: row.name,
    family: row.family_id === null ? null : { id: row.family_id, name: row.family_name ?? '' },
    task_type: row.task_type,
    task_data,
    actions: row.actions,
    is_active: row.is_active,
    event_types: Array.isArray(event_types) ? event_types : [],
    lookahead_date_offset: typeof lookahead_date_offset === 'number' ? lookahead_date_offset : null,
    created_at: row.created_at.toISOString(),
    accounts: row.accounts,
    is_mail_paused: row.is_mail_paused,
    paused_recipients: row.paused_recipients,
    last_run_at: row.last_run_at?.toISOString() ?? null,
    next_run_at: nextRun(row),
    version: row.version,
  }
}
