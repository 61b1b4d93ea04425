import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { Line } from './table-model.ts'

/** What a click or a key does to a line. */
export interface LineActions<Row> {
  onOpen: ((row: Row) => void) | undefined
  onSelect: ((row: Row) => void) | undefined
  onFold: (groupKey: string) => void
}

interface KeyboardOptions<Row> extends LineActions<Row> {
  scroller: RefObject<HTMLElement | null>
  lines: readonly Line<Row>[]
  /** Scrolls to a line that is not rendered. */
  scrollTo: (lineIndex: number) => void
  /** Further keys that act on the row. */
  rowKeys: Readonly<Record<string, (row: Row) => void>> | undefined
}

export interface RowKeyboard {
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: (event: FocusEvent) => void
  /** The line that receives the focus by Tab. */
  tabStop: number
}

const pageOfLines = 10
const focusable = 'a[href], button:not(:disabled), input:not(:disabled)'

/**
 * Makes the table one tab stop: up and down move between rows, Enter opens, Space selects, left and right
 * move through the controls of a row.
 */
export function useRowKeyboard<Row>(options: KeyboardOptions<Row>): RowKeyboard {
  const { scroller, lines, scrollTo, onOpen, onSelect, rowKeys, onFold } = options
  const [current, setCurrent] = useState(0)
  const wanted = useRef<number | null>(null)
  const tabStop = Math.min(current, lines.length - 1)

  // Runs after every render: the line may first have to be scrolled into view and rendered.
  useEffect(() => {
    if (wanted.current === null) return
    const line = scroller.current?.querySelector<HTMLElement>(`[data-line="${wanted.current}"]`)
    if (!line) return
    wanted.current = null
    line.focus()
  })

  function moveTo(lineIndex: number): void {
    const next = Math.max(0, Math.min(lines.length - 1, lineIndex))
    wanted.current = next
    scrollTo(next)
    setCurrent(next)
    // Setting the same line does not re-render, so the effect above would not run.
    if (next === current) scroller.current?.querySelector<HTMLElement>(`[data-line="${next}"]`)?.focus()
  }

  function act(key: string): boolean {
    const line = lines[tabStop]
    if (line === undefined) return false
    const further = rowKeys?.[key.toLowerCase()]
    if (line.kind === 'group') {
      if (key !== 'Enter' && key !== ' ') return false
      onFold(line.group.key)
    } else if (further) further(line.row)
    else if (key === 'Enter' && onOpen) onOpen(line.row)
    else if (key === ' ' && onSelect) onSelect(line.row)
    else return false
    return true
  }

  function onKeyDown(event: KeyboardEvent): void {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-line]') : null
    if (row === null || event.ctrlKey || event.metaKey || event.altKey) return
    const isOnRow = event.target === row
    const moves: Record<string, number> = {
      ArrowDown: tabStop + 1,
      ArrowUp: tabStop - 1,
      PageDown: tabStop + pageOfLines,
      PageUp: tabStop - pageOfLines,
      Home: 0,
      End: lines.length - 1,
    }
    const target = moves[event.key]
    if (target !== undefined) moveTo(target)
    else if (event.key === 'ArrowRight' || event.key === 'ArrowLeft') {
      moveWithin(row, event.key === 'ArrowRight' ? 1 : -1)
    } else if (!(isOnRow && act(event.key))) return
    event.preventDefault()
  }

  function onFocus(event: FocusEvent): void {
    const lineIndex = findLineIndex(event.target)
    if (lineIndex !== null) setCurrent(lineIndex)
  }

  return { onKeyDown, onFocus, tabStop }
}

/** The index of the line that contains an element. */
export function findLineIndex(target: EventTarget | null): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-line]') : null
  return row === null ? null : Number(row.dataset.line)
}

function moveWithin(row: HTMLElement, step: number): void {
  const stops = [row, ...row.querySelectorAll<HTMLElement>(focusable)]
  const at = stops.findIndex(stop => stop.matches(':focus'))
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus()
}
