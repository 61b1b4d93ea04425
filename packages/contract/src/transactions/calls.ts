import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { dataReply, orderBy, pageQuery, pageReply } from '../core/page.ts'
import { everyone, everyoneButDemo } from '../core/policy.ts'
import { figure, oneOf, positionId, searchText } from '../core/values.ts'
import { positionType, transactionCategory } from '../core/words.ts'
import { transactionStatuses } from '../vocabulary/transactions.ts'
import {
  correction,
  newTransaction,
  transaction,
  transactionEffect,
  transactionFieldNames,
  transactionId,
  transactionVersion,
  withdrawal,
} from './shapes.ts'

const feePlaces = ['rows', 'within'] as const

const listQuery = z.object({
  category: transactionCategory.optional(),
  status: oneOf(transactionStatuses).optional().describe('Absent: those in force.'),
  q: searchText.optional().describe('Part of a name, ISIN or note.'),
  fees: oneOf(feePlaces)
    .optional()
    .describe("Whether a trade's fee is a row of its own (default) or part of its trade, which is then net."),
  ...pageQuery.shape,
  ...orderBy(transactionFieldNames, '-date').shape,
})

const listReply = pageReply(transaction).extend({
  total: z
    .object({ calculated_amount: figure, calculated_fees: figure, calculated_taxes: figure })
    .describe('Sums over every row, not only over this page.'),
  basis,
})

const byTransactionId = z.object({ id: transactionId })
const ledgerErrors = ['contact_account_manager', 'conflict'] as const

export const transactions = {
  list: endpoint('POST', '/api/transactions/list/', {
    summary:
      'List the transactions of the period. A fee that came with a trade is a row of its own, counted once.',
    query: listQuery,
    body: filterBody,
    reply: listReply,
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
  }),
  ofPosition: endpoint('POST', '/api/transactions/list/:positionId/', {
    summary: 'List the transactions of one position.',
    params: z.object({ positionId }),
    query: listQuery.extend({
      match: positionType.optional().describe('Whether the position is an open or a closed one.'),
    }),
    body: filterBody,
    reply: listReply,
    alsoReplies: ['text/csv'],
    may: everyoneButDemo,
    reads: true,
    errors: ['demo_no_details'],
  }),
  history: endpoint('GET', '/api/transactions/:id/history/', {
    summary: 'Read every version of a transaction, newest first.',
    params: byTransactionId,
    reply: dataReply(z.array(transactionVersion)),
    may: everyoneButDemo,
    errors: ['demo_no_details'],
  }),
  add: endpoint('POST', '/api/transactions/', {
    summary: 'Add a transaction to a manual account.',
    body: newTransaction,
    reply: dataReply(transaction),
    may: everyoneButDemo,
    errors: ['contact_account_manager', 'not_found', 'confirmation_required'],
    creates: true,
  }),
  preview: endpoint('POST', '/api/transactions/preview/', {
    summary: 'Tell what adding, correcting or voiding a transaction would change, without posting it.',
    body: z.object({
      id: transactionId.nullish().describe('The transaction to correct or void; absent, one is added.'),
      add: newTransaction.optional(),
      correct: correction.partial({ reason: true }).optional(),
      is_void: z.boolean().default(false),
    }),
    reply: dataReply(transactionEffect),
    may: everyoneButDemo,
    reads: true,
    errors: ['contact_account_manager', 'conflict', 'not_found'],
  }),
  correct: endpoint('PATCH', '/api/transactions/:id/', {
    summary: 'Correct a transaction. The version before stays in its history.',
    params: byTransactionId,
    body: correction,
    reply: dataReply(transaction),
    may: everyoneButDemo,
    errors: [...ledgerErrors, 'confirmation_required'],
  }),
  void: endpoint('POST', '/api/transactions/:id/void/', {
    summary: 'Void a transaction. It stays in the history and counts in no figure.',
    params: byTransactionId,
    body: withdrawal,
    reply: dataReply(transaction),
    may: everyoneButDemo,
    errors: ledgerErrors,
    creates: false,
  }),
  restore: endpoint('POST', '/api/transactions/:id/restore/', {
    summary: 'Bring a voided transaction back into force.',
    params: byTransactionId,
    body: withdrawal.partial({ reason: true }),
    reply: dataReply(transaction),
    may: everyoneButDemo,
    errors: ledgerErrors,
    creates: false,
  }),
}
