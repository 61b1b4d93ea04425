import {
  areasByZero,
  type BandScale,
  bandPath,
  bandScale,
  clearOfTag,
  findExtent,
  type Heights,
  heightAt,
  heightsWithin,
  type LabelPlace,
  nearestIndex,
  type Place,
  placeLabel,
  type Sides,
  type SignedAreas,
  stepped,
  type TimeScale,
  type TimeTick,
  timeScale,
  timeTicks,
  type ValueScale,
  valueScale,
} from '@plumbline/charts'
import type { ChartMarker, ChartSeries, Stop } from './chart-series.ts'

export interface PlotSize {
  width: number
  height: number
}

export interface PlottedLine {
  series: ChartSeries
  places: readonly Place[]
  /** The position of its name; the leading line has a tag instead. */
  label: LabelPlace | null
}

export interface ValueTick {
  value: number
  y: number
  /** False where the tag of the last value would cover the label. */
  isLabelled: boolean
}

/** The tag at the end of the leading line. */
export interface LastValue {
  value: number
  x: number
  y: number
}

/** The geometry of a chart, in pixels. */
export interface Plot {
  size: PlotSize
  sides: Sides
  heights: Heights
  up: ValueScale
  across: TimeScale
  /** The x of each stop. */
  xs: readonly number[]
  valueTicks: readonly ValueTick[]
  timeTicks: readonly TimeTick[]
}

export interface LinePlot extends Plot {
  kind: 'lines'
  lines: readonly PlottedLine[]
  area: SignedAreas | null
  /** The area of each series on top of the previous ones, when stacked. */
  bands: readonly string[]
  markers: readonly PlottedMarker[]
  last: LastValue | null
}

export interface PlottedMarker {
  marker: ChartMarker
  x: number
  y: number
  /** The position of its text; null where it would overlap another. */
  labelY: number | null
}

export interface BarPlot extends Plot {
  kind: 'bars'
  across: BandScale
}

const narrowPx = 480
/** The width of a character in the tag of the last value. */
export const tagLetterPx = 6.6
/** The space around that tag, and between the panel and the labels of values. */
const tagSpacePx = 16
/** Room for the dates below the panel, and for overlap above it. */
const datesPx = 24
const topPx = 8
/** The width of a label character at 11 px. */
const letterPx = 6.2

interface PlotInput {
  size: PlotSize
  /** Room on the right for values and the last tag. */
  axisPx: number
  stops: readonly Stop[]
  series: readonly ChartSeries[]
  /** Includes zero and fills the area towards it. Not for prices. */
  hasZero?: boolean
  /** Stacks each series on the previous ones. */
  isStacked?: boolean
  markers?: readonly ChartMarker[]
}

export function linePlot(input: PlotInput): LinePlot {
  const { size, axisPx, stops, hasZero = true, isStacked = false, markers = [] } = input
  const series = isStacked ? stackSeries(input.series) : input.series
  const { sides, heights } = layOutPanel(size, axisPx)
  const up = valueScale(findExtent(series.map(({ values }) => values)), heights, {
    mostSteps: stepsFor(size),
    hasZero,
  })
  const across = timeScale(stops[0]?.from ?? 0, stops.at(-1)?.to ?? 0, sides)
  const xs = stops.map(stop => across.x(stop.to))
  const placed = series.map(one => ({ series: one, places: placeValues(one, xs, up) }))
  const last = findLastValue(isStacked ? series.at(-1) : series[0], xs, up, heights)
  return {
    kind: 'lines',
    size,
    sides,
    heights,
    up,
    across,
    xs,
    lines: isStacked
      ? placed.map(line => ({ ...line, label: null }))
      : placeLabels(placed, zeroLine(up, sides), { ...sides, ...heights }, size),
    area: placed[0] === undefined || isStacked || !hasZero ? null : areasByZero(placed[0].places, up.y(0)),
    bands: isStacked ? buildBands(placed, up.y(0)) : [],
    markers: placeMarkers(markers, stops, placed[0]?.places ?? [], across, sides, heights),
    last,
    valueTicks: placeValueTicks(up, last?.y ?? null),
    timeTicks: timeTicks(across, sides, size.width < narrowPx ? 64 : 56),
  }
}

export function barPlot({ size, axisPx, stops, series }: PlotInput): BarPlot {
  const { sides, heights } = layOutPanel(size, axisPx)
  const up = valueScale(findExtent([series[0]?.values ?? []]), heights, { mostSteps: stepsFor(size) })
  const across = bandScale(stops, sides)
  return {
    kind: 'bars',
    size,
    sides,
    heights,
    up,
    across,
    xs: stops.map((_, index) => across.centre(index)),
    valueTicks: placeValueTicks(up, null),
    timeTicks: timeTicks(across, sides, size.width < narrowPx ? 64 : 56),
  }
}

function layOutPanel({ width, height }: PlotSize, axisPx: number): { sides: Sides; heights: Heights } {
  return { sides: panelSides(width, axisPx), heights: { top: topPx, bottom: height - datesPx } }
}

/** The room that labels need beside a chart. */
export function axisWidth(labels: readonly string[]): number {
  return Math.ceil(Math.max(...labels.map(label => label.length)) * tagLetterPx + tagSpacePx)
}

/** The left and right edge of the chart panel, shared with the brush under it. */
export function panelSides(width: number, axisPx: number): Sides {
  return { left: width < narrowPx ? 2 : 8, right: Math.max(40, width - axisPx) }
}

/** A low panel has fewer ticks, so that labels fit. */
function stepsFor({ height }: PlotSize): number {
  return height < 240 ? 2 : 5
}

/** A sum with an unknown value is unknown. */
function stackSeries(series: readonly ChartSeries[]): ChartSeries[] {
  return series.map((one, rank) => ({
    ...one,
    values: one.values.map((_, index) =>
      series.slice(0, rank + 1).reduce<number | null>((sum, { values }) => {
        const value = values[index] ?? null
        return sum === null || value === null ? null : sum + value
      }, 0),
    ),
  }))
}

function buildBands(lines: readonly { places: readonly Place[] }[], zeroY: number): string[] {
  return lines.map(({ places }, rank) => {
    const under = lines[rank - 1]?.places ?? places.map(({ x }) => ({ x, y: zeroY }))
    return bandPath(places, under)
  })
}

/** The distance from the triangle on the line to its text. */
const markerLabelPx = 12
/** The minimum distance between two texts. */
const markerWidthPx = 64

function placeMarkers(
  markers: readonly ChartMarker[],
  stops: readonly Stop[],
  line: readonly Place[],
  across: TimeScale,
  sides: Sides,
  { top, bottom }: Heights,
): PlottedMarker[] {
  const days = stops.map(stop => stop.to)
  const first = stops[0]?.from ?? 0
  const last = days.at(-1) ?? 0
  let labelledUntil = Number.NEGATIVE_INFINITY
  const payments = placePayments(markers, across, bottom)
  const others = markers.flatMap((marker): PlottedMarker[] => {
    if (marker.place === 'foot') return []
    const x = across.x(marker.day)
    if (marker.day < first || marker.day > last) return []
    if (marker.place === 'rule') return [{ marker, x, y: top, labelY: top + 8 }]
    const y = heightAt(line, x) ?? line[nearestIndex(days, marker.day)]?.y ?? null
    if (y === null) return []
    const [from, to] = labelSpan(marker, x, sides)
    // A rising line would run through a text right above its triangle.
    const above = Math.min(y, heightsWithin(line, from, to)?.top ?? y) - markerLabelPx
    const hasRoom = x - labelledUntil >= markerWidthPx && above > top
    if (hasRoom) labelledUntil = x
    return [{ marker, x, y, labelY: hasRoom ? above + 4 : null }]
  })
  return [...payments, ...others]
}

/** How close to a side the text of a marker starts or ends at its triangle. */
const markerSidePx = 30

/** Where the text of a marker is anchored, so that it stays in the panel. */
export function markerAnchor(x: number, { left, right }: Sides): 'start' | 'middle' | 'end' {
  return x - left < markerSidePx ? 'start' : right - x < markerSidePx ? 'end' : 'middle'
}

function labelSpan({ label }: ChartMarker, x: number, sides: Sides): [from: number, to: number] {
  const width = label.length * letterPx
  const from = x - { start: 0, middle: width / 2, end: width }[markerAnchor(x, sides)]
  return [from, from + width]
}

/** The distance from which two payments have a marker each. */
const paymentPx = 10
/** More would make the tooltip of a cluster taller than the chart. */
const maxLabels = 8

/** Payments at the bottom, inflows above outflows. Those that would overlap share one mark, which lists them. */
function placePayments(markers: readonly ChartMarker[], across: TimeScale, bottom: number): PlottedMarker[] {
  return (['up', 'down'] as const).flatMap(direction => {
    const y = direction === 'up' ? bottom - 14 : bottom - 5
    const clusters: { x: number; markers: ChartMarker[] }[] = []
    const own = markers.filter(marker => marker.place === 'foot' && marker.direction === direction)
    for (const marker of own.toSorted((one, other) => one.day - other.day)) {
      const x = across.x(marker.day)
      const last = clusters.at(-1)
      if (last && x - last.x < paymentPx) last.markers.push(marker)
      else clusters.push({ x, markers: [marker] })
    }
    return clusters.flatMap(({ x, markers: [first, ...more] }): PlottedMarker[] => {
      if (first === undefined) return []
      const labels = [first, ...more].map(({ label }) => label)
      const rest = labels.length - maxLabels
      const label = [...labels.slice(0, maxLabels), ...(rest > 0 ? [`+${rest}`] : [])].join('\n')
      return [{ marker: { ...first, label }, x, y, labelY: null }]
    })
  })
}

function placeValues(
  { values, isStepped = false }: ChartSeries,
  xs: readonly number[],
  up: ValueScale,
): Place[] {
  const places = xs.map((x, index): Place => {
    const value = values[index] ?? null
    return { x, y: value === null ? null : up.y(value) }
  })
  return isStepped ? stepped(places) : places
}

function findLastValue(
  series: ChartSeries | undefined,
  xs: readonly number[],
  up: ValueScale,
  { top, bottom }: Heights,
): LastValue | null {
  const index = series?.values.findLastIndex(value => value !== null) ?? -1
  const value = series?.values[index] ?? null
  if (value === null) return null
  return { value, x: xs[index] ?? 0, y: Math.max(top, Math.min(bottom, up.y(value))) }
}

function placeValueTicks(up: ValueScale, tagY: number | null): ValueTick[] {
  const heights = up.ticks.map(up.y)
  const isClear = clearOfTag(heights, tagY)
  return up.ticks.map((value, index) => ({
    value,
    y: heights[index] ?? 0,
    isLabelled: isClear[index] ?? true,
  }))
}

/** The stronger line at zero, which would cross out a name on it. */
function zeroLine(up: ValueScale, { left, right }: Sides): Place[] {
  const y = up.y(0)
  return [left, right].map(x => ({ x, y }))
}

/** Places the names beside their lines, one after the other, without overlap. */
function placeLabels(
  lines: readonly { series: ChartSeries; places: readonly Place[] }[],
  zero: readonly Place[],
  room: Sides & Heights,
  { width }: PlotSize,
): PlottedLine[] {
  const taken: LabelPlace[] = []
  return lines.map(({ series, places }, index) => {
    const others = [...lines.filter((_, other) => other !== index).map(line => line.places), zero]
    const isNamed = index > 0 && width >= narrowPx
    const labelRoom = { ...room, width: series.label.length * letterPx }
    const label = isNamed ? placeLabel(places, others, taken, labelRoom) : null
    if (label !== null) taken.push(label)
    return { series, places, label }
  })
}
