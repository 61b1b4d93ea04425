import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { byId, dataReply } from '../core/page.ts'
import { confirm } from '../core/plausibility.ts'
import { everyoneButDemo } from '../core/policy.ts'
import { isin, oneOf, quotationUnit, reference, shortText } from '../core/values.ts'
import { instrumentType } from '../core/words.ts'
import { transactionEffect, transactionId } from './shapes.ts'

/** Which transactions belong to another security: one, those of its import, or all that statements call the same. */
export const securityScopes = ['transaction', 'import', 'all'] as const

const statedSecurity = z
  .object({
    name: z.string().nullable(),
    isin: z.string().nullable(),
    symbol: z.string().nullable(),
    currency: z.string().nullable(),
    identifiers: z.array(z.object({ kind: z.string(), value: z.string() })),
  })
  .meta({ id: 'StatedSecurity', description: 'What the imported file calls the security.' })

const newSecurity = z
  .object({
    name: shortText,
    instrument_type: instrumentType,
    currency: quotationUnit,
    isin: isin.nullish(),
    symbol: z.string().trim().max(60).nullish(),
  })
  .meta({
    id: 'NewSecurity',
    description: 'A new security of the family. Further identifiers are those of the file.',
  })

const chosenSecurity = z.object({
  scope: oneOf(securityScopes).default('transaction'),
  instrument: z.uuid().optional().describe('An existing security.'),
  create: newSecurity.optional(),
})

const correctionEffect = z
  .object({
    transactions_count: z.number().int(),
    accounts: z.array(reference),
    positions: z
      .array(z.object({ name: z.string(), before: z.number(), after: z.number() }))
      .describe('Units held of both securities, before and after.'),
    changes: transactionEffect.shape.changes,
    sets_rule: z
      .boolean()
      .describe('Whether later imports recognize the security by what the file calls it.'),
    currency: transactionEffect.shape.currency,
  })
  .meta({ id: 'SecurityCorrectionEffect' })

const byTransactionId = z.object({ id: transactionId })
const errors = ['contact_account_manager', 'conflict', 'already_exists'] as const

export const securityCorrections = {
  read: endpoint('GET', '/api/transactions/:id/security/', {
    summary: 'Read how an import recognized the security of a transaction, and how many it recognized so.',
    params: byTransactionId,
    reply: dataReply(
      z.object({
        security: reference,
        stated: statedSecurity.nullable().describe('Null if no import that you see posted it.'),
        counts: z.object({ transaction: z.number().int(), import: z.number().int(), all: z.number().int() }),
        family: z.uuid(),
        correction: z
          .object({ id: z.uuid(), from: z.string(), transactions_count: z.number().int() })
          .nullable()
          .describe('The last correction that moved it, which can be undone.'),
      }),
    ),
    may: everyoneButDemo,
    errors: ['contact_account_manager'],
  }),
  preview: endpoint('POST', '/api/transactions/:id/security/preview/', {
    summary: 'Preview moving transactions to another security: positions, net asset value and P/L.',
    params: byTransactionId,
    body: chosenSecurity,
    reply: dataReply(correctionEffect),
    may: everyoneButDemo,
    errors,
    reads: true,
  }),
  post: endpoint('POST', '/api/transactions/:id/security/', {
    summary: 'Move transactions to another security as one. Their versions before stay in the history.',
    params: byTransactionId,
    body: chosenSecurity.extend({ confirm }),
    reply: dataReply(z.object({ id: z.uuid(), transactions_count: z.number().int(), security: reference })),
    may: everyoneButDemo,
    errors: [...errors, 'confirmation_required'],
    creates: true,
  }),
  listStated: endpoint('GET', '/api/instruments/:id/stated/', {
    summary: 'List what the files of your families call a security, with the number of transactions of each.',
    params: byId,
    reply: dataReply(
      z.array(
        z.object({
          family: reference,
          stated: statedSecurity,
          transaction: transactionId.describe('One of the transactions, by which they can be moved.'),
          transactions_count: z.number().int(),
          may_change: z.boolean(),
        }),
      ),
    ),
    may: everyoneButDemo,
  }),
  undo: endpoint('POST', '/api/security-corrections/:id/undo/', {
    summary: 'Move the transactions of a correction back as one.',
    params: byId,
    reply: dataReply(z.object({ transactions_count: z.number().int() })),
    may: everyoneButDemo,
    errors: ['contact_account_manager', 'conflict'],
    creates: false,
  }),
}
