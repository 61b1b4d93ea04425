import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { Button } from '../../ui/display/button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { OutcomeMark } from './outcome-mark.tsx'
import styles from './sources.module.css'
import { type MarketSource, marketQuery } from './use-market.ts'

const tones = { 1: 'good', 0: 'check', [-1]: 'bad' } as const

/** The providers of prices and rates. None: no card. */
export function MarketTable() {
  const text = useText()
  const { open } = useModal()
  const isAdmin = useHasRole('admin')
  const { body } = useFilter()
  const { data } = useQuery(marketQuery(body))
  const columns = useColumns()
  const rows = data?.data.filter(({ kind }) => kind !== 'custodian' && kind !== 'files') ?? []
  if (rows.length === 0) return null
  return (
    <Card
      title={text('feeds_market')}
      actions={
        <>
          <Button size="small" onClick={() => void open({ kind: 'data-quality', tab: 'entered' })}>
            {text('entered')}
          </Button>
          {isAdmin && (
            <Button size="small" onClick={() => void open({ kind: 'admin', tab: 'integrations' })}>
              {text('feeds_market_manage')}
            </Button>
          )}
        </>
      }
    >
      <Table<MarketSource>
        label={text('feeds_market')}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        phoneRow={source => ({
          title: <Name source={source} />,
          note: <Result source={source} />,
          value: <LastRun source={source} />,
        })}
      />
    </Card>
  )
}

function useColumns(): Column<MarketSource>[] {
  const text = useText()
  return useMemo(
    () => [
      { id: 'name', header: text('feeds_provider'), cell: source => <Name source={source} /> },
      { id: 'last', header: text('feeds_last_run'), cell: source => <LastRun source={source} /> },
      { id: 'result', header: text('feeds_result'), cell: source => <Result source={source} /> },
    ],
    [text],
  )
}

function Name({ source }: { source: MarketSource }) {
  const text = useText()
  return (
    <span className={styles.named}>
      <span className={styles.strong} title={source.name}>
        {source.name}
      </span>
      {source.is_demo && <Tag tone="outline">{text('feeds_demo')}</Tag>}
    </span>
  )
}

function LastRun({ source }: { source: MarketSource }) {
  const text = useText()
  const format = useFormat()
  return source.last_run_at === null ? text('status_never') : format.moment(new Date(source.last_run_at))
}

function Result({ source: { icon, message } }: { source: MarketSource }) {
  const text = useText()
  return (
    <OutcomeMark tone={tones[icon]}>{(icon !== 1 && message) || text(`status_icon_${icon}`)}</OutcomeMark>
  )
}
