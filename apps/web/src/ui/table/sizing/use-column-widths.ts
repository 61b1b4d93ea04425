import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useIsPrinting } from '../../../lib/browser/printing.ts'
import styles from '../table.module.css'
import type { Column } from '../table-props.ts'
import { type ColumnNeed, type FittedColumns, fitColumns } from './fit-columns.ts'

/** Names stay readable down to this width. */
const minNameWidth = 170

interface Measured {
  /** The width of the scroller. */
  available: number
  /** The widths of the widest cells by column id, also of columns that are hidden now. */
  natural: Readonly<Record<string, number>>
}

interface WidthOptions<Row> {
  table: RefObject<HTMLTableElement | null>
  columns: readonly Column<Row>[]
  rows: readonly Row[] | undefined
}

interface ColumnWidths<Row> {
  /** The columns that fit, with their widths; as given before the first measuring. */
  columns: readonly Column<Row>[]
  /** The columns that have no room. */
  hidden: readonly Column<Row>[]
  isFitted: boolean
}

/**
 * Sizes columns by their content, so that no figure is truncated. Content is measured before the browser paints: after
 * each render, and when a cell changes later. While rows stay the same, columns only grow, so that they do not shift
 * back and forth while scrolling a virtualised table.
 */
export function useColumnWidths<Row>({ table, columns, rows }: WidthOptions<Row>): ColumnWidths<Row> {
  const isPrinting = useIsPrinting()
  const [measured, setMeasured] = useState<Measured | null>(null)
  // New rows or columns are measured anew, with all columns visible.
  const [source, setSource] = useState({ rows, columns })
  const isSame = source.rows === rows && hasSameContent(source.columns, columns)
  if (!isSame) {
    setSource({ rows, columns })
    setMeasured(null)
  }
  const needs = useMemo(() => (measured ? listNeeds(columns, measured) : null), [columns, measured])
  const fitted: FittedColumns | null = useMemo(
    () => (needs === null || measured === null ? null : fitColumns(needs, measured.available)),
    [needs, measured],
  )
  const isFitted = fitted !== null && !isPrinting

  const measureNow = useRef<() => void>(() => undefined)
  measureNow.current = () => {
    const element = table.current
    if (element === null || isPrinting) return
    const next = measure(element, measured)
    if (next !== null) setMeasured(next)
  }
  const mutations = useRef<MutationObserver | null>(null)
  useLayoutEffect(() => {
    measureNow.current()
    // The changes of this render are measured.
    mutations.current?.takeRecords()
  })
  useLayoutEffect(() => {
    const element = table.current
    const scroller = element?.parentElement
    if (!element || !scroller) return
    const run = () => measureNow.current()
    const cells = new MutationObserver(run)
    mutations.current = cells
    cells.observe(element, { childList: true, characterData: true, subtree: true })
    const sizes = new ResizeObserver(run)
    sizes.observe(scroller)
    // Text is wider or narrower in the font that loads late.
    document.fonts?.addEventListener('loadingdone', run)
    return () => {
      cells.disconnect()
      sizes.disconnect()
      document.fonts?.removeEventListener('loadingdone', run)
    }
  }, [table])

  return useMemo(() => {
    if (!isFitted) return { columns, hidden: [], isFitted }
    const withWidths = columns.flatMap(column => {
      const width = fitted.widths[column.id]
      return width === undefined ? [] : [{ ...column, width }]
    })
    return { columns: withWidths, hidden: columns.filter(({ id }) => fitted.hidden.includes(id)), isFitted }
  }, [columns, fitted, isFitted])
}

function hasSameContent<Row>(one: readonly Column<Row>[], other: readonly Column<Row>[]): boolean {
  if (one === other) return true
  return one.length === other.length && one.every((column, index) => isSameColumn(column, other[index]))
}

function isSameColumn<Row>(one: Column<Row>, other: Column<Row> | undefined): boolean {
  return one.id === other?.id && one.header === other.header
}

function listNeeds<Row>(columns: readonly Column<Row>[], { natural }: Measured): ColumnNeed[] {
  return columns.map(({ id, align, shrinksTo, growsTo, priority, chosenWidth }, index) => ({
    id,
    natural: natural[id] ?? 0,
    priority,
    growsTo,
    chosen: chosenWidth,
    shrinksTo: shrinksTo ?? (index === 0 && align !== 'end' ? minNameWidth : undefined),
  }))
}

/** Measures the content of the visible columns. Null if nothing changed. */
function measure(table: HTMLTableElement, before: Measured | null): Measured | null {
  const scroller = table.parentElement
  const available = scroller?.clientWidth ?? 0
  if (scroller === null || available === 0) return null
  const scrolled = scroller.scrollLeft
  // An automatic layout at its largest is as wide as the widest cell of each column.
  table.classList.add(styles.measuring ?? '')
  const heads = [...table.querySelectorAll<HTMLElement>('thead th')]
  const widths = heads.map(head => Math.ceil(head.getBoundingClientRect().width))
  table.classList.remove(styles.measuring ?? '')
  scroller.scrollLeft = scrolled
  const natural: Record<string, number> = { ...before?.natural }
  let isChanged = before === null || before.available !== available
  heads.forEach((head, index) => {
    const id = head.dataset.column ?? ''
    const width = Math.max(widths[index] ?? 0, before?.natural[id] ?? 0)
    if (width !== natural[id]) isChanged = true
    natural[id] = width
  })
  return isChanged ? { available, natural } : null
}
