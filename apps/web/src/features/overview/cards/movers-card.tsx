import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFilter } from '../../../filter/use-filter.ts'
import { useModal } from '../../../lib/browser/modals.ts'
import { figureTone } from '../../../lib/format/format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { Money, PnlAmount, PnlPercent } from '../../../portfolio/cells.tsx'
import { useDisplayNames } from '../../../portfolio/display-names.ts'
import { QuerySection } from '../../../portfolio/query-section.tsx'
import { replyDecimals, roundAmount, roundToTotal } from '../../../portfolio/round-parts.ts'
import { Button } from '../../../ui/display/button.tsx'
import { Icon } from '../../../ui/display/icon.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { EmptyState } from '../../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../../ui/layout/skeleton.tsx'
import { Table } from '../../../ui/table/table.tsx'
import type { Column } from '../../../ui/table/table-props.ts'
import { type CurrencyMovers, currencyMoversQuery } from '../card-queries.ts'
import styles from './movers-card.module.css'

type Mover = CurrencyMovers['rows'][number]

/** The effect of exchange rates on profit and loss, by currency. */
export function MoversCard({ className }: { className?: string | undefined }) {
  const text = useText()
  const { body } = useFilter()
  const query = useQuery(currencyMoversQuery(body))
  const currency = query.data?.basis.currency ?? body.settings.currency ?? ''
  return (
    <Card className={className} title={text('movers')} note={text('movers_note', { currency })}>
      <QuerySection query={query} skeleton={<SkeletonRows rows={6} />} className={styles.part}>
        {movers =>
          movers.rows.length === 0 ? (
            <EmptyState icon="swap" title={text('movers_none')} />
          ) : (
            <MoversTable movers={movers} />
          )
        }
      </QuerySection>
    </Card>
  )
}

/** Rounds the rows so that they add up to the displayed totals. */
function roundMovers({ rows, total, basis }: CurrencyMovers): Mover[] {
  const decimals = replyDecimals(basis)
  const column = (field: 'exposure' | 'pnl_fx') =>
    roundToTotal(
      rows.map(row => row[field]),
      roundAmount(total[field], decimals),
      decimals,
    )
  const [exposure, pnl] = [column('exposure'), column('pnl_fx')]
  return rows.map((row, index) => ({
    ...row,
    exposure: exposure[index] ?? null,
    pnl_fx: pnl[index] ?? null,
  }))
}

function MoversTable({ movers }: { movers: CurrencyMovers }) {
  const text = useText()
  const names = useDisplayNames()
  const { open } = useModal()
  const rows = useMemo(() => roundMovers(movers), [movers])
  const columns = useColumns({ ...movers, rows })
  const { start_date: from, end_date: to } = movers.basis
  return (
    <>
      <div className={styles.table}>
        <Table<Mover>
          label={`${text('movers')} ${text('movers_note', { currency: movers.basis.currency })}`}
          columns={columns}
          rows={rows}
          rowKey={({ currency }) => currency}
          isSortedElsewhere
          phoneRow={row => ({
            title: row.currency,
            note: (
              <>
                {names.currency(row.currency)} · {text('movers_rate')}{' '}
                <PnlPercent value={row.rate_change} decimals={1} />
              </>
            ),
            value: <PnlAmount value={row.pnl_fx} flags={row.flags} />,
          })}
        />
      </div>
      <div className={styles.foot}>
        <span className={styles.check}>
          <Icon name="check" size={14} />
          {text('movers_part')}
        </span>
        {from !== null && to !== null && (
          <Button
            variant="quiet"
            size="small"
            onClick={() => void open({ kind: 'explain', from, to, split: 'currency' })}
          >
            {text('explain_short')}
          </Button>
        )}
      </div>
    </>
  )
}

function useColumns({ rows, total, basis: { currency } }: CurrencyMovers): Column<Mover>[] {
  const text = useText()
  const names = useDisplayNames()
  return useMemo(() => {
    const most = Math.max(...rows.map(({ pnl_fx: pnl }) => Math.abs(pnl ?? 0)), 1e-9)
    return [
      {
        id: 'currency',
        header: text('movers_currency'),
        sortValue: row => row.currency,
        cell: row => (
          <b className={styles.code} title={names.currency(row.currency)}>
            {row.currency}
          </b>
        ),
        total: text('table_total'),
      },
      {
        id: 'exposure',
        header: text('position_exposure_in', { currency }),
        align: 'end',
        sortValue: row => row.exposure,
        cell: row => <Money value={row.exposure} flags={row.flags} />,
        total: <Money value={total.exposure} />,
      },
      {
        id: 'rate_change',
        header: text('movers_rate'),
        align: 'end',
        sortValue: row => row.rate_change,
        cell: row => <PnlPercent value={row.currency === currency ? null : row.rate_change} decimals={1} />,
      },
      {
        id: 'pnl_fx',
        header: text('position_pnl_abs_total_in', { currency }),
        align: 'end',
        sortValue: row => row.pnl_fx,
        cell: row => (
          <span className={styles.figure}>
            <PnlAmount value={figureTone(row.pnl_fx) === 'none' ? null : row.pnl_fx} flags={row.flags} />
            <span
              className={(row.pnl_fx ?? 0) < 0 ? styles.loss : styles.gain}
              style={{ width: `${(Math.abs(row.pnl_fx ?? 0) / most) * 100}%` }}
            />
          </span>
        ),
        total: <PnlAmount value={total.pnl_fx} />,
      },
    ]
  }, [rows, total, currency, text, names])
}
