import { type KeyboardEvent, type PointerEvent, useMemo, useState } from 'react'
import { type Format, useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { PnlAmount } from '../../portfolio/cells.tsx'
import chart from '../../ui/chart/chart.module.css'
import { useChartFormat } from '../../ui/chart/chart-format.ts'
import { useWidth } from '../../ui/chart/use-width.ts'
import { eventColour } from './event-colours.ts'
import type { EventRange } from './event-range.ts'
import { useEventWords } from './event-words.ts'
import styles from './events.module.css'
import { buildTimeline, eventAt, type PlacedEvent, rowPx, type Timeline, topPx } from './timeline.ts'
import type { PortfolioEvent } from './use-events.ts'

interface EventTimelineProps {
  events: readonly PortfolioEvent[]
  range: EventRange
  today: string
  hasWeekends: boolean
  onOpen: ((event: PortfolioEvent) => void) | undefined
}

const labelsPx = 118
const footPx = 22

/** Events on a time axis, one row per type. The list below is the accessible alternative. */
export function EventTimeline({ events, range, today, hasWeekends, onOpen }: EventTimelineProps) {
  const text = useText()
  const format = useFormat()
  const words = useEventWords()
  const [frame, width] = useWidth<HTMLDivElement>()
  const [at, setAt] = useState(-1)
  const timeline = useMemo(
    () => buildTimeline({ events, range, today, hasWeekends, sides: { left: labelsPx, right: width - 8 } }),
    [events, range, today, hasWeekends, width],
  )
  const height = topPx + timeline.rows.length * rowPx + footPx
  const last = timeline.events.length - 1
  const placed = timeline.events[at]
  const label = text('events_timeline')
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    setAt(eventAt(timeline, event.clientX - left, event.clientY - top))
  }
  const open = () => placed && onOpen?.(placed.event)
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const moves: Record<string, number> = {
      ArrowRight: at + 1,
      ArrowLeft: at === -1 ? last : at - 1,
      Home: 0,
      End: last,
    }
    const target = moves[event.key]
    if (target !== undefined) setAt(Math.max(0, Math.min(last, target)))
    else if (event.key === 'Enter') open()
    else return
    event.preventDefault()
  }
  const announced = timeline.events[Math.max(0, at)]?.event
  return (
    <div ref={frame} className={chart.chart}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        <Marks timeline={timeline} width={width} height={height} />
        {placed && (
          <circle cx={placed.x} cy={placed.y} r={(placed.radius ?? 5) + 3} className={styles.ring} />
        )}
      </svg>
      <div
        role="slider"
        tabIndex={0}
        className={chart.surface}
        aria-label={text('chart_point', { chart: label })}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={announced && announce(announced, words.type(announced.event_type), format)}
        onPointerMove={onPointerMove}
        onPointerDown={onPointerMove}
        onPointerLeave={() => setAt(-1)}
        onClick={open}
        onKeyDown={onKeyDown}
        onBlur={() => setAt(-1)}
      />
      {placed && <EventTooltip placed={placed} width={width} />}
    </div>
  )
}

function announce(
  { date, name, calculated_amount: amount }: PortfolioEvent,
  type: string,
  format: Format,
): string {
  const words = `${format.weekday(date)}: ${name}, ${type}`
  return amount === null ? words : `${words}, ${format.amount(amount, { sign: 'always' })}`
}

/** The marks, apart from the tooltip, so that moving the pointer does not redraw them. */
function Marks({ timeline, width, height }: { timeline: Timeline; width: number; height: number }) {
  const text = useText()
  const format = useChartFormat('amount')
  const words = useEventWords()
  const bottom = height - footPx
  return (
    <g>
      {timeline.ticks.map(tick => (
        <g key={tick.day}>
          <path d={`M${Math.round(tick.x) + 0.5} ${topPx}V${bottom}`} className={chart.grid} />
          <text x={tick.x} y={14} textAnchor={tick.anchor} className={chart.text}>
            {format.date(tick)}
          </text>
        </g>
      ))}
      {timeline.rows.map(({ type, y }) => (
        <g key={type}>
          <path d={`M${labelsPx} ${Math.round(y) + 0.5}H${width}`} className={chart.grid} />
          <text x={0} y={y + 4} className={styles.rowName}>
            {words.type(type)}
          </text>
        </g>
      ))}
      {timeline.todayX !== null && (
        <g>
          <path d={`M${timeline.todayX} ${topPx}V${bottom}`} className={styles.today} />
          <text x={timeline.todayX + 6} y={bottom + 14} className={styles.todayName}>
            {text('events_today')}
          </text>
        </g>
      )}
      {timeline.events.map(({ event, x, y, radius }) =>
        radius === null ? (
          <path
            key={event.id}
            d={`M${x} ${y - 5}l5 5-5 5-5-5Z`}
            className={styles.diamond}
            style={{ stroke: eventColour(event.event_type) }}
          />
        ) : (
          <circle
            key={event.id}
            cx={x}
            cy={y}
            r={radius}
            className={styles.amountMark}
            style={{ fill: eventColour(event.event_type) }}
          />
        ),
      )}
    </g>
  )
}

const tooltipPx = 220

function EventTooltip({ placed: { event, x, y }, width }: { placed: PlacedEvent; width: number }) {
  const format = useFormat()
  const words = useEventWords()
  const isLeft = x > width / 2
  const place = isLeft
    ? { right: Math.min(width - x + 14, width - tooltipPx), top: Math.max(0, y - 20) }
    : { left: x + 14, top: Math.max(0, y - 20) }
  return (
    <div className={chart.tooltip} style={place} aria-hidden="true">
      <div className={chart.tooltipTitle}>
        <span className={styles.dot} style={{ background: eventColour(event.event_type) }} />
        {event.name}, {words.type(event.event_type)}
      </div>
      <div className={chart.tooltipRow}>
        <span>{format.weekday(event.date)}</span>
        {event.calculated_amount !== null && <PnlAmount value={event.calculated_amount} />}
      </div>
      <div className={chart.hint}>{words.what(event)}</div>
    </div>
  )
}
