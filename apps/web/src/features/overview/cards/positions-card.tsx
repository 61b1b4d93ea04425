import type { Filter, Position, PositionType } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useChoices } from '../../../filter/use-choices.ts'
import { useFilter } from '../../../filter/use-filter.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { cashQuery, type PositionsPage, positionsQuery } from '../../../portfolio/queries.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { replyDecimals } from '../../../portfolio/round-parts.ts'
import { useWidth } from '../../../ui/chart/use-width.ts'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { Table } from '../../../ui/table/table.tsx'
import type { Column } from '../../../ui/table/table-props.ts'
import { matchRounding, type RoundedSums } from '../equation/equation.ts'
import { PnlSum } from '../pnl/pnl-sum.tsx'
import { type RoundedPnl, roundPnl } from '../pnl/round-pnl.ts'
import { closedColumns, openColumns, positionPhoneRow } from './card-position-columns.tsx'
import styles from './positions-card.module.css'

const shownRows = 10

interface PositionsCardProps {
  /** The same sums as rounded in the header. */
  rounded: RoundedSums | undefined
  className?: string | undefined
}

/** The largest open or the last closed positions, with the sum that makes up the profit and loss. */
export function PositionsCard({ rounded, className }: PositionsCardProps) {
  const text = useText()
  const { body } = useFilter()
  const { choices, choose } = useChoices()
  const type: PositionType = choices.position_type ?? 'open'
  const isOpen = type === 'open'
  const { open, closed, cash } = usePositions(body)
  const query = isOpen ? open : closed
  const count = query.data?.count ?? 0
  return (
    <Card className={className}>
      <header className={styles.head}>
        <h2 className="visually-hidden">{text('positions_card')}</h2>
        <Segmented
          label={text('positions_card')}
          segments={[
            { value: 'open', label: <Counted word={text('position_type_open')} count={open.data?.count} /> },
            {
              value: 'closed',
              label: <Counted word={text('position_type_closed')} count={closed.data?.count} />,
            },
          ]}
          value={type}
          onChange={next => choose({ position_type: next })}
        />
        {count > 0 && (
          <span className={styles.note}>
            {text(isOpen ? 'positions_largest' : 'positions_last_closed', {
              count: Math.min(count, shownRows),
            })}
          </span>
        )}
      </header>
      <QuerySection query={query} skeleton={<SkeletonRows rows={shownRows} rowHeight={28} />}>
        {page => (
          <PositionsTable
            page={page}
            isOpen={isOpen}
            rounded={rounded}
            sum={roundPnl(
              {
                open: open.data?.total.pnl_abs_total ?? null,
                closed: closed.data?.total.pnl_abs_total ?? null,
                cash: cash.data?.total.pnl_abs_total ?? null,
              },
              rounded?.pnl ?? null,
              replyDecimals(page.basis),
            )}
          />
        )}
      </QuerySection>
    </Card>
  )
}

interface PositionsTableProps {
  page: PositionsPage
  isOpen: boolean
  rounded: RoundedSums | undefined
  sum: RoundedPnl | null
}

function PositionsTable({ page, isOpen, rounded, sum }: PositionsTableProps) {
  const text = useText()
  const format = useFormat()
  const [frame, width] = useWidth<HTMLDivElement>()
  const decimals = replyDecimals(page.basis)
  const totals = {
    value: matchRounding(page.total.value, rounded?.allocated, decimals),
    pnl: matchRounding(page.total.pnl_abs_total, isOpen ? sum?.open : sum?.closed, decimals),
  }
  const columns = (isOpen ? openColumns : closedColumns)({ text, format, page, totals })
  return (
    <>
      <div ref={frame} className={styles.table}>
        <Table<Position>
          label={text(isOpen ? 'positions_card' : 'positions_closed')}
          density="compact"
          columns={dropColumns(columns, width)}
          rows={page.data}
          rowKey={({ id }) => id}
          phoneRow={position => positionPhoneRow(position, isOpen, { text, format })}
          empty={
            <EmptyState icon="list" title={text(isOpen ? 'positions_none_open' : 'positions_none_closed')} />
          }
        />
      </div>
      {page.count > 0 && (
        <div className={styles.foot}>
          <Link to="/positions">
            {text(isOpen ? 'positions_all_open' : 'positions_all_closed', {
              count: format.count(page.count),
            })}
          </Link>
          {sum !== null && <PnlSum {...sum} />}
        </div>
      )}
    </>
  )
}

/** Drops the least important columns on narrow screens, so that the figures need no scrolling. */
function dropColumns(columns: Column<Position>[], width: number): Column<Position>[] {
  const leftOut = [...(width < 920 ? ['price_trend'] : []), ...(width < 800 ? ['custodian'] : [])]
  return columns.filter(({ id }) => !leftOut.includes(id))
}

function usePositions(body: Filter) {
  const open = useQuery(
    positionsQuery(body, { type: 'open', limit: shownRows, order_by: '-value', trend: 'true' }),
  )
  const closed = useQuery(
    positionsQuery(body, { type: 'closed', limit: shownRows, order_by: '-date_closed' }),
  )
  const cash = useQuery(cashQuery(body))
  return { open, closed, cash }
}

function Counted({ word, count }: { word: string; count: number | undefined }) {
  const format = useFormat()
  return (
    <>
      {word}
      {count !== undefined && <span className={styles.count}>{format.count(count)}</span>}
    </>
  )
}
