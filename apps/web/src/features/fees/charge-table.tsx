import { useMemo } from 'react'
import type { Sort } from '../../lib/api/order-by.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { accountWords, nameCustody } from '../../portfolio/display-names.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column, Paging } from '../../ui/table/table-props.ts'
import { FeeAmount, KindTag, useDescribeCharge } from './fee-cells.tsx'
import styles from './fees.module.css'
import type { Charge, Charges } from './use-fees.ts'

export type ChargeColumn = 'date' | 'kind' | 'what' | 'custodian' | 'account' | 'calculated_fees'

interface ChargeTableProps {
  charges: Charges
  columns: readonly ChargeColumn[]
  /** Set when the server sorts the charges. */
  sort?: Sort | null
  onSort?: (sort: Sort | null) => void
  paging?: Paging | undefined
}

/** A table of charges with their sum. A row opens the charged position. */
export function ChargeTable({ charges, columns: wanted, sort, onSort, paging }: ChargeTableProps) {
  const text = useText()
  const format = useFormat()
  const describeCharge = useDescribeCharge()
  const { open } = useModal()
  const isDemo = useHasRole('demo')
  const all = useColumns(charges)
  const columns = useMemo(
    () =>
      wanted.map((id, index) => ({
        ...all[id],
        total:
          id === 'calculated_fees' ? (
            <span className={styles.total}>
              <FeeAmount value={charges.total.calculated_fees} />
            </span>
          ) : index === 0 ? (
            <span className={styles.total}>{text('table_total')}</span>
          ) : null,
      })),
    [all, wanted, charges, text],
  )
  return (
    <Table<Charge>
      label={text('fees_charges_title')}
      columns={columns}
      rows={charges.data}
      rowKey={({ id }) => id}
      phoneRow={charge => ({
        title: describeCharge(charge),
        note: `${format.date(charge.date)} · ${nameCustody(charge)}`,
        value: <FeeAmount value={charge.calculated_fees} />,
      })}
      {...(onSort && { onSort, sort: sort ?? null })}
      {...(!isDemo && {
        onOpen: ({ position_id: id }: Charge) => {
          if (id !== null) void open({ kind: 'position', id, tab: 'transactions' })
        },
      })}
      {...(paging && { paging })}
      empty={<EmptyState icon="calculator" title={text('fees_none')} />}
    />
  )
}

function useColumns({ basis: { currency } }: Charges): Record<ChargeColumn, Column<Charge>> {
  const text = useText()
  const format = useFormat()
  const describeCharge = useDescribeCharge()
  return useMemo(
    () => ({
      date: {
        id: 'date',
        header: text('transactions_date'),
        isSortable: true,
        cell: charge => format.date(charge.date),
      },
      kind: {
        id: 'transaction_type',
        header: text('fees_kind'),
        isSortable: true,
        cell: charge => <KindTag charge={charge} />,
      },
      what: {
        id: 'what',
        header: text('fees_column_what'),
        cell: charge => <span className={styles.quiet}>{describeCharge(charge)}</span>,
      },
      custodian: {
        id: 'custodian',
        header: text('fees_by_custodian'),
        isSortable: true,
        cell: charge => nameCustody(charge),
      },
      account: {
        id: 'account',
        header: text('fees_by_account'),
        isSortable: true,
        cell: charge => {
          const [first, second] = accountWords(charge)
          return (
            <>
              {first} <span className={styles.quiet}>{second}</span>
            </>
          )
        },
      },
      calculated_fees: {
        id: 'calculated_fees',
        header: text('fees_column_fee', { currency }),
        align: 'end',
        isSortable: true,
        cell: charge => <FeeAmount value={charge.calculated_fees} />,
      },
    }),
    [text, format, currency, describeCharge],
  )
}
