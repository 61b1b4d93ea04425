import { contract } from 'virtual:contract'
import type { CallQuery, MailStatus } from '@plumbline/contract'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call, callForFile, type Reply } from '../../../lib/api/api.ts'
import { saveFile } from '../../../lib/api/save-file.ts'

type Query = NonNullable<CallQuery<typeof contract.audit.list>>
export type AuditEntry = Reply<typeof contract.audit.list>['data'][number]
export type Mail = Reply<typeof contract.audit.outbox>['data'][number]

export const auditOrders = ['at', 'action'] as const

export function auditQuery(query: Query) {
  return queryOptions({
    queryKey: ['admin', 'audit', query],
    queryFn: ({ signal }) => call(contract.audit.list, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Downloads all filtered entries, not only the page shown. */
export async function downloadAudit(query: Query): Promise<void> {
  const file = await callForFile(contract.audit.list, { query }, { accept: 'text/csv' })
  saveFile(file.blob, file.name ?? 'plumbline-audit.csv')
}

export function outboxQuery(query: { limit: number; offset: number; status?: MailStatus }) {
  return queryOptions({
    queryKey: ['admin', 'outbox', query],
    queryFn: ({ signal }) => call(contract.audit.outbox, { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const mailActions = {
  read: (id: string) => call(contract.audit.readMail, { params: { id } }),
  send: (id: string) => call(contract.audit.sendMail, { params: { id } }),
  discard: (id: string) => call(contract.audit.discardMail, { params: { id } }),
}
