import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { rankColours } from '../../portfolio/instrument-colours.ts'
import { Points } from '../../portfolio/points.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import styles from './benchmarks.module.css'
import { useGroupName, useNamedGroup } from './subject-field.tsx'
import { type Benchmark, type Comparison, effects } from './use-benchmarks.ts'

interface WeightsCardProps {
  data: Comparison
  benchmark: Benchmark
  strategy: string | undefined
  className?: string | undefined
}

/** Columns that fit beside the name. */
const shownDates = 3

/** The components with their weights by date, and the rules. */
export function WeightsCard({ data, benchmark, strategy, className }: WeightsCardProps) {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  const isDemo = useHasRole('demo')
  const { components, weights, id, name } = benchmark
  const dated = weights.slice(-shownDates)
  const percent = (share: number) =>
    format.percent(share, {
      sign: 'minus',
      decimals: Number.isInteger(Math.round(share * 10_000) / 100) ? 0 : 2,
    })
  return (
    <Card
      className={className}
      title={text('benchmark')}
      note={`${name}, ${data.basis.currency}`}
      actions={
        !isDemo && (
          <>
            {strategy === undefined && <SetForGroup benchmark={benchmark} />}
            <Button
              size="small"
              icon="edit"
              aria-label={text('benchmark_edit')}
              onClick={() =>
                void open({ kind: 'benchmark', id, ...(strategy !== undefined && { strategy }) })
              }
            >
              {text('benchmark_edit_short')}
            </Button>
          </>
        )
      }
    >
      <table className={styles.weights}>
        <thead>
          <tr>
            <th scope="col">{text('benchmark_from')}</th>
            {dated.map(({ valid_from }) => (
              <th scope="col" key={valid_from}>
                {format.date(valid_from)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {components.map(({ instrument }, place) => (
            <tr key={instrument.id}>
              <th scope="row">
                <span
                  className={styles.swatch}
                  style={{ background: rankColours[place % rankColours.length] }}
                />
                {instrument.name}
              </th>
              {dated.map(column => (
                <td key={column.valid_from}>{percent(column.weights[place] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text('benchmark_total')}</th>
            {dated.map(column => (
              <td key={column.valid_from}>{percent(1)}</td>
            ))}
          </tr>
        </tfoot>
      </table>
      <div className={styles.rules}>
        <p>
          {text('benchmark_rules', {
            rebalancing: text(`benchmark_rebalanced_${benchmark.rebalancing}`),
            currency: data.basis.currency,
            distributions: text(`benchmark_is_${benchmark.return_type}`),
            weights: text('benchmark_rules_weights'),
          })}
        </p>
        {data.distributions.map(({ instrument, known_from }) => (
          <p key={instrument.id}>
            {text('benchmark_distributions', { name: instrument.name, date: format.date(known_from) })}
          </p>
        ))}
        {data.stale.map(({ instrument, kind, since, until }) => (
          <p key={instrument.id} className={styles.stale}>
            {text(`benchmark_stale_${kind}`, {
              name: instrument.name,
              since: format.date(since),
              until: format.date(until),
            })}
          </p>
        ))}
      </div>
      {data.attribution !== null && <Effects total={data.attribution.total} />}
    </Card>
  )
}

/** A group that the filter names is compared with the benchmark of the family until it has its own. */
function SetForGroup({ benchmark }: { benchmark: Benchmark }) {
  const text = useText()
  const { open } = useModal()
  const named = useNamedGroup()
  const nameOf = useGroupName()
  if (named === null || benchmark.group !== null) return null
  return (
    <Button size="small" icon="plus" onClick={() => void open({ kind: 'benchmark' })}>
      {text('benchmark_set_for', { group: nameOf(named) })}
    </Button>
  )
}

/** The effects in short; the table below divides them by group. */
function Effects({ total }: { total: NonNullable<Comparison['attribution']>['total'] }) {
  const text = useText()
  return (
    <>
      <h3 className={styles.heading}>{text('benchmark_attribution')}</h3>
      <table className={styles.effects}>
        <tbody>
          {effects.map(effect => (
            <tr key={effect}>
              <th scope="row">{text(`benchmark_${effect}`)}</th>
              <td>
                <Points value={total[effect]} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{text('benchmark_difference')}</th>
            <td>
              <Points value={total.total} />
            </td>
          </tr>
        </tfoot>
      </table>
    </>
  )
}
