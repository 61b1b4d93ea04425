import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useText } from '../../../lib/i18n/i18n.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/display/icon-button.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { type FilePage, pageQuery } from '../use-imports.ts'
import styles from './document.module.css'

/** What a line of the page is for: read for some row, for the open row, for the selected value, or not understood. */
export type LineMark = 'read' | 'open' | 'selected' | 'problem'

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

/** The printed part of the page: its margins would only make the text smaller. */
interface Frame {
  left: number
  top: number
  width: number
  height: number
}

const margin = 10
/** Line numbers are to the left of the text. */
const gutter = 22

function frameText({ lines }: FilePage): Frame {
  const left = Math.min(...lines.map(line => line.left)) - gutter
  const top = Math.min(...lines.map(line => line.top)) - margin
  const right = Math.max(...lines.map(line => line.left + line.width)) + margin
  const bottom = Math.max(...lines.map(line => line.top + line.height)) + margin
  return { left, top, width: right - left, height: bottom - top }
}

/** The typeface is a little wider than those of most documents. */
const fontScale = 0.93
const sidewaysPoints = 8
const isAmount = (text: string) => /\d[.,']\d/.test(text)

function Paper({ page, marks }: { page: FilePage; marks: ReadonlyMap<number, LineMark> }) {
  const text = useText()
  const selected = useRef<HTMLLIElement>(null)
  const firstSelected = page.lines.find(({ line }) => marks.get(line) === 'selected')?.line
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls once per selection.
  useEffect(() => {
    selected.current?.scrollIntoView({ block: 'nearest' })
  }, [firstSelected, page.page])
  const frame = frameText(page)
  const size = (points: number) => `${(points / frame.width) * 100}cqw`
  return (
    <section
      className={styles.pageFrame}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboards scroll the page.
      tabIndex={0}
      aria-label={text('imports_page_text', { page: page.page })}
    >
      <ol className={styles.paper} style={{ aspectRatio: `${frame.width} / ${frame.height}` }}>
        {page.lines.map(line => {
          const mark = marks.get(line.line)
          // Text along the margin is shown as usual text.
          const points = line.height > 3 * line.width ? sidewaysPoints : line.height
          return (
            <li
              key={line.line}
              ref={line.line === firstSelected ? selected : null}
              className={classNames(styles.line, mark && styles[mark])}
              aria-current={mark === 'selected' ? 'true' : undefined}
              style={{
                top: size(line.top - frame.top),
                left: size(line.left - frame.left),
                width: size(line.width),
                height: size(points),
                fontSize: size(points * fontScale),
              }}
            >
              <span
                className={styles.number}
                aria-hidden="true"
                style={{ left: size(frame.left - line.left + 3) }}
              >
                {line.line}
              </span>
              {line.parts.map(part => (
                <span
                  key={`${part.left} ${part.text}`}
                  className={isAmount(part.text) ? styles.amount : undefined}
                  style={{ left: size(part.left - line.left), width: size(part.width) }}
                >
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
