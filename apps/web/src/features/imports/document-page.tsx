import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useText } from '../../lib/i18n/i18n.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { classNames } from '../../ui/class-names.ts'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import styles from './document.module.css'
import { type FilePage, pageQuery } from './use-imports.ts'

/** What a line of the page is for: values were read from it, they are selected, or it has a problem. */
export type LineMark = 'read' | 'selected' | 'problem'

interface DocumentPageProps {
  importId: string
  fileId: string
  page: number
  pagesCount: number
  marks: ReadonlyMap<number, LineMark>
  onPage: (page: number) => void
}

/** A page of a PDF as its lines of text, each where it is printed. */
export function DocumentPage({ importId, fileId, page, pagesCount, marks, onPage }: DocumentPageProps) {
  const text = useText()
  const query = useQuery(pageQuery(importId, fileId, page))
  return (
    <section>
      <div className={styles.bar}>
        <IconButton
          icon="chevron-left"
          size="small"
          label={text('imports_previous_page')}
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
        />
        <span aria-live="polite">{text('imports_page', { page, count: pagesCount })}</span>
        <IconButton
          icon="chevron-right"
          size="small"
          label={text('imports_next_page')}
          disabled={page >= pagesCount}
          onClick={() => onPage(page + 1)}
        />
        <span className={styles.legend}>
          {(['read', 'selected', 'problem'] as const).map(mark => (
            <span key={mark} className={styles[mark]}>
              {text(`imports_mark_${mark}`)}
            </span>
          ))}
        </span>
      </div>
      <QuerySection query={query} skeleton={<SkeletonRows rows={12} />}>
        {shown =>
          shown.lines.length === 0 ? (
            <EmptyState icon="list" title={text('imports_page_empty')} />
          ) : (
            <Paper page={shown} marks={marks} />
          )
        }
      </QuerySection>
    </section>
  )
}

/** Parts of the page in percent of its width. */
const percent = (points: number, page: FilePage) => `${(points / page.width) * 100}%`
const ofWidth = (points: number, page: FilePage) => `${(points / page.width) * 100}cqw`

/** Text smaller than this part of the page is enlarged, as long as it has a line of its own. */
const minFontPoints = 8

function Paper({ page, marks }: { page: FilePage; marks: ReadonlyMap<number, LineMark> }) {
  const text = useText()
  const selected = useRef<HTMLLIElement>(null)
  const firstSelected = page.lines.find(({ line }) => marks.get(line) === 'selected')?.line
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once per selection.
  useEffect(() => {
    selected.current?.scrollIntoView({ block: 'nearest' })
  }, [firstSelected, page.page])
  return (
    <section
      className={styles.desk}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll the page.
      tabIndex={0}
      aria-label={text('imports_page_text', { page: page.page })}
    >
      <ol className={styles.paper} style={{ aspectRatio: `${page.width} / ${page.height}` }}>
        {page.lines.map(line => {
          const mark = marks.get(line.line)
          const isSideways = line.height > 3 * Math.max(line.width, 1)
          const fontPoints = isSideways ? minFontPoints : Math.max(line.height, minFontPoints)
          return (
            <li
              key={line.line}
              ref={line.line === firstSelected ? selected : null}
              className={classNames(styles.line, mark && styles[mark])}
              aria-current={mark === 'selected' ? 'true' : undefined}
              style={{
                top: `${(line.top / page.height) * 100}%`,
                height: ofWidth(fontPoints, page),
                fontSize: ofWidth(fontPoints * 0.96, page),
              }}
            >
              <span className={styles.number} aria-hidden="true" style={{ fontSize: ofWidth(6.5, page) }}>
                {line.line}
              </span>
              {line.parts.map(part => (
                <span key={`${part.left} ${part.text}`} style={{ left: percent(part.left, page) }}>
                  {part.text}{' '}
                </span>
              ))}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
