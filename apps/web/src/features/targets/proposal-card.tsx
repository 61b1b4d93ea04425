import type { Filter } from '@plumbline/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { saveFile } from '../../lib/api/save-file.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { Money } from '../../portfolio/cells.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { BandRange, State } from './drift-table.tsx'
import { OrdersTable } from './orders-table.tsx'
import { ProposalOptions } from './proposal-options.tsx'
import styles from './targets.module.css'
import { useBucketNames } from './use-bucket-names.ts'
import {
  loadOrdersCsv,
  type Options,
  type Proposal,
  proposalQuery,
  type TargetSubject,
  useLockPositions,
} from './use-targets.ts'

interface ProposalCardProps {
  body: Filter
  subject: TargetSubject
  options: Options
  onOptions: (options: Options) => void
}

/** Orders that lead back into the bands, with their costs and effect. */
export function ProposalCard({ body, subject, options, onOptions }: ProposalCardProps) {
  const text = useText()
  const format = useFormat()
  const query = useQuery(proposalQuery(body, subject, options))
  const basis = query.data?.basis
  const isDemo = useHasRole('demo')
  const locking = useLockPositions()
  const target = query.data?.target
  const lock = (id: string) => target && locking.mutate({ target, ids: [...target.locked_positions, id] })
  const unlock = (ids: readonly string[]) =>
    target && locking.mutate({ target, ids: target.locked_positions.filter(id => !ids.includes(id)) })
  const exporting = useMutation({
    mutationFn: () => loadOrdersCsv(body, subject, options),
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? 'orders.csv'),
  })
  return (
    <Card
      title={text('proposal_title')}
      note={basis && text('proposal_prices', { date: format.date(basis.as_of) })}
      actions={
        <Segmented
          size="small"
          label={text('proposal_goal')}
          segments={[
            { value: 'bands', label: text('proposal_goal_bands') },
            { value: 'target', label: text('proposal_goal_target') },
          ]}
          value={options.goal}
          onChange={goal => onOptions({ ...options, goal })}
        />
      }
    >
      <ProposalOptions options={options} currency={basis?.currency ?? ''} onChange={onOptions} />
      <QuerySection query={query} skeleton={<SkeletonRows rows={6} rowHeight={42} />}>
        {proposal => (
          <>
            <Problems proposal={proposal} onUnlock={isDemo ? undefined : unlock} />
            {proposal.orders.length > 0 && (
              <OrdersTable proposal={proposal} onLock={isDemo ? undefined : lock} />
            )}
            {proposal.orders.length === 0 && (
              <EmptyState
                icon="check"
                title={text(proposal.is_within_bands ? 'proposal_none' : 'proposal_impossible')}
              >
                {proposal.is_within_bands && text('proposal_none_note')}
              </EmptyState>
            )}
            <div className={styles.below}>
              <BeforeAfter proposal={proposal} />
              <Effect proposal={proposal} flow={options.flow} />
              <div className={styles.actions}>
                <Note>{text('proposal_note')}</Note>
                <Button
                  variant="primary"
                  icon="download"
                  isBusy={exporting.isPending}
                  disabled={proposal.orders.length === 0}
                  onClick={() => exporting.mutate()}
                >
                  {text('proposal_export')}
                </Button>
              </div>
            </div>
          </>
        )}
      </QuerySection>
    </Card>
  )
}

/** Why groups stay outside their bands, and what is never traded. */
function Problems({
  proposal: { problems, kept, target },
  onUnlock,
}: {
  proposal: Proposal
  onUnlock?: ((ids: readonly string[]) => void) | undefined
}) {
  const text = useText()
  const nameOf = useBucketNames(target.dimension)
  if (problems.length === 0 && kept.length === 0) return null
  const locked = kept.filter(({ reason }) => reason === 'locked')
  const all = target.locked_positions
  return (
    <div className={styles.notes}>
      {problems.map(({ bucket, name, problem }) => (
        <Note key={bucket} tone="warn">
          {text(`proposal_problem_${problem}`, { name: nameOf({ key: bucket, name }) })}
        </Note>
      ))}
      {kept.length > 0 && (
        <p className={styles.help}>
          {text('proposal_kept', {
            names: kept
              .map(({ position, reason }) => `${position.name} (${text(`proposal_kept_${reason}`)})`)
              .join(', '),
          })}{' '}
          {onUnlock &&
            locked.map(({ position }) => (
              <Button key={position.id} size="small" onClick={() => onUnlock([position.id])}>
                {text('proposal_unlock', { name: position.name })}
              </Button>
            ))}{' '}
          {onUnlock && all.length > Math.min(1, locked.length) && (
            <Button size="small" onClick={() => onUnlock(all)}>
              {text('proposal_unlock_all')}
            </Button>
          )}
        </p>
      )}
    </div>
  )
}

function BeforeAfter({ proposal: { before, after, target } }: { proposal: Proposal }) {
  const text = useText()
  const format = useFormat()
  const nameOf = useBucketNames(target.dimension)
  const percent = (share: number | null) => format.percent(share, { sign: 'minus' })
  return (
    <section>
      <h3>{text('proposal_before_after')}</h3>
      <table className={styles.compact}>
        <thead>
          <tr>
            <th scope="col">{text('targets_group')}</th>
            <th scope="col" className={styles.end}>
              {text('proposal_before')}
            </th>
            <th scope="col" className={styles.end}>
              {text('proposal_after')}
            </th>
            <th scope="col" className={styles.end}>
              {text('targets_band')}
            </th>
            <th scope="col">{text('targets_state')}</th>
          </tr>
        </thead>
        <tbody>
          {after
            .filter(bucket => bucket.target !== null)
            .map(bucket => (
              <tr key={bucket.key}>
                <td>{nameOf(bucket)}</td>
                <td className={styles.end}>
                  {percent(before.find(({ key }) => key === bucket.key)?.weight ?? null)}
                </td>
                <td className={styles.end}>
                  <b>{percent(bucket.weight)}</b>
                </td>
                <td className={styles.end}>
                  <BandRange bucket={bucket} />
                </td>
                <td>
                  <State bucket={bucket} />
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  )
}

function Effect({ proposal, flow }: { proposal: Proposal; flow: number }) {
  const text = useText()
  const rows: [string, number | null][] = [
    [text('proposal_nav_before'), proposal.base_before],
    ...(flow === 0 ? [] : [[text('proposal_flow_row'), flow] as [string, number]]),
    [text('proposal_fees'), -proposal.fees],
    [text('proposal_taxes'), -proposal.taxes],
    [text('proposal_nav_after'), proposal.base_after],
    [text('proposal_cash_after'), proposal.cash_after],
  ]
  return (
    <section>
      <h3>{text('proposal_effect', { currency: proposal.basis.currency })}</h3>
      <dl className={styles.facts}>
        {rows.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>
              <Money value={value === 0 ? 0 : value} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
