import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { type ModalOf, useModal } from '../../../lib/browser/modals.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { SearchInput } from '../../../ui/form/search-input.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { Spacer } from '../../../ui/overlay/dialog.tsx'
import { TablePaging } from '../../../ui/table/table-paging.tsx'
import { DocumentView } from '../documents/document-view.tsx'
import styles from '../imports.module.css'
import type { Step } from '../steps.ts'
import {
  type Draft,
  type DraftChange,
  type DraftState,
  draftsQuery,
  type ImportBatch,
  type ImportFile,
  useApply,
  useChangeDraft,
} from '../use-imports.ts'
import { DraftList } from './draft-list.tsx'
import type { DraftRowActions } from './draft-row.tsx'
import { EditRowDialog } from './edit-row-dialog.tsx'
import { HoldingList } from './holding-list.tsx'
import { PreviewSide } from './preview-side.tsx'

const states: readonly DraftState[] = ['new', 'changed', 'duplicate', 'problem', 'left_out']
const allStates = 'all'
const limit = 50

interface PreviewStepProps {
  batch: ImportBatch
  modal: ModalOf<'import'>
  onStep: (step: Step, file?: string) => void
}

/** Every row with the transaction it becomes and its state, as a list or beside the PDF it was read from. */
export function PreviewStep({ batch, modal, onStep }: PreviewStepProps) {
  const { change } = useModal()
  const [editing, setEditing] = useState<Draft | null>(null)
  /** The row whose page is shown. */
  const [shownId, setShownId] = useState<string | undefined>(undefined)
  const changeDraft = useChangeDraft(batch.id)
  const isOpen = batch.status !== 'applied'
  const shownFile = batch.files.find(({ id, pages_count: pages }) => id === modal.file && pages > 0)
  const actions = {
    busyId: changeDraft.isPending ? changeDraft.variables.id : null,
    ...(isOpen && {
      onEdit: setEditing,
      onChange: (draft: Draft, next: DraftChange) => changeDraft.mutate({ id: draft.id, change: next }),
    }),
  }
  const showFile = (file: string | undefined, draftId?: string) => {
    setShownId(draftId)
    void change({ file })
  }
  return (
    <>
      <div className={styles.content}>
        {shownFile ? (
          <PreviewDocument file={shownFile} onBack={() => showFile(undefined)}>
            <DocumentView
              key={shownFile.id}
              importId={batch.id}
              file={shownFile}
              draftId={shownId}
              {...actions}
            />
          </PreviewDocument>
        ) : (
          <PreviewRows batch={batch} modal={modal} onFile={showFile} {...actions} />
        )}
      </div>
      <PreviewFooter batch={batch} onStep={onStep} />
      {editing !== null && (
        <EditRowDialog
          key={editing.id}
          draft={editing}
          importId={batch.id}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  )
}

interface PreviewDocumentProps {
  file: ImportFile
  onBack: () => void
  children: ReactNode
}

function PreviewDocument({ file, onBack, children }: PreviewDocumentProps) {
  const text = useText()
  return (
    <>
      <div className={styles.bar}>
        <Button icon="chevron-left" onClick={onBack}>
          {text('imports_all_rows')}
        </Button>
        <b className={styles.cut}>{file.name}</b>
        <span className={styles.quiet}>{file.preset}</span>
      </div>
      {children}
    </>
  )
}

interface PreviewRowsProps extends DraftRowActions {
  batch: ImportBatch
  modal: ModalOf<'import'>
  busyId: string | null
  /** Shows a PDF, with one of its rows open. */
  onFile: (fileId: string, draftId?: string) => void
}

function PreviewRows({ batch, modal, busyId, onFile, ...actions }: PreviewRowsProps) {
  const text = useText()
  const { change } = useModal()
  const { counts } = batch
  const state = states.find(each => each === modal.state)
  const offset = /^\d{1,9}$/.test(modal.offset ?? '') ? Number(modal.offset) : 0
  const q = modal.q ?? ''
  const query = useQuery(
    draftsQuery(batch.id, { limit, offset, order_by: 'state', ...(state && { state }), ...(q && { q }) }),
  )
  const held = batch.files.filter(
    ({ holdings, mapping }) => holdings.length > 0 && mapping?.rows_are !== 'opening',
  )
  const isEmpty = states.every(each => counts[each] === 0)
  const shownFiles = new Set(batch.files.filter(file => file.pages_count > 0).map(({ id }) => id))
  return (
    <>
      {!(isEmpty && held.length > 0) && (
        <div className={styles.bar}>
          <StateFilter
            counts={counts}
            state={state}
            onState={next => void change({ state: next, offset: undefined })}
          />
          <SearchInput
            label={text('imports_search')}
            value={q}
            onChange={typed => void change({ q: typed || undefined, offset: undefined })}
          />
        </div>
      )}
      <div className={styles.split}>
        <QuerySection query={query} skeleton={<SkeletonRows rows={10} />}>
          {page => (
            <div className={styles.card}>
              {(page.data.length > 0 || held.length === 0) && (
                <DraftList
                  drafts={page.data}
                  counts={counts}
                  busyId={busyId}
                  canShow={draft => shownFiles.has(draft.file_id)}
                  onShow={draft => onFile(draft.file_id, draft.id)}
                  {...actions}
                />
              )}
              {offset === 0 && held.map(file => <HoldingList key={file.id} file={file} />)}
              {page.count > limit && (
                <TablePaging
                  limit={limit}
                  offset={offset}
                  count={page.count}
                  onOffset={next => void change({ offset: next === 0 ? undefined : String(next) })}
                />
              )}
            </div>
          )}
        </QuerySection>
        <PreviewSide batch={batch} onDocument={onFile} />
      </div>
    </>
  )
}

interface StateFilterProps {
  counts: ImportBatch['counts']
  state: DraftState | undefined
  onState: (state: DraftState | undefined) => void
}

/** Filters the rows by state. States without rows are not offered. */
function StateFilter({ counts, state, onState }: StateFilterProps) {
  const text = useText()
  const format = useFormat()
  const all = states.reduce((sum, each) => sum + counts[each], 0)
  const offered: readonly (DraftState | typeof allStates)[] = [
    allStates,
    ...states.filter(value => value === state || counts[value] > 0),
  ]
  return (
    <Segmented
      label={text('imports_state')}
      value={state ?? allStates}
      onChange={next => onState(next === allStates ? undefined : next)}
      segments={offered.map(value => ({
        value,
        label: (
          <>
            {text(`imports_state_${value}`)}{' '}
            <span className={styles.quiet}>{format.count(value === allStates ? all : counts[value])}</span>
          </>
        ),
      }))}
    />
  )
}

function PreviewFooter({ batch, onStep }: Omit<PreviewStepProps, 'modal'>) {
  const text = useText()
  const apply = useApply(() => onStep('apply'))
  const { counts } = batch
  const isOpen = batch.status !== 'applied'
  const toPost = counts.new + counts.changed
  const hasHoldings = batch.files.some(({ source_rows: rows }) => (rows?.holdings ?? 0) > 0)
  return (
    <footer className={styles.footer}>
      <Button onClick={() => onStep(isOpen ? 'files' : 'apply')}>{text('back')}</Button>
      <Spacer />
      {isOpen && (
        <>
          <span className={styles.quiet}>
            {toPost === 0 && counts.duplicate > 0
              ? text('imports_all_there')
              : counts.problem > 0
                ? text('imports_problems_out', { count: counts.problem })
                : ''}
          </span>
          <Button
            variant="primary"
            disabled={toPost === 0 && !hasHoldings}
            isBusy={apply.isPending}
            onClick={() => apply.mutate(batch.id)}
          >
            {toPost === 0 && hasHoldings
              ? text('imports_keep_holdings')
              : text('imports_apply', { count: toPost })}
          </Button>
        </>
      )}
    </footer>
  )
}
