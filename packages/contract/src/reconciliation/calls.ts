import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { basis } from '../core/figures.ts'
import { filterBody } from '../core/filter.ts'
import { byId, dataReply, pageQuery, pageReply } from '../core/page.ts'
import { everyone, everyoneButDemo, staff } from '../core/policy.ts'
import {
  amount,
  currencyCode,
  figure,
  isin,
  isoDate,
  isoTime,
  longText,
  oneOf,
  positionId,
  queryBoolean,
  quotationUnit,
  reference,
  shortText,
} from '../core/values.ts'
import { breakCause, findingKind, heldType, transactionType } from '../core/words.ts'
import { job } from '../jobs/calls.ts'
import { changeActions, findingWeights, maxFileBytes, maxTolerance } from '../vocabulary/imports.ts'
import { coverageCall } from './coverage-call.ts'

const reconciledAccount = z
  .object({
    account: reference,
    family: reference,
    custodian: reference,
    statement_date: isoDate.nullable().describe('Null without a statement.'),
    source: z.string().nullable().describe('File format, or manual entry.'),
    statement_value: figure,
    ledger_value: figure,
    break_value: figure.describe('Statement less ledger.'),
    breaks_count: z.number().int(),
    oldest_break: isoDate.nullable(),
    may_change: z.boolean().describe('Whether the caller may add statements.'),
  })
  .meta({ id: 'ReconciledAccount' })

const statementLine = z
  .object({
    key: z.string().describe('Names the line in proposals.'),
    position_id: positionId.nullable(),
    name: z.string(),
    isin: z.string().nullable(),
    currency: currencyCode,
    ledger_quantity: z.number().nullable(),
    statement_quantity: z.number().nullable(),
    ledger_price: z.number().nullable(),
    statement_price: z.number().nullable(),
    ledger_value: figure,
    statement_value: figure,
    break_value: figure,
    cause: breakCause.nullable().describe('Null if both agree.'),
    is_within_tolerance: z.boolean(),
    since: isoDate.nullable(),
    security: z
      .object({
        name: z.string(),
        isin: z.string().nullable(),
        symbol: z.string().nullable(),
        currency: z.string().describe('Currency or minor unit of its prices.'),
        instrument_type: heldType.nullable().describe('Null where the file does not state it.'),
      })
      .nullable()
      .describe('The security to add: the family does not know it. Null for all other lines.'),
  })
  .meta({ id: 'StatementLine' })

const proposedChange = z
  .object({
    action: oneOf(changeActions),
    transaction_type: transactionType,
    date: isoDate,
    new_date: isoDate.nullable().describe('Of a correction: the date it gets.'),
    new_account: reference.nullable().describe('Of a correction: the account it goes to.'),
    name: z.string().nullable().describe('The instrument.'),
    quantity: z.number().nullable(),
    price: z.number().nullable(),
    fees: z.number(),
    taxes: z.number(),
    currency: currencyCode,
    amount: z.number().nullable().describe('What it moves in cash, costs included; null where none moves.'),
  })
  .meta({ id: 'ProposedChange' })

const proposal = z
  .object({
    id: z.string(),
    causes: z.array(breakCause),
    reasons: z.array(z.string()).describe('Why it is likely, in words.'),
    changes: z.array(proposedChange).describe('Posted together. Empty where nothing has to be posted.'),
    may_post: z.boolean(),
  })
  .meta({ id: 'Proposal' })

const breakGroup = z
  .object({
    lines: z.array(z.string()).describe('Keys of the lines that the proposals explain together.'),
    proposals: z.array(proposal).describe('The most likely first.'),
  })
  .meta({ id: 'BreakGroup' })

const statementPart = z.object({
  source: z.string(),
  scope: z.string().describe('account, holdings, cash, or the currency of its cash.'),
  received_at: isoTime,
  is_compared: z.boolean().describe('False where a later statement covers the same.'),
})

const posting = z.object({
  id: z.uuid(),
  causes: z.array(breakCause),
  changes_count: z.number().int(),
  posted_at: isoTime,
  posted_by: reference.nullable(),
})

const proposalEffect = z
  .object({
    changes: z.array(
      z.object({ figure: z.string(), name: z.string(), before: figure, after: figure, difference: figure }),
    ),
    breaks_before: z.number().int(),
    breaks_after: z.number().int(),
    currency: currencyCode,
  })
  .meta({ id: 'ProposalEffect' })

const chosenProposal = z.object({ date: isoDate, proposal: z.string().min(1).max(60) })

const tolerance = z
  .object({
    price: z.number().min(0).max(maxTolerance.price).describe('A fraction.'),
    rate: z.number().min(0).max(maxTolerance.rate).describe('A fraction.'),
    accrued_interest: z
      .number()
      .min(0)
      .max(maxTolerance.accrued_interest)
      .describe('An amount in the currency of the account.'),
  })
  .meta({ id: 'Tolerance' })

const reconciliationAnswer = z
  .object({
    account: reference,
    family: reference,
    currency: currencyCode,
    statement_date: isoDate,
    received_at: isoTime,
    statement_value: figure.describe('ledger_value + break_value = statement_value'),
    ledger_value: figure,
    break_value: figure,
    lines: z.array(statementLine),
    causes: z.array(z.object({ cause: breakCause, count: z.number().int(), value: figure })),
    tolerance,
    parts: z.array(statementPart).describe('The statements of the day, side by side.'),
    groups: z.array(breakGroup),
    postings: z.array(posting).describe('Proposals that were posted for the day and not undone.'),
    may_change: z.boolean().describe('Whether the caller may add statements.'),
    statements: z.array(z.object({ date: isoDate, breaks_count: z.number().int() })),
  })
  .meta({ id: 'Reconciliation' })

const typedLine = z.object({
  isin: isin.nullable().default(null).describe('Null for cash.'),
  name: shortText.nullable().default(null),
  currency: quotationUnit,
  quantity: amount,
  price: amount.nullable().default(null),
  value: amount.nullable().default(null),
})

const finding = z
  .object({
    id: z.string(),
    kind: findingKind,
    weight: oneOf(findingWeights),
    name: z.string(),
    place: z.string().nullable().describe('Account or instrument.'),
    reason: z.string(),
    effect: z.string().nullable().describe('Its effect on figures.'),
    value: figure.describe('Affected amount, in the currency of the reply.'),
    position_id: positionId.nullable(),
    instrument_id: z
      .uuid()
      .nullable()
      .describe('For instruments priced by the platform: the instrument, for administrators.'),
    asset_id: z.uuid().nullable().describe('For manual assets.'),
    account: reference.nullable(),
    transaction_ids: z.array(z.string()),
    missing: z
      .object({ amount: z.number(), currency: currencyCode })
      .nullable()
      .describe('The amount that a negative balance lacks.'),
    closing: z
      .object({
        side: oneOf(['buy', 'sell']),
        quantity: z.number(),
        price: z.number().nullable(),
        currency: currencyCode,
        date: isoDate,
      })
      .nullable()
      .describe('The trade that closes an expired contract, at its last price on its last day.'),
    remedy: z.string().nullable().describe('How to fix it, in words.'),
    decision: z.object({ note: z.string().nullable(), by: reference, at: isoTime }).nullable(),
  })
  .meta({ id: 'Finding' })

export const reconciliation = {
  list: endpoint('POST', '/api/reconciliation/list/', {
    summary: 'List the accounts with their latest statement and how it compares to the ledger.',
    query: pageQuery,
    body: filterBody,
    reply: pageReply(reconciledAccount).extend({ basis }),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
  }),
  read: endpoint('GET', '/api/reconciliation/:id/', {
    summary: 'Compare one statement of an account with the ledger, line by line.',
    params: byId,
    query: z.object({ date: isoDate.optional().describe('Day of the statement; by default the latest.') }),
    reply: dataReply(reconciliationAnswer),
    alsoReplies: ['text/csv'],
    may: everyoneButDemo,
    errors: ['demo_no_details'],
  }),
  addStatement: endpoint('POST', '/api/reconciliation/:id/', {
    summary: 'Enter a statement of an account to compare it with the ledger.',
    params: byId,
    body: z.object({ date: isoDate, lines: z.array(typedLine).min(1).max(5000) }),
    reply: dataReply(reconciliationAnswer),
    may: everyoneButDemo,
    errors: ['contact_account_manager', 'storage_full'],
    creates: true,
  }),
  addFile: endpoint('POST', '/api/reconciliation/:id/file/', {
    summary: 'Upload a statement of holdings or cash of an account to compare it with the ledger.',
    params: byId,
    query: z.object({
      name: z.string().trim().min(1).max(255).describe('Name of the file.'),
      is_confirmed: queryBoolean
        .optional()
        .describe('Whether all account numbers of the file that no account has yet are of this account.'),
    }),
    upload: { maxBytes: maxFileBytes },
    reply: dataReply(reconciliationAnswer).extend({
      extra: z.object({
        left_out: z
          .array(z.object({ number: z.string(), currencies: z.array(z.string()) }))
          .describe('Account numbers in the file that no account of the family has. They were not compared.'),
      }),
    }),
    may: everyoneButDemo,
    errors: ['unreadable_file', 'other_account', 'contact_account_manager', 'storage_full'],
    creates: true,
  }),
  addSecurity: endpoint('POST', '/api/reconciliation/:id/security/', {
    summary: 'Add the security of a statement line that the family does not know.',
    params: byId,
    body: z.object({
      date: isoDate,
      line: z.string().min(1).max(300).describe('Key of the line.'),
      name: shortText.describe('A line without ISIN and symbol keeps its own name.'),
      instrument_type: heldType,
    }),
    reply: dataReply(reconciliationAnswer),
    may: everyoneButDemo,
    errors: ['contact_account_manager'],
    creates: true,
  }),
  changeTolerance: endpoint('PATCH', '/api/reconciliation/:id/tolerance/', {
    summary: 'Set the tolerances for differences of an account.',
    params: byId,
    body: tolerance.partial(),
    reply: dataReply(tolerance),
    may: staff,
  }),
  preview: endpoint('POST', '/api/reconciliation/:id/preview/', {
    summary: 'Preview the effect of a proposal on NAV, cash, P/L and breaks.',
    params: byId,
    body: chosenProposal,
    reply: dataReply(proposalEffect),
    may: everyoneButDemo,
    errors: ['conflict'],
    reads: true,
  }),
  post: endpoint('POST', '/api/reconciliation/:id/post/', {
    summary: 'Post all changes of a proposal as one. Posting it again changes nothing.',
    params: byId,
    body: chosenProposal,
    reply: dataReply(reconciliationAnswer),
    may: everyoneButDemo,
    errors: ['contact_account_manager', 'conflict'],
    creates: true,
  }),
  undo: endpoint('POST', '/api/reconciliation/:id/undo/', {
    summary: 'Undo a proposal that was posted, with all its changes.',
    params: byId,
    body: z.object({ posting: z.uuid() }),
    reply: dataReply(reconciliationAnswer),
    may: everyoneButDemo,
    errors: ['contact_account_manager', 'conflict'],
    creates: false,
  }),
  findings: endpoint('POST', '/api/data-health/list/', {
    summary: 'List the findings of the data health check: stale prices, orphan sales, duplicates and others.',
    query: pageQuery.extend({ kind: findingKind.optional() }),
    body: filterBody,
    reply: pageReply(finding).extend({
      extra: z.object({
        checked_at: isoTime.nullable(),
        by_kind: z.array(z.object({ kind: findingKind, count: z.number().int() })),
        by_weight: z.array(z.object({ weight: oneOf(findingWeights), count: z.number().int() })),
        stale_value: figure,
        decisions_count: z.number().int(),
      }),
      basis,
    }),
    alsoReplies: ['text/csv'],
    may: everyone,
    reads: true,
  }),
  coverage: coverageCall,
  check: endpoint('POST', '/api/data-health/check/', {
    summary: 'Check the data now, of one family or of all you may see.',
    body: z.object({ family: z.uuid().nullish() }).default({}),
    reply: dataReply(job),
    status: 202,
    may: everyoneButDemo,
    errors: ['too_many_jobs'],
    creates: true,
  }),
  decide: endpoint('POST', '/api/data-health/:id/decide/', {
    summary: 'Accept a finding with your name and the date, or withdraw the acceptance.',
    params: z.object({ id: z.string().min(1).max(200) }),
    body: z.object({ is_accepted: z.boolean(), note: longText.nullable().default(null) }),
    reply: dataReply(finding),
    may: everyoneButDemo,
    creates: false,
  }),
}
