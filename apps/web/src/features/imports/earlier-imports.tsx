import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFamilyId } from '../../filter/family/use-family.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Button } from '../../ui/display/button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { useDelayedUnmount } from '../../ui/overlay/use-delayed-unmount.ts'
import { TablePaging } from '../../ui/table/table-paging.tsx'
import styles from './imports.module.css'
import { UndoDialog } from './undo-dialog.tsx'
import { earlierQuery, type ImportSummary, useApply } from './use-imports.ts'

const limit = 20
const tones = {
  open: 'accent',
  applying: 'accent',
  applied: 'gain',
  undone: 'plain',
  failed: 'loss',
} as const

/** All imports, newest first. Each can be undone as a whole and applied again. */
export function EarlierImports({ offset: wanted }: { offset: string | undefined }) {
  const text = useText()
  const { change } = useModal()
  const offset = /^\d{1,9}$/.test(wanted ?? '') ? Number(wanted) : 0
  const family = useFamilyId()
  const query = useQuery(earlierQuery({ limit, offset, ...(family !== undefined && { family }) }))
  const [asked, setAsked] = useState<ImportSummary | null>(null)
  const { shown, isOpen, onClosed } = useDelayedUnmount(asked)
  return (
    <>
      <QuerySection query={query} skeleton={<SkeletonRows rows={5} />}>
        {page =>
          page.count === 0 ? (
            <EmptyState icon="layers" title={text('imports_earlier_none')}>
              {text('imports_earlier_none_note')}
            </EmptyState>
          ) : (
            <div className={styles.card}>
              <div className={classNames(styles.earlier, styles.head, styles.wideOnly)} aria-hidden="true">
                <span>{text('imports_when')}</span>
                <span>{text('imports_step_files')}</span>
                <span>{text('imports_by')}</span>
                <span className={styles.end}>{text('imports_transactions')}</span>
                <span>{text('imports_status')}</span>
                <span />
              </div>
              <ul aria-label={text('imports_earlier')}>
                {page.data.map(row => (
                  <EarlierRow key={row.id} row={row} onUndo={() => setAsked(row)} />
                ))}
              </ul>
              {page.count > limit && (
                <TablePaging
                  limit={limit}
                  offset={offset}
                  count={page.count}
                  onOffset={next => void change({ offset: next === 0 ? undefined : String(next) })}
                />
              )}
            </div>
          )
        }
      </QuerySection>
      {shown !== null && (
        <UndoDialog
          isOpen={isOpen}
          importId={shown.id}
          count={shown.transactions_count}
          onClose={() => setAsked(null)}
          onClosed={onClosed}
        />
      )}
    </>
  )
}

function EarlierRow({ row, onUndo }: { row: ImportSummary; onUndo: () => void }) {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  const isEveryFamily = useFilter().filter.family === null
  const show = () => void open({ kind: 'import', id: row.id })
  const apply = useApply(show)
  const { status, file_names: names } = row
  const files = names.length === 0 ? text('imports_title') : names.join(', ')
  return (
    <li className={styles.earlier}>
      <span>{format.moment(new Date(row.applied_at ?? row.created_at))}</span>
      <button type="button" className={classNames(styles.link, styles.cut)} title={files} onClick={show}>
        {names.length > 1 ? text('imports_files', { count: names.length }) : files}
      </button>
      <span className={styles.quiet}>
        {isEveryFamily ? `${row.created_by.name} · ${row.family.name}` : row.created_by.name}
      </span>
      <span className={styles.end}>{format.count(row.transactions_count)}</span>
      <span>
        <Tag tone={tones[status]}>
          {status === 'undone' && row.undone_at !== null
            ? text('imports_undone_at', { when: format.moment(new Date(row.undone_at)) })
            : text(`imports_status_${status}`)}
        </Tag>
      </span>
      <span className={styles.end}>
        {status === 'applied' && (
          <Button
            variant="quiet"
            size="small"
            icon="undo"
            aria-label={text('imports_undo_label', { files })}
            onClick={onUndo}
          >
            {text('imports_undo_short')}
          </Button>
        )}
        {status === 'undone' && (
          <Button
            variant="quiet"
            size="small"
            isBusy={apply.isPending}
            aria-label={text('imports_apply_again_label', { files })}
            onClick={() => apply.mutate(row.id)}
          >
            {text('imports_apply_again')}
          </Button>
        )}
      </span>
    </li>
  )
}
