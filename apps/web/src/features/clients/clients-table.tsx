import { type ReactNode, useCallback, useMemo } from 'react'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount, PnlPercent } from '../../portfolio/cells.tsx'
import { Icon } from '../../ui/display/icon.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { PhoneRow, RowGroup } from '../../ui/table/table-props.ts'
import { useClientColumns } from './client-columns.tsx'
import styles from './clients.module.css'
import { useDriftTexts } from './drift-cell.tsx'
import { type Client, type ClientList, useOpenClient } from './use-clients.ts'
import type { ClientsView } from './use-clients-view.ts'

interface ClientsTableProps {
  list: ClientList
  view: ClientsView
  limit: number
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  empty: ReactNode
}

const clientId = ({ family }: Client) => family.id
const clientGroup = ({ group }: Client) => group

/** The clients in their groups. Enter or a click opens one, Space selects it, T shows its tasks. */
export function ClientsTable({ list, view, limit, selected, onSelect, empty }: ClientsTableProps) {
  const text = useText()
  const { open } = useModal()
  const openClient = useOpenClient()
  const columns = useClientColumns(list, selected, onSelect)
  const groups = useGroups(list)
  const phoneRow = usePhoneRow()
  return (
    <Table<Client>
      label={text('tab_clients')}
      columns={columns}
      rows={list.data}
      rowKey={clientId}
      phoneRow={phoneRow}
      density="roomy"
      sort={view.sort}
      onSort={sort => view.change(sort === null ? {} : { sort })}
      onOpen={({ family }) => openClient(family.id)}
      selected={selected}
      onSelect={onSelect}
      rowKeys={{ t: ({ family }) => void open({ kind: 'client', id: family.id }) }}
      {...(groups && { groups, rowGroup: clientGroup })}
      {...(list.count > limit && {
        paging: {
          limit,
          offset: view.offset,
          count: list.count,
          onOffset: (offset: number) => view.change({ offset }),
        },
      })}
      isSortedElsewhere
      empty={empty}
    />
  )
}

function useGroups({ groups, basis: { currency } }: ClientList): RowGroup[] | undefined {
  const format = useFormat()
  return useMemo(() => {
    if (groups.length === 0) return undefined
    return groups.map(group => ({
      key: group.key,
      label: (
        <span className={styles.groupLabel}>
          {group.key === 'attention' && <Icon name="alert" size={14} className={styles.warn} />}
          <span className={styles.groupName} title={group.name}>
            {group.name}
          </span>{' '}
          <span className={styles.quiet}>{format.count(group.count)}</span>
        </span>
      ),
      cells: {
        value_calculated: (
          <span>
            <Money value={group.value_calculated} unit={currency} />{' '}
            <span className={styles.quiet}>{currency}</span>
          </span>
        ),
        day_pnl_abs: <PnlAmount value={group.day_pnl_abs} unit={currency} />,
        day_pnl_rel: <PnlPercent value={group.day_pnl_rel} />,
        ytd_pnl_abs: <PnlAmount value={group.ytd_pnl_abs} unit={currency} />,
        ytd_pnl_rel: <PnlPercent value={group.ytd_pnl_rel} />,
      },
      phoneCell: 'value_calculated',
    }))
  }, [groups, currency, format])
}

/** The row on a phone: the client with the most urgent alert, and its value with the P/L of the year. */
function usePhoneRow(): (client: Client) => PhoneRow {
  const text = useText()
  const format = useFormat()
  const driftTexts = useDriftTexts()
  return useCallback(
    client => {
      const [alert] = client.alerts
      const drift = client.largest_drift && driftTexts(client.largest_drift)
      const cash =
        client.cash_share === null ? '–' : format.percent(client.cash_share, { decimals: 1, sign: 'minus' })
      return {
        selectLabel: text('clients_select', { name: client.family.name }),
        title: client.family.name,
        note: alert ? (
          <span className={styles.alert}>
            {alert.kind === 'outside_band' && drift !== null ? `${drift.points}, ${drift.band}` : alert.text}
          </span>
        ) : (
          [
            text('clients_cash_share', { share: cash }),
            drift && text('clients_drift_note', { drift: drift.points }),
          ]
            .filter(each => each !== null)
            .join(', ')
        ),
        value: (
          <span>
            <Money value={client.value} unit={client.currency} decimals={0} flags={client.flags} />{' '}
            <span className={styles.quiet}>{client.currency}</span>
          </span>
        ),
        change: (
          <span>
            <span className={styles.quiet}>{text('clients_ytd')}</span>{' '}
            <PnlAmount
              value={client.own_ytd_pnl_abs}
              unit={client.currency}
              decimals={0}
              flags={client.flags}
            />{' '}
            <PnlPercent value={client.own_ytd_pnl_rel} />
          </span>
        ),
      }
    },
    [text, format, driftTexts],
  )
}
