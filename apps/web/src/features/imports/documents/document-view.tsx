import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useText } from '../../../lib/i18n/i18n.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import type { DraftRowActions } from '../preview/draft-row.tsx'
import { type Draft, draftsQuery, type ImportFile } from '../use-imports.ts'
import styles from './document.module.css'
import { DocumentPage, type LineMark } from './document-page.tsx'
import { DocumentRow, type Spot } from './document-row.tsx'

interface DocumentViewProps extends DraftRowActions {
  importId: string
  file: ImportFile
  /** The row that was chosen in the list. */
  draftId: string | undefined
  busyId: string | null
}

const maxRows = 200

/** A PDF beside the values read from it. Selecting a value shows its line. */
export function DocumentView({ importId, file, draftId, busyId, ...actions }: DocumentViewProps) {
  const text = useText()
  const query = useQuery(draftsQuery(importId, { file: file.id, order_by: 'line', limit: maxRows }))
  const drafts = query.data?.data ?? []
  const [openId, setOpenId] = useState(draftId)
  const [spot, setSpot] = useState<Spot | null>(null)
  const [turnedTo, setTurnedTo] = useState<number | null>(null)
  const open = drafts.find(({ id }) => id === openId) ?? (openId === undefined ? drafts[0] : undefined)
  const page = turnedTo ?? spot?.page ?? firstPage(open) ?? 1
  const show = (next: Spot) => {
    setSpot(next)
    setTurnedTo(next.page)
  }
  return (
    <div className={styles.document}>
      <DocumentPage
        importId={importId}
        fileId={file.id}
        page={page}
        pagesCount={file.pages_count}
        marks={markLines(drafts, open, spot, page)}
        onPage={setTurnedTo}
      />
      <div className={styles.values}>
        <div className={styles.bar}>
          <b>{text('imports_read_from_it')}</b>
          <span className={styles.quiet}>{text('imports_rows', { count: query.data?.count ?? 0 })}</span>
          <span className={styles.quiet}>{text('imports_select_value')}</span>
        </div>
        <QuerySection query={query} skeleton={<SkeletonRows rows={4} />}>
          {() => (
            <ul className={styles.card} aria-label={text('imports_drafts')}>
              {drafts.map(draft => (
                <DocumentRow
                  key={draft.id}
                  draft={draft}
                  isOpen={draft.id === open?.id}
                  isBusy={draft.id === busyId}
                  spot={spot}
                  onToggle={() => {
                    setOpenId(draft.id === open?.id ? '' : draft.id)
                    setSpot(null)
                    setTurnedTo(firstPage(draft) ?? page)
                  }}
                  onSpot={show}
                  {...actions}
                />
              ))}
            </ul>
          )}
        </QuerySection>
        <NotPosted file={file} onSpot={show} />
      </div>
    </div>
  )
}

/** Lines of the file without a transaction, and pages without text. */
function NotPosted({ file, onSpot }: { file: ImportFile; onSpot: (spot: Spot) => void }) {
  const text = useText()
  const notices = [...file.warnings, ...file.skipped]
  if (notices.length === 0) return null
  return (
    <section className={styles.card}>
      <ul className={styles.skipped} aria-label={text('imports_not_posted')}>
        {notices.map(({ page, line, message }) => (
          <li key={`${page} ${line} ${message}`} className={styles.places}>
            <span>{message}</span>
            {page !== null && (
              <button type="button" onClick={() => onSpot({ page, lines: [line] })}>
                {text('imports_at_page', { page, line })}
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const firstPage = (draft: Draft | undefined): number | undefined =>
  draft?.places[0]?.page ?? draft?.page ?? undefined

/** The lines of the open row and of the selected value are marked among all lines that were read. */
function markLines(
  drafts: readonly Draft[],
  open: Draft | undefined,
  spot: Spot | null,
  page: number,
): ReadonlyMap<number, LineMark> {
  const marks = new Map<number, LineMark>()
  const mark = (place: { page: number | null; line: number }, as: LineMark) => {
    if (place.page === page) marks.set(place.line, as)
  }
  for (const draft of drafts) {
    for (const place of draft.places) mark(place, 'read')
    if (draft.state === 'problem' && draft.places.length === 0) mark(draft, 'problem')
  }
  for (const place of open?.places ?? []) mark(place, 'open')
  if (spot) for (const line of spot.lines) mark({ page: spot.page, line }, 'selected')
  return marks
}
