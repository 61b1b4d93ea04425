import { useMemo } from 'react'
import { dayIn } from '../../lib/format/format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'
import { Money, PnlAmount, Price, Quantity } from '../../portfolio/cells.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './data-quality.module.css'
import type { Reconciliation, StatementLine } from './use-data-quality.ts'

const lineKey = ({ key }: StatementLine) => key

/** The lines of a statement beside those of the ledger. */
export function LinesTable({ data }: { data: Reconciliation }) {
  const text = useText()
  const columns = useLineColumns(data.currency)
  return (
    <Table<StatementLine>
      label={text('reconciliation')}
      columns={columns}
      rows={data.lines}
      rowKey={lineKey}
      phoneRow={line => ({
        title: line.name,
        note: <Cause line={line} />,
        value: <PnlAmount value={line.break_value} />,
      })}
      density="roomy"
    />
  )
}

function Cause({ line }: { line: StatementLine }) {
  const text = useText()
  if (line.cause === null)
    return (
      <Tag tone="gain" icon="check">
        {text('reconciliation_agrees')}
      </Tag>
    )
  return (
    <span className={styles.actions}>
      <Tag tone={line.is_within_tolerance ? 'plain' : 'warn'}>{text(`break_${line.cause}`)}</Tag>
      {line.is_within_tolerance ? (
        <span className={styles.quiet}>{text('reconciliation_within')}</span>
      ) : (
        <span className={styles.quiet}>
          <Age since={line.since} />
        </span>
      )}
    </span>
  )
}

function Age({ since }: { since: string | null }) {
  const text = useText()
  const { time_zone: timeZone } = useUserSettings()
  if (since === null) return <>–</>
  const days = Math.round((Date.parse(dayIn(new Date(), timeZone)) - Date.parse(since)) / 86_400_000)
  return <>{days <= 0 ? text('reconciliation_today') : text('reconciliation_days', { count: days })}</>
}

function useLineColumns(currency: string): Column<StatementLine>[] {
  const text = useText()
  return useMemo(
    () => [
      {
        id: 'name',
        header: text('reconciliation_line'),
        cell: ({ name, isin }) => (
          <>
            <span className={styles.strong} title={name}>
              {name}
            </span>
            {isin !== null && <span className={styles.second}>{isin}</span>}
          </>
        ),
      },
      {
        id: 'ledger_quantity',
        header: text('reconciliation_quantity_ours'),
        align: 'end',
        cell: ({ ledger_quantity: value }) => <Quantity value={value} />,
      },
      {
        id: 'statement_quantity',
        header: text('reconciliation_quantity_theirs'),
        align: 'end',
        cell: ({ statement_quantity: value }) => <Quantity value={value} />,
      },
      {
        id: 'ledger_price',
        header: text('reconciliation_price_ours'),
        align: 'end',
        cell: ({ ledger_price: value, currency: own }) => <Price value={value} currency={own} />,
      },
      {
        id: 'statement_price',
        header: text('reconciliation_price_theirs'),
        align: 'end',
        cell: ({ statement_price: value, currency: own }) => <Price value={value} currency={own} />,
      },
      {
        id: 'ledger_value',
        header: `${text('reconciliation_ours')}, ${currency}`,
        align: 'end',
        cell: ({ ledger_value: value }) => <Money value={value} />,
      },
      {
        id: 'statement_value',
        header: `${text('reconciliation_theirs')}, ${currency}`,
        align: 'end',
        cell: ({ statement_value: value }) => <Money value={value} />,
      },
      {
        id: 'break_value',
        header: text('reconciliation_break', { currency }),
        align: 'end',
        cell: ({ break_value: value, cause }) => (cause === null ? '–' : <PnlAmount value={value} />),
      },
      { id: 'cause', header: text('reconciliation_cause'), cell: line => <Cause line={line} /> },
    ],
    [text, currency],
  )
}
