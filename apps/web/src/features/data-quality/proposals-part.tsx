import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showToast } from '../../lib/browser/toasts.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Button } from '../../ui/display/button.tsx'
import { Amount } from '../../ui/display/figure.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import styles from './proposals-part.module.css'
import { UnknownSecurities } from './unknown-securities.tsx'
import {
  type Proposal,
  previewQuery,
  qualityActions,
  type Reconciliation,
  useLedgerChanged,
  useQualityChange,
} from './use-data-quality.ts'

/** The causes of breaks, the most likely first, each with what to post and its effect. */
export function ProposalsPart({ data }: { data: Reconciliation }) {
  const text = useText()
  if (data.groups.length === 0 && data.postings.length === 0) return null
  return (
    <section className={styles.part} aria-label={text('reconciliation_proposals')}>
      {data.groups.map(group => (
        <Group key={group.lines.join()} data={data} group={group} />
      ))}
      <Postings data={data} />
    </section>
  )
}

type Group = Reconciliation['groups'][number]

function Group({ data, group }: { data: Reconciliation; group: Group }) {
  const text = useText()
  const [chosen, setChosen] = useState(0)
  const proposal = group.proposals[chosen] ?? group.proposals[0]
  const names = group.lines.map(key => data.lines.find(line => line.key === key)?.name ?? key).join(', ')
  if (!proposal || proposal.causes.includes('unknown'))
    return (
      <article className={styles.group} aria-label={text('reconciliation_proposal_of', { name: names })}>
        <h3>{names}</h3>
        <p>{text('reconciliation_unexplained')}</p>
      </article>
    )
  return (
    <article className={styles.group} aria-label={text('reconciliation_proposal_of', { name: names })}>
      <header className={styles.head}>
        <h3>{names}</h3>
        {proposal.causes.map(cause => (
          <Tag key={cause} tone="warn">
            {text(`break_${cause}`)}
          </Tag>
        ))}
      </header>
      <ul className={styles.reasons}>
        {proposal.reasons.map(each => (
          <li key={each}>{each}</li>
        ))}
      </ul>
      {proposal.causes.includes('unknown_security') ? (
        <UnknownSecurities data={data} lines={group.lines} />
      ) : (
        <Changes proposal={proposal} />
      )}
      <Effect data={data} proposal={proposal} />
      <PostButton data={data} proposal={proposal} names={names} />
      {group.proposals.length > 1 && (
        <div className={styles.others}>
          <span>{text('reconciliation_alternatives')}</span>
          {group.proposals.map(
            (each, place) =>
              each !== proposal && (
                <Button key={each.id} size="small" variant="quiet" onClick={() => setChosen(place)}>
                  {each.causes.map(cause => text(`break_${cause}`)).join(', ')}
                </Button>
              ),
          )}
        </div>
      )}
    </article>
  )
}

function Changes({ proposal }: { proposal: Proposal }) {
  const text = useText()
  const format = useFormat()
  if (proposal.changes.length === 0)
    return <p className={styles.quiet}>{text('reconciliation_nothing_to_post')}</p>
  return (
    <ul className={styles.changes}>
      {proposal.changes.map((change, place) => (
        // Changes have no id and never move.
        // biome-ignore lint/suspicious/noArrayIndexKey: the list of a proposal is fixed.
        <li key={place}>
          <Tag tone="outline">{text(`reconciliation_action_${change.action}`)}</Tag>
          <b>{text(`transaction_type_${change.transaction_type}`)}</b>
          {change.name !== null && <span>{change.name}</span>}
          <span className={styles.quiet}>
            {change.new_date === null
              ? format.date(change.date)
              : text('reconciliation_new_date', {
                  before: format.date(change.date),
                  after: format.date(change.new_date),
                })}
            {change.new_account !== null && ` · ${change.new_account.name}`}
          </span>
          {change.quantity !== null && (
            <span className={styles.number}>
              {format.quantity(change.quantity)}
              {change.price !== null && ` × ${format.price(change.price)}`}
            </span>
          )}
          {change.fees > 0 && (
            <span className={styles.quiet}>
              {text('reconciliation_fees', {
                amount: format.amount(change.fees, { currency: change.currency }),
              })}
            </span>
          )}
          {change.taxes > 0 && (
            <span className={styles.quiet}>
              {text('reconciliation_taxes', {
                amount: format.amount(change.taxes, { currency: change.currency }),
              })}
            </span>
          )}
          {change.amount !== null && (
            <span className={styles.amount}>
              <Amount value={change.amount} currency={change.currency} sign="always" />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

const shown = ['nav', 'cash', 'pnl_total']

/** NAV, cash and P/L with and without the proposal, and the breaks that stay. */
function Effect({ data, proposal }: { data: Reconciliation; proposal: Proposal }) {
  const text = useText()
  const preview = useQuery({
    ...previewQuery(data.account.id, data.statement_date, proposal.id),
    enabled: proposal.may_post,
  })
  const effect = preview.data?.data
  if (!effect) return null
  return (
    <dl className={styles.effect} aria-label={text('reconciliation_effect')}>
      {effect.changes
        .filter(({ figure }) => shown.includes(figure))
        .map(({ figure, name, after, difference }) => (
          <div key={figure}>
            <dt>{name}</dt>
            <dd>
              <Amount value={after} currency={effect.currency} />{' '}
              <Amount value={difference} sign="always" isToned />
            </dd>
          </div>
        ))}
      <div>
        <dt>{text('reconciliation_breaks')}</dt>
        <dd>
          {text('reconciliation_breaks_after', {
            before: effect.breaks_before,
            after: effect.breaks_after,
          })}
        </dd>
      </div>
    </dl>
  )
}

function PostButton({ data, proposal, names }: { data: Reconciliation; proposal: Proposal; names: string }) {
  const text = useText()
  const changed = useLedgerChanged()
  const posting = useQualityChange(qualityActions.post, () => {
    showToast(text('reconciliation_posted'), 'success')
    changed()
  })
  if (proposal.changes.length === 0) return null
  if (!proposal.may_post) return <p className={styles.quiet}>{text('reconciliation_not_allowed')}</p>
  return (
    <Button
      variant="primary"
      isBusy={posting.isPending}
      aria-label={text('reconciliation_post_named', { name: names })}
      onClick={() =>
        posting.mutate({ account: data.account.id, date: data.statement_date, proposal: proposal.id })
      }
    >
      {text('reconciliation_post')}
    </Button>
  )
}

function Postings({ data }: { data: Reconciliation }) {
  const text = useText()
  const format = useFormat()
  const changed = useLedgerChanged()
  const undoing = useQualityChange(qualityActions.undo, () => {
    showToast(text('reconciliation_undone'), 'success')
    changed()
  })
  return data.postings.map(posting => {
    const names = posting.causes.map(cause => text(`break_${cause}`)).join(', ')
    return (
      <div key={posting.id} className={styles.posting}>
        <Tag tone="gain" icon="check">
          {names}
        </Tag>
        <span className={styles.quiet}>
          {text('reconciliation_posted_by', {
            name: posting.posted_by?.name ?? '–',
            time: format.localDate(new Date(posting.posted_at)),
          })}
        </span>
        <Button
          size="small"
          variant="quiet"
          isBusy={undoing.isPending}
          aria-label={text('reconciliation_undo_named', { name: names })}
          onClick={() => undoing.mutate({ account: data.account.id, posting: posting.id })}
        >
          {text('reconciliation_undo')}
        </Button>
      </div>
    )
  })
}
