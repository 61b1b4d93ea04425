import { contract } from '@plumbline/contract'
import { z } from 'zod'
import { sendCsv, toCsv } from '../../platform/http/bodies/csv.ts'
import { wantsCsv } from '../../platform/http/bodies/media-types.ts'
import { pageLinks } from '../../platform/http/page-links.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { AuditRow, AuditStore } from './audit.store.ts'

/** The audit log can be read and searched, but not changed. */
export function auditRoutes(serve: Serve, store: AuditStore): void {
  serve(contract.audit.list, async ({ user, query, request, reply }) => {
    const { limit, offset, ...filter } = query
    if (wantsCsv(request)) {
      const { rows } = await store.list(user.id, { ...filter, page: null })
      return sendCsv(reply, toCsv(csvColumns, rows.map(wireEntry)))
    }
    const { rows, count } = await store.list(user.id, { ...filter, page: { limit, offset } })
    const { actions, isIntact } = await store.facts(user.id)
    return {
      ...pageLinks(contract.audit.list.path, query, count),
      count,
      data: rows.map(wireEntry),
      extra: { actions, is_chain_intact: isIntact },
    }
  })
}

const changesShape = z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() }))

type Entry = ReturnType<typeof wireEntry>

const csvColumns: Record<string, (entry: Entry) => string | null> = {
  at: entry => entry.at,
  user: entry => entry.user?.name ?? null,
  action: entry => entry.action,
  details: entry => entry.details,
  family: entry => entry.family?.name ?? null,
  address: entry => entry.address,
}

function wireEntry(row: AuditRow) {
  const { kind, id, changes, ...rest } = row.details
  return {
    id: row.id,
    at: row.at.toISOString(),
    user: row.actor_id === null ? null : { id: row.actor_id, name: row.actor_name ?? row.actor_id },
    action: row.action,
    details: [
      row.subject,
      ...Object.entries(rest).map(([key, value]) => `${key}: ${formatValue(value)}`),
      ...formatChanges(changes),
    ]
      .filter(Boolean)
      .join(', '),
    subject: typeof kind === 'string' && typeof id === 'string' ? { kind, id } : null,
    family: row.family_name === null ? null : { id: row.family_id, name: row.family_name },
    address: row.address,
  }
}

/** Each changed field with its old and new value, as in `currency: CHF → EUR`. */
function formatChanges(changes: unknown): string[] {
  const known = changesShape.safeParse(changes)
  if (!known.success) return []
  return Object.entries(known.data).map(
    ([key, { from, to }]) => `${key}: ${formatSide(from)} → ${formatSide(to)}`,
  )
}

function formatSide(value: unknown): string {
  return value === null || value === '' || (Array.isArray(value) && value.length === 0)
    ? '–'
    : formatValue(value)
}

function formatValue(value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(' ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
