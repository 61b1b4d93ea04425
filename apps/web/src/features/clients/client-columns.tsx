import { type ReactNode, useMemo } from 'react'
import { useModal } from '../../lib/browser/modals.ts'
import { type Format, useFormat } from '../../lib/format/use-format.ts'
import { type Translate, useText } from '../../lib/i18n/i18n.ts'
import { isPartialSum, Money, PnlAmount, PnlPercent, Weight } from '../../portfolio/cells.tsx'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './clients.module.css'
import { DriftCell } from './drift-cell.tsx'
import { TwoLines } from './two-lines.tsx'
import type { Client, ClientList } from './use-clients.ts'

/** The columns of the list. Figures are those that the client sees; the reporting currency is below. */
export function useClientColumns(
  list: ClientList,
  selected: ReadonlySet<string>,
  onSelect: (selected: ReadonlySet<string>) => void,
): Column<Client>[] {
  const text = useText()
  const format = useFormat()
  const { open } = useModal()
  return useMemo(() => {
    const toggle = (id: string) => {
      const next = new Set(selected)
      if (!next.delete(id)) next.add(id)
      onSelect(next)
    }
    const openTasks = (id: string) => void open({ kind: 'client', id })
    return [
      nameColumn(list, text, format, { selected, toggle }),
      ...figureColumns(list, text),
      ...workColumns(text, format, openTasks),
    ]
  }, [list, text, format, open, selected, onSelect])
}

function nameColumn(
  { total, counts, basis }: ClientList,
  text: Translate,
  format: Format,
  { selected, toggle }: { selected: ReadonlySet<string>; toggle: (id: string) => void },
): Column<Client> {
  return {
    id: 'name',
    header: text('clients_client'),
    isSortable: true,
    sticky: 'start',
    // Beside the box and the avatar, names of families have to be told apart.
    shrinksTo: 230,
    cell: ({ family, accounts_count, currency, as_of }) => (
      <span className={styles.client} title={family.name}>
        <Checkbox
          label={text('clients_select', { name: family.name })}
          isLabelHidden
          checked={selected.has(family.id)}
          onChange={() => toggle(family.id)}
        />
        <Avatar name={family.name} shape="square" />
        <TwoLines
          first={<b className={styles.name}>{family.name}</b>}
          second={[
            text('accounts_of', { count: accounts_count }),
            currency,
            // Its own last day, where that is not the day of the page.
            ...(as_of !== null && as_of !== basis.as_of ? [format.day(as_of)] : []),
          ].join(', ')}
        />
      </span>
    ),
    total: text('clients_total', { count: total.count, all: counts.all }),
  }
}

function figureColumns({ basis, total }: ClientList, text: Translate): Column<Client>[] {
  const { currency } = basis
  const beneath = (client: Client, cell: ReactNode) => client.currency !== currency && cell
  return [
    {
      id: 'value_calculated',
      header: text('nav'),
      align: 'end',
      isSortable: true,
      cell: client => (
        <TwoLines
          first={
            <>
              <Money value={client.value} unit={client.currency} flags={client.flags} />{' '}
              <span className={styles.quiet}>{client.currency}</span>
            </>
          }
          second={
            isPartialSum(client.flags) ? (
              <span className={styles.warn}>{text('positions_partial')}</span>
            ) : (
              beneath(
                client,
                <>
                  <Money value={client.value_calculated} unit={currency} /> {currency}
                </>,
              )
            )
          }
        />
      ),
      total: (
        <>
          <Money value={total.value_calculated} unit={currency} />{' '}
          <span className={styles.quiet}>{currency}</span>
        </>
      ),
    },
    {
      id: 'day_pnl_abs',
      header: text('clients_day'),
      align: 'end',
      isSortable: true,
      cell: client => (
        <TwoLines
          first={<PnlAmount value={client.own_day_pnl_abs} unit={client.currency} flags={client.flags} />}
          second={beneath(client, <PnlAmount value={client.day_pnl_abs} unit={currency} />)}
        />
      ),
      total: <PnlAmount value={total.day_pnl_abs} unit={currency} />,
    },
    {
      id: 'day_pnl_rel',
      priority: 1,
      header: text('clients_day_percent'),
      align: 'end',
      isSortable: true,
      cell: client => (
        <TwoLines
          first={<PnlPercent value={client.own_day_pnl_rel} />}
          second={beneath(client, <PnlPercent value={client.day_pnl_rel} />)}
        />
      ),
      total: <PnlPercent value={total.day_pnl_rel} />,
    },
    {
      id: 'ytd_pnl_abs',
      header: text('clients_pnl_ytd'),
      align: 'end',
      isSortable: true,
      cell: client => (
        <TwoLines
          first={<PnlAmount value={client.own_ytd_pnl_abs} unit={client.currency} flags={client.flags} />}
          second={beneath(client, <PnlAmount value={client.ytd_pnl_abs} unit={currency} />)}
        />
      ),
      total: <PnlAmount value={total.ytd_pnl_abs} unit={currency} />,
    },
    {
      id: 'ytd_pnl_rel',
      header: text('clients_pnl_ytd_percent'),
      align: 'end',
      isSortable: true,
      cell: client => (
        <TwoLines
          first={<PnlPercent value={client.own_ytd_pnl_rel} />}
          second={beneath(client, <PnlPercent value={client.ytd_pnl_rel} />)}
        />
      ),
      total: <PnlPercent value={total.ytd_pnl_rel} />,
    },
    {
      id: 'ytd_twr',
      priority: 2,
      header: text('clients_twr_ytd'),
      align: 'end',
      isSortable: true,
      cell: client => (
        <TwoLines
          first={<PnlPercent value={client.own_ytd_twr} />}
          second={beneath(client, <PnlPercent value={client.ytd_twr} />)}
        />
      ),
    },
    {
      id: 'cash_share',
      priority: 2,
      header: text('clients_cash'),
      align: 'end',
      isSortable: true,
      cell: ({ cash_share: share, flags }) => (
        <span className={share !== null && share < 0 ? styles.alert : undefined}>
          <Weight value={share} flags={flags} field="cash_share" />
        </span>
      ),
    },
    {
      id: 'largest_drift',
      priority: 1,
      header: text('clients_drift'),
      isSortable: true,
      cell: client => <DriftCell client={client} />,
    },
  ]
}

function workColumns(text: Translate, format: Format, openTasks: (family: string) => void): Column<Client>[] {
  return [
    {
      id: 'issues_count',
      header: text('clients_data'),
      isSortable: true,
      cell: client => <DataCell client={client} />,
    },
    {
      id: 'due_date',
      header: text('clients_next_task'),
      isSortable: true,
      cell: ({ family, next_task: task, open_tasks_count: count }) => (
        <button type="button" className={styles.task} onClick={() => openTasks(family.id)}>
          <span className="visually-hidden">{text('clients_tasks_of', { name: family.name, count })} </span>
          {task === null ? (
            <span className={styles.add}>
              <Icon name="plus" size={12} />
              {text('clients_task')}
            </span>
          ) : (
            <TwoLines
              first={<span className={styles.taskText}>{task.text}</span>}
              second={
                <span className={task.is_overdue ? styles.alert : undefined}>
                  {task.due_date === null
                    ? text('clients_no_due_date')
                    : text('clients_due', { date: format.day(task.due_date) })}
                  {count > 1 && `, ${text('clients_more', { count: count - 1 })}`}
                </span>
              }
            />
          )}
        </button>
      ),
    },
    {
      id: 'last_statement_date',
      priority: 3,
      header: text('clients_statement'),
      isSortable: true,
      cell: ({ last_statement_date: date }) =>
        date === null ? (
          <span className={styles.quiet}>{text('clients_no_statement')}</span>
        ) : (
          <span className={styles.secondary}>{format.date(date)}</span>
        ),
    },
  ]
}

/** The most urgent alert and the others, or that nothing is wrong. */
function DataCell({ client }: { client: Client }) {
  const text = useText()
  // Tasks and drift have columns of their own.
  const alerts = client.alerts.filter(({ kind }) => kind !== 'tasks_overdue' && kind !== 'outside_band')
  const [first, ...others] = alerts
  if (first === undefined) {
    return (
      <span className={styles.fine}>
        <Icon name="check" size={12} />
        {client.issues_count === null ? '–' : text('clients_complete')}
      </span>
    )
  }
  const isSevere = first.kind === 'source_failed' || first.kind === 'overdraft' || first.kind === 'unvalued'
  return (
    <span className={styles.data}>
      <Icon name="alert" size={14} className={isSevere ? styles.alert : styles.warn} />
      <TwoLines first={first.text} second={others.map(({ text: words }) => words).join(', ')} />
    </span>
  )
}
