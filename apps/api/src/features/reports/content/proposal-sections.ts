import { fillText } from '@plumbline/contract/texts'
import type { Cell, ReportSection } from '../document.ts'
import type { ProposalReply } from './report-figures.ts'
import type { ReportTexts } from './report-texts.ts'

type Proposal = ProposalReply['data']
type Order = Proposal['orders'][number]

/** The orders that lead back into the bands of one division, and the weights before and after them. */
export function proposalSections(texts: ReportTexts, proposal: Proposal): ReportSection[] {
  const { target } = proposal
  const division = texts.listLabel('targets_by', target.dimension)
  return [
    {
      title: texts.get('report_section_proposal', { name: target.name, division }),
      tables: [
        ordersTable(texts, proposal),
        ...(proposal.orders.length > 0 ? [weights(texts, proposal)] : []),
      ],
    },
  ]
}

function ordersTable(texts: ReportTexts, proposal: Proposal): ReportSection['tables'][number] {
  return {
    title: '',
    columns: [
      texts.column('side', 'text'),
      texts.column('name', 'text', true),
      texts.column('account', 'text'),
      texts.column('quantity', 'quantity'),
      texts.column('price', 'price'),
      texts.column('currency', 'text'),
      texts.column('amount', 'money'),
      texts.column('gain', 'gain'),
    ],
    rows: proposal.orders.map(order => ({
      cells: [
        texts.listLabel('proposal', order.kind),
        describeSubject(order),
        order.account.name,
        order.quantity,
        order.price,
        order.currency,
        order.amount,
        order.gain,
      ],
    })),
    total: null,
    note: describe(texts, proposal),
  }
}

/** The security; of a move of cash where it comes from and where it goes. */
function describeSubject({ position, cash }: Order): string {
  return position?.name ?? cash.map(({ account, currency }) => `${account.name} ${currency}`).join(' \u2192 ')
}

function weights(
  texts: ReportTexts,
  { before, after, base_before, base_after }: Proposal,
): ReportSection['tables'][number] {
  const rows = after.map((bucket): Cell[] => {
    const old = before.find(({ key }) => key === bucket.key)
    const state = bucket.target === null ? null : texts.listLabel('targets_state', bucket.state)
    return [bucket.name, old?.weight ?? null, bucket.weight, bucket.target, bucket.value, state]
  })
  return {
    title: texts.get('report_table_before_after'),
    columns: [
      texts.column('group', 'text', true),
      texts.neutral('before', 'return'),
      texts.neutral('after', 'return'),
      texts.neutral('target', 'return'),
      texts.column('value', 'money'),
      texts.column('state', 'text'),
    ],
    rows: rows.map(cells => ({ cells })),
    total: null,
    note:
      base_before === null || base_before === base_after ? null : texts.get('report_proposal_base_changes'),
  }
}

/** Positions that no order touches, each with its reason. */
function listKept(texts: ReportTexts, kept: Proposal['kept']): string {
  const names = kept.map(
    ({ position, reason }) => `${position.name} (${texts.listLabel('proposal_kept', reason)})`,
  )
  return fillText(texts.listLabel('proposal', 'kept'), { names: names.join(', ') })
}

/** What the orders assume, and why a bucket stays outside its band. */
function describe(
  texts: ReportTexts,
  { orders, problems, kept, basis, is_within_bands: isWithin }: Proposal,
): string {
  return [
    ...(orders.length === 0 && isWithin ? [texts.get('report_proposal_none')] : []),
    ...(orders.length > 0
      ? [texts.get('report_proposal_note', { date: texts.date(basis.end_date ?? basis.as_of) })]
      : []),
    ...problems.map(
      ({ name, problem }) => `${fillText(texts.listLabel('proposal_problem', problem), { name })}.`,
    ),
    ...(kept.length > 0 ? [listKept(texts, kept)] : []),
  ].join(' ')
}
