import {
  areasByZero,
  findExtent,
  linePath,
  type TimeTick,
  timeScale,
  timeTicks,
  toIsoDate,
  valueScale,
} from '@plumbline/charts'
import { defaultDateFormat, formatCompact, formatDay, formatTick } from '@plumbline/contract/format'
import type { Language } from '@plumbline/contract/texts'
import { type Reader, type ReportChart, readerLocale } from '../document.ts'
import { accent, innerWidth, loss, quiet, rule } from './theme.ts'

const height = 150
const axisRoom = 56
const labelRoom = 18
const tagHeight = 14

/** Draws a chart as SVG, with the geometry of the screens. */
export function chartSvg({ days, values }: ReportChart, reader: Reader): string | null {
  const { language } = reader
  const locale = readerLocale(reader)
  const first = days[0]
  const last = days.at(-1)
  if (first === undefined || last === undefined || first === last) return null
  const right = innerWidth - axisRoom
  const bottom = height - labelRoom
  const sides = { left: 0, right }
  const scale = timeScale(first, last, sides)
  const { y, ticks } = valueScale(findExtent([values]), { top: 12, bottom })
  const step = (ticks[1] ?? 1) - (ticks[0] ?? 0)
  const places = values.map((value, index) => ({
    x: scale.x(days[index] ?? first),
    y: value === null ? null : y(value),
  }))
  const areas = areasByZero(places, y(0))
  const end = values.findLast(value => value !== null)
  const endY = end === null || end === undefined ? null : y(end)
  const grid = ticks.map(tick => {
    const isFree = endY === null || Math.abs(y(tick) - endY) > tagHeight
    return (
      `<line x1="0" x2="${right}" y1="${y(tick)}" y2="${y(tick)}" stroke="${tick === 0 ? quiet : rule}" stroke-width="0.5"/>` +
      (isFree ? label(right + 6, y(tick) + 3, formatTick(tick, locale, step), quiet) : '')
    )
  })
  const dates = timeTicks(scale, sides, 36).map(tick =>
    label(tick.x, height - 4, tickText(tick, language), quiet),
  )
  const mark =
    endY === null
      ? ''
      : `<circle cx="${right}" cy="${endY}" r="2.5" fill="${accent}"/>` +
        `<rect x="${right + 4}" y="${endY - tagHeight / 2}" width="46" height="${tagHeight}" rx="2" fill="${accent}"/>` +
        label(right + 8, endY + 3, formatCompact(end ?? 0, locale), '#ffffff', 600)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${innerWidth}" height="${height}" viewBox="0 0 ${innerWidth} ${height}">` +
    grid.join('') +
    `<path d="${areas.above}" fill="${accent}" fill-opacity="0.10"/>` +
    `<path d="${areas.below}" fill="${loss}" fill-opacity="0.14"/>` +
    `<path d="${linePath(places)}" fill="none" stroke="${accent}" stroke-width="1"/>` +
    dates.join('') +
    mark +
    '</svg>'
  )
}

function tickText({ day, unit }: TimeTick, language: Language): string {
  const date = toIsoDate(day)
  if (unit === 'year') return date.slice(0, 4)
  const text = formatDay(date, defaultDateFormat, language)
  return unit === 'day' ? text : (text.split(' ').at(-1) ?? '')
}

function label(x: number, y: number, text: string, colour: string, weight = 400): string {
  const font = weight === 600 ? 'font-weight="bold"' : ''
  return `<text x="${x}" y="${y}" font-family="Inter" font-size="8" ${font} fill="${colour}">${escapeXml(text)}</text>`
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
