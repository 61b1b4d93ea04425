import { contract } from 'virtual:contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../lib/api/api.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { Button, buttonClass } from '../../ui/display/button.tsx'
import { Note } from '../../ui/display/note.tsx'
import { WorkBar } from '../../ui/layout/work-bar.tsx'
import { Spacer } from '../../ui/overlay/dialog.tsx'
import styles from './imports.module.css'
import type { Step } from './steps.ts'
import { UndoDialog } from './undo-dialog.tsx'
import { downloadDrafts, type ImportBatch, useApply, useApplying } from './use-imports.ts'

interface ApplyStepProps {
  batch: ImportBatch
  onStep: (step: Step) => void
  onClose: () => void
}

/** Posts the import: shows progress and result, and offers to undo it. */
export function ApplyStep(props: ApplyStepProps) {
  const { status } = props.batch
  if (status === 'applying') return <Applying {...props} />
  return status === 'applied' ? <Applied {...props} /> : <NotPosted {...props} />
}

function Applying({ batch, onClose }: ApplyStepProps) {
  const text = useText()
  const { job, stop, isStopping } = useApplying(batch)
  const words = text('imports_writing', { count: batch.counts.new + batch.counts.changed })
  return (
    <>
      <div className={styles.content}>
        <div className={styles.result} role="status">
          <p>
            <b>{words}</b>
          </p>
          <WorkBar label={words} progress={job?.progress ?? 0} isWide />
        </div>
      </div>
      <footer className={styles.footer}>
        <span className={styles.quiet}>{text('imports_may_close')}</span>
        <Spacer />
        <Button isBusy={isStopping} onClick={stop}>
          {text('imports_stop')}
        </Button>
        <Button variant="primary" onClick={onClose}>
          {text('close')}
        </Button>
      </footer>
    </>
  )
}

/** How many positions and balances of the family have no value yet. The change of its value is without them. */
function missingQuery({ id, family, applied_at }: ImportBatch) {
  return queryOptions({
    queryKey: ['data-quality', 'coverage', 'import', id, applied_at],
    queryFn: async ({ signal }) => {
      const body = { family: family.id, settings: {}, filters: {} }
      return (await call(contract.reconciliation.coverage, { body, signal })).extra.missing_count
    },
    meta: { quiet: true },
  })
}

function Applied({ batch, onStep, onClose }: ApplyStepProps) {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  const [isUndoing, setIsUndoing] = useState(false)
  const { counts, value_change: change, currency } = batch
  const posted = counts.new + counts.changed
  const missing = useQuery(missingQuery(batch)).data ?? 0
  const leftOut = counts.problem + counts.left_out
  const rows = (['new', 'changed', 'duplicate'] as const).filter(state => counts[state] > 0)
  return (
    <>
      <div className={styles.content}>
        <div className={styles.result}>
          <Note tone="gain">
            <b>
              {posted === 0 && batch.files.some(({ holdings }) => holdings.length > 0)
                ? text('imports_held_kept')
                : text('imports_booked', { count: posted })}
            </b>{' '}
            {change !== null && change !== 0 && (
              <span data-amount="">
                {text(change > 0 ? 'imports_value_rises' : 'imports_value_falls', {
                  currency,
                  amount: format.amount(Math.abs(change), { currency }),
                })}
              </span>
            )}
          </Note>
          {missing > 0 && <Note tone="warn">{text('imports_without_value', { count: missing })}</Note>}
          <dl className={styles.balance}>
            {rows.map(state => (
              <div key={state}>
                <dt>{text(`imports_state_${state}`)}</dt>
                <dd>{format.count(counts[state])}</dd>
              </div>
            ))}
          </dl>
          {leftOut > 0 && (
            <Note tone="warn">
              {text('imports_left_out', { count: leftOut })}{' '}
              <button type="button" className={styles.link} onClick={() => onStep('preview')}>
                {text('imports_show_them')}
              </button>{' '}
              <CsvButton
                size="small"
                load={() => downloadDrafts(batch.id, 'problem')}
                fileName="problems.csv"
              />
            </Note>
          )}
        </div>
      </div>
      <footer className={styles.footer}>
        <Button variant="quiet" icon="undo" onClick={() => setIsUndoing(true)}>
          {text('imports_undo')}
        </Button>
        <Spacer />
        <Link to="/transactions" className={buttonClass({})}>
          {text('imports_see_transactions')}
        </Link>
        <Link to="/positions" className={buttonClass({})}>
          {text('imports_see_positions')}
        </Link>
        <Button
          variant={missing > 0 ? 'primary' : 'secondary'}
          onClick={() => void open({ kind: 'data-quality' })}
        >
          {text('imports_see_missing')}
        </Button>
        <Button variant={missing > 0 ? 'secondary' : 'primary'} onClick={onClose}>
          {text('imports_done')}
        </Button>
      </footer>
      <UndoDialog isOpen={isUndoing} importId={batch.id} count={posted} onClose={() => setIsUndoing(false)} />
    </>
  )
}

/** An undone, cancelled or failed import. None of it is in the ledger. */
function NotPosted({ batch, onStep, onClose }: ApplyStepProps) {
  const text = useText()
  const format = useFormat()
  const { job } = useApplying(batch)
  const apply = useApply(() => onStep('apply'))
  const isUndone = batch.status === 'undone'
  return (
    <>
      <div className={styles.content}>
        <div className={styles.result}>
          <Note tone={isUndone ? 'plain' : 'loss'} isAlert={!isUndone}>
            {isUndone ? (
              <>
                {text('imports_undone')}{' '}
                {batch.undone_at !== null && (
                  <span className={styles.quiet}>{format.moment(new Date(batch.undone_at))}</span>
                )}
              </>
            ) : (
              <>
                <b>{text('imports_nothing_booked')}</b> {job?.message} {text('imports_kept')}
              </>
            )}
          </Note>
        </div>
      </div>
      <footer className={styles.footer}>
        <Button onClick={() => onStep('preview')}>{text('imports_step_preview')}</Button>
        <Spacer />
        <Button onClick={onClose}>{text('close')}</Button>
        <Button variant="primary" isBusy={apply.isPending} onClick={() => apply.mutate(batch.id)}>
          {text(isUndone ? 'imports_apply_again' : 'imports_try_again')}
        </Button>
      </footer>
    </>
  )
}
