import { Fragment } from 'react'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { classNames } from '../../../ui/class-names.ts'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import styles from '../imports.module.css'
import type { Draft, ImportBatch } from '../use-imports.ts'
import { DraftRow, type DraftRowActions } from './draft-row.tsx'

interface DraftListProps extends DraftRowActions {
  /** Ordered by state. */
  drafts: readonly Draft[]
  counts: ImportBatch['counts']
  busyId: string | null
  /** Whether the page that a row was read from can be shown. */
  canShow: (draft: Draft) => boolean
}

/** The rows of an import, grouped by state. */
export function DraftList({ drafts, counts, busyId, canShow, onShow, ...actions }: DraftListProps) {
  const text = useText()
  const format = useFormat()
  if (drafts.length === 0) return <EmptyState icon="list" title={text('imports_none')} />
  return (
    <>
      <div className={classNames(styles.draft, styles.head, styles.wideOnly)} aria-hidden="true">
        <span />
        <span>{text('imports_line')}</span>
        <span>{text('imports_date')}</span>
        <span>{text('imports_type')}</span>
        <span>{text('imports_position')}</span>
        <span className={styles.end}>{text('imports_quantity')}</span>
        <span className={styles.end}>{text('imports_price')}</span>
        <span className={styles.end}>{text('imports_amount')}</span>
        <span className={styles.end}>{text('imports_costs')}</span>
        <span />
      </div>
      <ul aria-label={text('imports_drafts')}>
        {drafts.map((draft, index) => (
          <Fragment key={draft.id}>
            {draft.state !== drafts[index - 1]?.state && (
              <li className={styles.group}>
                <b>{text(`imports_state_${draft.state}`)}</b>{' '}
                <span className={styles.quiet}>
                  {format.count(counts[draft.state])} · {text(`imports_state_${draft.state}_note`)}
                </span>
              </li>
            )}
            <DraftRow
              draft={draft}
              isBusy={busyId === draft.id}
              {...actions}
              {...(onShow && canShow(draft) && { onShow })}
            />
          </Fragment>
        ))}
      </ul>
    </>
  )
}
