import { useQuery } from '@tanstack/react-query'
import { ApiError } from '../../lib/api/api-error.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { Button } from '../../ui/display/button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorNotice } from '../../ui/layout/error-notice.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Steps } from '../../ui/layout/steps.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { ApplyStep } from './apply-step.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { FilesStep } from './files-step.tsx'
import styles from './imports.module.css'
import { ColumnsStep } from './mapping/columns-step.tsx'
import { PreviewStep } from './preview/preview-step.tsx'
import { shownRows } from './shown-rows.ts'
import { type Step, steps } from './steps.ts'
import { downloadDrafts, type ImportBatch, importQuery } from './use-imports.ts'

/** Imports statement files: upload, column mapping, preview, posting and undo. */
export function ImportModal({ modal, frame }: ModalProps<'import'>) {
  const text = useText()
  const { change } = useModal()
  const isDemo = useHasRole('demo')
  const { id } = modal
  const query = useQuery({ ...importQuery(id ?? ''), enabled: id !== undefined && !isDemo })
  const batch = id === undefined ? null : query.data
  if (isDemo || modal.form === 'earlier')
    return (
      <Dialog
        {...frame}
        width={820}
        isFullOnPhone
        title={text('imports_earlier')}
        actions={!isDemo && <NewImportButton />}
      >
        {isDemo ? (
          <EmptyState icon="shield" title={text('imports_demo')} />
        ) : (
          <EarlierImports offset={modal.offset} />
        )}
      </Dialog>
    )
  if (batch === undefined) {
    const isNotFound = query.error instanceof ApiError && query.error.status === 404
    return (
      <Dialog
        {...frame}
        width={820}
        isFullOnPhone
        title={text('imports_title')}
        actions={isNotFound && <NewImportButton />}
      >
        {isNotFound ? (
          <EmptyState icon="layers" title={text('imports_gone')} />
        ) : query.error !== null ? (
          <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={5} />
        )}
      </Dialog>
    )
  }
  const step = currentStep(modal.step, batch)
  const go = (next: Step, file?: string) =>
    void change({ step: next, file, state: undefined, q: undefined, offset: undefined })
  return (
    <Dialog
      {...frame}
      width={1160}
      isFullOnPhone
      isFilling
      title={<Title batch={batch} step={step} />}
      actions={
        step === 'preview' && batch !== null ? (
          <CsvButton load={() => downloadDrafts(batch.id)} fileName="import.csv" />
        ) : (
          <Button variant="quiet" icon="clock" onClick={() => void change({ form: 'earlier' })}>
            {text('imports_earlier')}
          </Button>
        )
      }
      subheader={
        <div className={styles.steps}>
          <Steps steps={steps.map(name => text(`imports_step_${name}`))} current={steps.indexOf(step)} />
        </div>
      }
    >
      {batch === null || step === 'files' ? (
        <FilesStep
          batch={batch}
          account={modal.account}
          onStarted={startedId => void change({ id: startedId })}
          onStep={go}
          onClose={frame.onClose}
        />
      ) : step === 'columns' ? (
        <ColumnsStep batch={batch} fileId={modal.file} onStep={go} />
      ) : step === 'preview' ? (
        <PreviewStep batch={batch} modal={modal} onStep={go} />
      ) : (
        <ApplyStep batch={batch} onStep={go} onClose={frame.onClose} />
      )}
    </Dialog>
  )
}

/** The step to show: the last one for an applied import, otherwise the one named in the URL. */
function currentStep(wanted: string | undefined, batch: ImportBatch | null): Step {
  if (batch === null) return 'files'
  const known = steps.find(step => step === wanted)
  if (batch.status === 'open') return known === undefined || known === 'apply' ? 'files' : known
  if (batch.status === 'applying') return 'apply'
  if (batch.status === 'applied') return known === 'preview' ? 'preview' : 'apply'
  return known ?? 'apply'
}

function Title({ batch, step }: { batch: ImportBatch | null; step: Step }) {
  const text = useText()
  const files = batch?.files ?? []
  const rows = files.reduce((sum, file) => sum + shownRows(file), 0)
  const words = [
    files.length > 0 && text('imports_files', { count: files.length }),
    step === 'preview' && text('imports_rows', { count: rows }),
  ].filter(Boolean)
  return (
    <>
      {text('imports_title')}
      {words.length > 0 && <span className={styles.count}>{words.join(', ')}</span>}
    </>
  )
}

function NewImportButton() {
  const text = useText()
  const { open } = useModal()
  return (
    <Button variant="primary" icon="plus" onClick={() => void open({ kind: 'import' })}>
      {text('imports_new')}
    </Button>
  )
}
