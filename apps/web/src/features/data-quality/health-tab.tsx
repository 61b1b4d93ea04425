import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { type ModalOf, useModal } from '../../lib/browser/modals.ts'
import { useHideNumbers } from '../../lib/format/hide-numbers.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { Money } from '../../portfolio/cells.tsx'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Select } from '../../ui/form/select.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { useDelayedUnmount } from '../../ui/overlay/use-delayed-unmount.ts'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import styles from './data-quality.module.css'
import { FindingDialog } from './finding-dialog.tsx'
import {
  downloadFindings,
  type Finding,
  type FindingKind,
  type Health,
  healthQuery,
  qualityActions,
  useQualityChange,
} from './use-data-quality.ts'
import { useRemedy } from './use-remedy.ts'

/** The table shows no more findings. The CSV export has all of them. */
const maxRows = 500
const all = 'all'
const byId = ({ id }: Finding) => id

/** The findings of the data health check, with cause, effect and remedy. */
export function HealthTab({ modal }: { modal: ModalOf<'data-quality'> }) {
  const text = useText()
  const { body } = useFilter()
  const { change } = useModal()
  const kind = parseKind(modal.type)
  const health = useQuery(healthQuery(body, { limit: maxRows, ...(kind && { kind }) }))
  const rows = health.data?.data
  const columns = useFindingColumns()
  const findRemedy = useRemedy()
  const hide = useHideNumbers()
  const wanted = useMemo(
    () => (modal.form === 'finding' ? (rows?.find(({ id }) => id === modal.id) ?? null) : null),
    [rows, modal.form, modal.id],
  )
  const { shown, isOpen, onClosed } = useDelayedUnmount(wanted)
  const close = () => void change({ form: undefined, id: undefined })
  return (
    <div className={styles.tab}>
      <HealthBar health={health.data} kind={kind} />
      <div className={styles.content}>
        <Table<Finding>
          label={text('data_health')}
          columns={columns}
          rows={rows}
          rowKey={byId}
          phoneRow={finding => ({
            title: finding.name,
            note: hide(finding.reason),
            value: finding.decision ? text('health_keep') : (findRemedy(finding)?.label ?? ''),
          })}
          onOpen={({ id }) => void change({ form: 'finding', id })}
          error={health.error}
          onRetry={() => void health.refetch()}
          empty={
            <EmptyState icon="check" title={text('health_none')}>
              {text('health_none_note')}
            </EmptyState>
          }
          density="roomy"
          isFilling
        />
      </div>
      {shown && <FindingDialog key={shown.id} finding={shown} frame={{ isOpen, onClose: close, onClosed }} />}
    </div>
  )
}

/** Parses the kind in the URL. */
function parseKind(type: string | undefined): FindingKind | undefined {
  return kinds.find(each => each === type)
}

const kinds: readonly FindingKind[] = [
  'price_missing',
  'price_old',
  'price_jump',
  'rate_missing',
  'orphan_sale',
  'negative_quantity',
  'negative_cash',
  'duplicate',
  'unclassified',
  'split_not_posted',
  'unclear_split',
  'transfer_difference',
  'valuation_old',
  'overdue_payment',
  'contract_expired',
]

function HealthBar({ health, kind }: { health: Health | undefined; kind: FindingKind | undefined }) {
  const text = useText()
  const format = useFormat()
  const { body } = useFilter()
  const { change } = useModal()
  const mayCheck = !useHasRole('demo')
  const checking = useQualityChange(qualityActions.check)
  const extra = health?.extra
  const found = extra?.by_kind.filter(({ count }) => count > 0) ?? []
  return (
    <div className={styles.bar}>
      <div className={styles.kinds}>
        <Select
          size="small"
          label={text('health_kind')}
          value={kind ?? all}
          onChange={type =>
            void change({ type: type === all ? undefined : type, form: undefined, id: undefined })
          }
          options={[
            { value: all, label: text('health_all_kinds') },
            ...found.map(each => ({
              value: each.kind,
              label: text('health_kind_count', { kind: text(`finding_${each.kind}`), count: each.count }),
            })),
          ]}
        />
      </div>
      {extra?.by_weight
        .filter(({ count }) => count > 0)
        .map(({ weight, count }) => (
          <Tag key={weight} tone={weight === 'figure' ? 'warn' : 'plain'}>
            {text(`finding_weight_${weight}`)} {format.count(count)}
          </Tag>
        ))}
      {extra !== undefined && extra.decisions_count > 0 && (
        <span className={styles.quiet}>{text('health_decisions', { count: extra.decisions_count })}</span>
      )}
      <span className={styles.spacer} />
      {extra?.checked_at && (
        <span className={styles.quiet}>
          {text('health_checked_at', { time: format.moment(new Date(extra.checked_at)) })}
        </span>
      )}
      <CsvButton size="small" load={() => downloadFindings(body)} fileName="data-health.csv" />
      {mayCheck && (
        <Button
          size="small"
          isBusy={checking.isPending}
          onClick={() => checking.mutate(body.family ?? undefined)}
        >
          {text('health_check_now')}
        </Button>
      )}
    </div>
  )
}

function useFindingColumns(): Column<Finding>[] {
  const text = useText()
  const findRemedy = useRemedy()
  const hide = useHideNumbers()
  return useMemo(
    () => [
      {
        id: 'name',
        header: text('health_what'),
        cell: ({ name, kind }) => (
          <>
            <span className={styles.strong} title={name}>
              {name}
            </span>
            <span className={styles.second}>{text(`finding_${kind}`)}</span>
          </>
        ),
      },
      { id: 'place', header: text('health_where'), cell: ({ place }) => place ?? '–' },
      {
        id: 'reason',
        header: text('health_why'),
        cell: ({ reason }) => <span className={styles.words}>{hide(reason)}</span>,
      },
      {
        id: 'effect',
        header: text('health_effect'),
        cell: ({ effect }) => <span className={styles.words}>{effect ?? '–'}</span>,
      },
      {
        id: 'value',
        header: text('health_value'),
        align: 'end',
        cell: ({ value }) => <Money value={value} />,
      },
      {
        id: 'remedy',
        header: text('actions'),
        align: 'end',
        cell: finding => {
          if (finding.decision) return <Tag tone="outline">{text('health_keep')}</Tag>
          const remedy = findRemedy(finding)
          return (
            remedy && (
              <Button
                size="small"
                onClick={event => {
                  event.stopPropagation()
                  remedy.go()
                }}
              >
                {remedy.label}
              </Button>
            )
          )
        },
      },
    ],
    [text, findRemedy, hide],
  )
}
