import { findExtent, type ValueScale, valueScale } from '@plumbline/charts'
import { useId } from 'react'
import { useFormat } from '../../lib/format/use-format.ts'
import { useMonthNames } from '../../lib/format/use-month-names.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import chart from '../../ui/chart/chart.module.css'
import { useWidth } from '../../ui/chart/use-width.ts'
import styles from './income.module.css'
import { kindColours, stackedKinds } from './income-kinds.ts'
import type { IncomeKind, IncomeMonth } from './use-income.ts'

const height = 250
const plot = { top: 26, bottom: height - 26 }
/** The columns of names and totals in the table below. */
const sideSpace = 104

interface Part {
  key: string
  kind: IncomeKind
  isEstimated: boolean
  from: number
  to: number
}

/** The parts of a month as a stack, the certain part of a kind below its estimate; negative ones grow downwards. */
function stackMonth({ kinds }: IncomeMonth): Part[] {
  let up = 0
  let down = 0
  return stackedKinds.flatMap(kind => {
    const row = kinds.find(other => other.kind === kind)
    return (['certain', 'estimated'] as const).flatMap((certainty): Part[] => {
      const value = row?.[certainty] ?? 0
      if (value === 0) return []
      const from = value > 0 ? up : down
      if (value > 0) up += value
      else down += value
      return [
        { key: `${kind} ${certainty}`, kind, isEstimated: certainty === 'estimated', from, to: from + value },
      ]
    })
  })
}

/** Expected income by month, stacked by kind with estimates hatched, beside that of the year before. */
export function MonthChart({ months }: { months: readonly IncomeMonth[] }) {
  const text = useText()
  const format = useFormat()
  const names = useMonthNames()
  const hatch = useId()
  const [frame, width] = useWidth<HTMLDivElement>()
  const stacks = months.map(stackMonth)
  const edges = stacks.flatMap(parts => parts.flatMap(({ from, to }) => [from, to]))
  const scale = valueScale(findExtent([edges, months.map(({ received }) => received)]), plot, {
    mostSteps: 3,
  })
  const band = Math.max(20, (width - 2 * sideSpace) / Math.max(1, months.length))
  const right = Math.max(40, width - sideSpace)
  return (
    <div ref={frame} className={styles.chart}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
        <Hatch id={hatch} />
        <Grid scale={scale} right={right} />
        {months.map(({ month, month_before: before, expected, received }, place) => {
          const left = sideSpace + place * band + band * 0.18
          const top = Math.min(...[0, ...(stacks[place] ?? []).map(({ to }) => to)].map(scale.y))
          return (
            <g key={month}>
              <title>
                {`${names.long(month)}: ${format.amount(expected)}, ${names.long(before)}: ${format.amount(received)}`}
              </title>
              <Bar
                scale={scale}
                x={left}
                width={band * 0.2}
                from={0}
                to={received ?? 0}
                className={styles.before}
              />
              {(stacks[place] ?? []).map(({ key, kind, isEstimated, from, to }) => (
                <g key={key} style={{ color: kindColours[kind] }}>
                  <Bar
                    scale={scale}
                    x={left + band * 0.23}
                    width={band * 0.42}
                    {...{ from, to }}
                    fill="currentColor"
                  />
                  {isEstimated && (
                    <Bar
                      scale={scale}
                      x={left + band * 0.23}
                      width={band * 0.42}
                      {...{ from, to }}
                      fill={`url(#${hatch})`}
                    />
                  )}
                </g>
              ))}
              {expected !== 0 && band >= 58 && (
                <text x={left + band * 0.44} y={top - 6} textAnchor="middle" className={styles.barLabel}>
                  {format.compact(expected, { decimals: 1 })}
                </text>
              )}
              <text x={left + band * 0.33} y={height - 8} textAnchor="middle" className={chart.text}>
                {place === 0 || month.endsWith('-01') ? names.long(month) : names.short(month)}
              </text>
            </g>
          )
        })}
      </svg>
      <span className="visually-hidden">{text('income_by_month')}</span>
    </div>
  )
}

function Hatch({ id }: { id: string }) {
  return (
    <defs>
      <pattern id={id} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="2" height="5" className={styles.hatchLine} />
      </pattern>
    </defs>
  )
}

function Grid({ scale, right }: { scale: ValueScale; right: number }) {
  const format = useFormat()
  const step = Math.abs((scale.ticks[1] ?? 0) - (scale.ticks[0] ?? 0))
  return scale.ticks.map(value => (
    <g key={value}>
      <path
        d={`M${sideSpace} ${Math.round(scale.y(value)) + 0.5}H${right}`}
        className={value === 0 ? chart.zero : chart.grid}
      />
      <text x={right + 8} y={scale.y(value) + 4} className={chart.text}>
        {format.tick(value, step)}
      </text>
    </g>
  ))
}

interface BarProps {
  scale: ValueScale
  x: number
  width: number
  from: number
  to: number
  fill?: string
  className?: string | undefined
}

function Bar({ scale, from, to, ...rest }: BarProps) {
  const [top = 0, bottom = 0] = [scale.y(from), scale.y(to)].sort((a, b) => a - b)
  return <rect y={top} height={bottom - top} {...rest} />
}

/** The legend: kinds with income, estimates and the year before. */
export function MonthLegend({ kinds }: { kinds: readonly IncomeKind[] }) {
  const text = useText()
  const hatch = useId()
  return (
    <div className={styles.legend}>
      {kinds.map(kind => (
        <span key={kind}>
          <i style={{ background: kindColours[kind] }} />
          {text(`income_kind_${kind}`)}
        </span>
      ))}
      <span>
        <svg width="14" height="10" aria-hidden="true">
          <Hatch id={hatch} />
          <rect width="14" height="10" rx="2" fill="var(--c1)" />
          <rect width="14" height="10" rx="2" fill={`url(#${hatch})`} />
        </svg>
        {text('income_certainty_estimated')}
      </span>
      <span>
        <i className={styles.beforeMark} />
        {text('income_year_before')}
      </span>
    </div>
  )
}
