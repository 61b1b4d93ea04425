import type { Report } from '@plumbline/contract'
import { useDownload } from '../../lib/api/jobs.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Tag } from '../../ui/display/tag.tsx'
import { WorkBar } from '../../ui/layout/work-bar.tsx'
import styles from './reports.module.css'
import type { PrintState } from './use-print.ts'

interface LastPrintProps {
  report: Report
  state: PrintState
  /** Plain text without a button, for rows that are buttons themselves. */
  isPlain?: boolean
}

/** The latest print: its progress, its failure, or its date with a download. */
export function LastPrint({ report, state, isPlain = false }: LastPrintProps) {
  const text = useText()
  const format = useFormat()
  const download = useDownload()
  if (state.kind === 'printing')
    return (
      <WorkBar
        label={text('reports_progress', { name: report.name })}
        progress={state.job?.progress ?? null}
      />
    )
  if (state.kind === 'failed')
    return (
      <Tag tone="loss" icon="alert">
        {text('reports_failed')}
      </Tag>
    )
  const { last_pdf: last } = report
  if (last === null) return <span className={styles.quiet}>{text('reports_never')}</span>
  const date = format.localDate(new Date(last.created_at))
  const words = last.pages === null ? date : text('reports_pages', { date, count: last.pages })
  if (isPlain) return words
  return (
    <button
      type="button"
      className={styles.last}
      aria-label={`${words}: ${text('reports_download', { name: report.name })}`}
      onClick={event => {
        // A click on the row opens the report.
        event.stopPropagation()
        download.mutate(last.job_id)
      }}
    >
      {words}
    </button>
  )
}
