import type { Position } from '@plumbline/contract'
import { useQuery } from '@tanstack/react-query'
import { usePnlHeader } from '../../filter/period/use-pnl-header.ts'
import { useFilter } from '../../filter/use-filter.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { Money, PnlAmount, Quantity, TypeMark } from '../../portfolio/cells.tsx'
import { PositionName } from '../../portfolio/positions/position-name.tsx'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { IconButton } from '../../ui/display/icon-button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlay/confirm-dialog.tsx'
import { Table } from '../../ui/table/table.tsx'
import type { Column } from '../../ui/table/table-props.ts'
import { LinkDialog } from './link-dialog.tsx'
import styles from './linked-tab.module.css'
import {
  type LinkedPosition,
  type LinkedPositions,
  linkedQuery,
  type PositionView,
  useUnlink,
} from './use-position.ts'

interface LinkedTabProps {
  position: PositionView
  /** `new`, or the id of the link to remove, from the URL. */
  link: string | undefined
  onLink: (link: string | undefined) => void
}

/** The linked positions and their combined totals. */
export function LinkedTab({ position, link, onLink }: LinkedTabProps) {
  const text = useText()
  const { body } = useFilter()
  const query = useQuery(linkedQuery(body, position.id))
  const unlink = useUnlink()
  const removed = query.data?.data.find(one => one.id !== null && one.id === link)
  const add = (
    <Button variant="primary" icon="plus" onClick={() => onLink('new')}>
      {text('linked_add')}
    </Button>
  )
  return (
    <>
      <QuerySection query={query} skeleton={<SkeletonRows rows={4} rowHeight={44} />}>
        {linked =>
          linked.data.length === 0 ? (
            <EmptyState icon="link" title={text('linked_none')} actions={add}>
              {text('linked_none_note')}
            </EmptyState>
          ) : (
            <>
              <div className={styles.head}>
                <p>{text('linked_intro')}</p>
                {add}
              </div>
              <LinkedTable linked={linked} onRemove={onLink} />
            </>
          )
        }
      </QuerySection>
      <LinkDialog
        position={position}
        linkedIds={query.data?.data.map(({ position: other }) => other.id) ?? []}
        frame={{ isOpen: link === 'new', onClose: () => onLink(undefined) }}
      />
      <ConfirmDialog
        isOpen={removed !== undefined}
        onClose={() => onLink(undefined)}
        title={text('linked_remove_question')}
        confirmLabel={text('linked_unlink')}
        isBusy={unlink.isPending}
        onConfirm={() => {
          if (removed?.id) unlink.mutate(removed.id, { onSettled: () => onLink(undefined) })
        }}
      >
        {text('linked_remove_note', { other: removed?.position.name ?? '', name: position.name })}
      </ConfirmDialog>
    </>
  )
}

interface Row {
  position: Position
  link: LinkedPosition | null
}

interface LinkedTableProps {
  linked: LinkedPositions
  onRemove: (id: string) => void
}

function LinkedTable({ linked, onRemove }: LinkedTableProps) {
  const text = useText()
  const { open } = useModal()
  const linkLabel = useLinkLabel()
  const rows: Row[] = [
    { position: linked.position, link: null },
    ...linked.data.map(link => ({ position: link.position, link })),
  ]
  return (
    <div className={styles.frame}>
      <Table<Row>
        label={text('details_linked')}
        density="roomy"
        columns={useColumns({ linked, onRemove })}
        rows={rows}
        rowKey={({ position, link }) => link?.id ?? position.id}
        selected={new Set([linked.position.id])}
        phoneRow={row => ({
          mark: <TypeMark type={row.position.instrument_type} />,
          title: row.position.name,
          note: linkLabel(row),
          value: <PnlAmount value={row.position.pnl_abs_total} flags={row.position.flags} />,
          change: <Status position={row.position} />,
        })}
        onOpen={({ position, link }) => link !== null && void open({ kind: 'position', id: position.id })}
      />
    </div>
  )
}

function useLinkLabel(): (row: Row) => string {
  const text = useText()
  return ({ link }) =>
    link === null
      ? text('linked_this')
      : [text(`link_kind_${link.kind}`), link.note].filter(Boolean).join(', ')
}

function useColumns({ linked, onRemove }: LinkedTableProps): Column<Row>[] {
  const text = useText()
  const pnlHeader = usePnlHeader()
  const linkLabel = useLinkLabel()
  const { currency } = linked.basis
  const amount = (field: 'exposure' | 'value', header: string, total: number | null): Column<Row> => ({
    id: field,
    header,
    align: 'end',
    cell: ({ position }) => <Money value={position.date_closed === null ? position[field] : null} />,
    total: <Money value={total} />,
  })
  return [
    {
      id: 'name',
      header: text('linked_position'),
      cell: ({ position }) => <PositionName {...position} />,
      total: text('linked_together'),
    },
    {
      id: 'kind',
      header: text('linked_kind'),
      cell: row => <span className={row.link === null ? styles.quiet : undefined}>{linkLabel(row)}</span>,
    },
    {
      id: 'status',
      header: text('linked_status'),
      cell: ({ position }) => <Status position={position} />,
    },
    {
      id: 'quantity',
      header: text('positions_quantity'),
      align: 'end',
      cell: ({ position }) => <Quantity value={position.quantity} />,
    },
    amount('exposure', text('position_exposure_in', { currency }), linked.total.exposure),
    amount('value', text('position_value_in', { currency }), linked.total.value),
    {
      id: 'pnl',
      header: pnlHeader(currency),
      align: 'end',
      cell: ({ position }) => <PnlAmount value={position.pnl_abs_total} flags={position.flags} />,
      total: <PnlAmount value={linked.total.pnl_abs_total} />,
    },
    {
      id: 'remove',
      header: text('actions'),
      isHeaderHidden: true,
      align: 'end',
      // A link derived from a transaction can only be removed with the transaction.
      cell: ({ position, link }) =>
        link?.id != null && (
          <IconButton
            icon="close"
            size="small"
            label={text('linked_remove', { name: position.name })}
            onClick={() => link.id !== null && onRemove(link.id)}
          />
        ),
    },
  ]
}

function Status({ position }: { position: Position }) {
  const text = useText()
  const isOpen = position.date_closed === null
  return (
    <Tag tone={isOpen ? 'gain' : 'plain'}>{text(isOpen ? 'position_type_open' : 'position_type_closed')}</Tag>
  )
}
