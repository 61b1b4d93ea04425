import { type ClientEntry, contract } from '@plumbline/contract'
import { toActor } from '../../platform/auth/actor.ts'
import { AppError } from '../../platform/errors/app-error.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { ClientTaskFields, ClientTaskRow, ClientTasksStore } from './client-tasks.store.ts'

/** Tasks and notes of staff about their clients. Those of a family that the user does not serve return not found. */
export function clientTasksRoutes(serve: Serve, store: ClientTasksStore): void {
  serve(contract.clients.entries, async ({ user, query }) => {
    const { rows, count } = await store.list(user.id, query)
    return { ...pageLinks(contract.clients.entries.path, query, count), count, data: rows.map(wireEntry) }
  })

  serve(contract.clients.staff, async ({ user, query }) => {
    const people = await store.staff(user.id, query.family)
    if (!people) throw new AppError('not_found', { field: 'family' })
    return { data: people.map(person => ({ ...person, is_you: person.id === user.id })) }
  })

  serve(contract.clients.addEntry, async ({ user, body: { family, ...fields }, request }) => {
    refuseTaskFields(fields)
    const added = await store.add(toActor(user, request.ip), family, fields)
    if (added === 'no_family') throw new AppError('not_found', { field: 'family' })
    if (added === 'no_assignee') throw unknownAssignee()
    if (added === 'too_many') throw new AppError('limit_reached')
    return { data: wireEntry(added) }
  })

  serve(contract.clients.changeEntry, async ({ user, params, body, request }) => {
    const known = await store.find(user.id, params.id)
    if (!known) throw new AppError('not_found')
    const fields = {
      kind: known.kind,
      text: body.text ?? known.text,
      assignee: body.assignee === undefined ? (known.assignee?.id ?? null) : body.assignee,
      due_date: body.due_date === undefined ? known.due_date : body.due_date,
      isDone: body.is_done ?? known.done_at !== null,
    }
    refuseTaskFields(fields)
    if (known.kind === 'note' && fields.isDone)
      throw new AppError('invalid_field', { field: 'is_done', message: 'A note cannot be done.' })
    const changed = await store.change(toActor(user, request.ip), known, fields, body.version)
    if (changed === 'no_assignee') throw unknownAssignee()
    if (!changed) throw new AppError('not_found')
    return { data: wireEntry(changed) }
  })

  serve(contract.clients.removeEntry, async ({ user, params, request }) => {
    if (!(await store.remove(toActor(user, request.ip), params.id))) throw new AppError('not_found')
    return undefined
  })
}

function refuseTaskFields({ kind, assignee, due_date }: ClientTaskFields): void {
  if (kind === 'task') return
  const field = assignee !== null ? 'assignee' : due_date !== null ? 'due_date' : null
  if (field !== null)
    throw new AppError('invalid_field', { field, message: 'Only a task has an assignee and a due date.' })
}

function unknownAssignee(): AppError {
  return new AppError('not_found', { field: 'assignee' })
}

function wireEntry(row: ClientTaskRow): ClientEntry {
  return {
    id: row.id,
    family: { id: row.family_id, name: row.family_name },
    kind: row.kind,
    text: row.text,
    assignee: row.assignee,
    due_date: row.due_date,
    is_overdue: row.is_overdue,
    done_at: row.done_at?.toISOString() ?? null,
    done_by: row.done_by,
    created_by: row.created_by,
    created_at: row.created_at.toISOString(),
    version: row.version,
  }
}
