import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useFormat } from '../../../lib/format/use-format.ts'
import { textIfAny, useText } from '../../../lib/i18n/i18n.ts'
import { useSettingsData } from '../../../lib/session/user-settings.ts'
import { Price as PriceCell, TypeMark } from '../../../portfolio/cells.tsx'
import { useDisplayNames } from '../../../portfolio/display-names.ts'
import { Button } from '../../../ui/display/button.tsx'
import { IconButton } from '../../../ui/display/icon-button.tsx'
import { Tag } from '../../../ui/display/tag.tsx'
import { Segmented } from '../../../ui/form/segmented.tsx'
import { Table } from '../../../ui/table/table.tsx'
import type { Column } from '../../../ui/table/table-props.ts'
import styles from '../admin-list.module.css'
import { AdminList, NothingListed } from '../admin-list.tsx'
import { FilterSelect } from '../filter-select.tsx'
import { RowActions } from '../row-actions.tsx'
import { rowId, useAdminForm } from '../use-admin-form.ts'
import { useAdminList, useAdminLocation } from '../use-admin-location.ts'
import { InstrumentDialog } from './instrument-dialog.tsx'
import { listTypes } from './instrument-terms.ts'
import { PriceDialog } from './price-dialog.tsx'
import { PricesDialog } from './prices-dialog.tsx'
import { type Instrument, instrumentOrders, instrumentsQuery } from './use-instruments.ts'

const forms = ['edit', 'prices', 'price'] as const

/** Instrument master data, and prices entered by hand. */
export function InstrumentsTab() {
  const text = useText()
  const names = useDisplayNames()
  const { lists } = useSettingsData()
  const { fields, updateList, openForm } = useAdminLocation()
  const { query, table, pagingProps } = useAdminList(instrumentOrders)
  const types = listTypes(lists.instrument_types, names)
  const type = types.find(({ value }) => value === fields.type)?.value
  const isFlagged = fields.flagged === 'true'
  const instruments = useQuery(
    instrumentsQuery({
      ...query,
      ...(type !== undefined && { instrument_type: type }),
      ...(isFlagged && { flagged: 'true' as const }),
    }),
  )
  const rows = instruments.data?.data
  const { shown, frame } = useAdminForm(rows, forms, rowId)
  const columns = useInstrumentColumns()
  const create = (
    <Button variant="primary" icon="plus" onClick={() => openForm('new')}>
      {text('new_instrument')}
    </Button>
  )
  return (
    <>
      <AdminList
        search={text('find')}
        filters={
          <>
            <FilterSelect
              label={text('instrument_type')}
              all={text('all_types')}
              options={types}
              value={type}
              onChange={chosen => updateList({ type: chosen })}
            />
            <Segmented
              label={text('instrument_finding')}
              segments={[
                { value: 'all', label: text('instrument_all') },
                { value: 'flagged', label: text('instrument_to_look_at') },
              ]}
              value={isFlagged ? 'flagged' : 'all'}
              onChange={chosen => updateList({ flagged: chosen === 'flagged' ? 'true' : undefined })}
            />
          </>
        }
        actions={create}
      >
        <Table<Instrument>
          label={text('admin_instruments')}
          columns={columns}
          rows={rows}
          rowKey={rowId}
          phoneRow={instrument => ({
            mark: <TypeMark type={instrument.instrument_type} />,
            title: instrument.name,
            note: instrument.isin ?? instrument.symbol ?? '',
            value: <PriceCell value={instrument.price} currency={instrument.currency} />,
            change: <Finding instrument={instrument} />,
          })}
          onOpen={({ id }) => openForm('edit', id)}
          error={instruments.error}
          onRetry={() => void instruments.refetch()}
          empty={<NothingListed action={create} />}
          isFilling
          {...table}
          {...pagingProps(instruments.data?.count)}
        />
      </AdminList>
      {shown?.form === 'new' && <InstrumentDialog instrument={null} frame={frame} />}
      {shown?.form === 'edit' && <InstrumentDialog key={shown.row.id} instrument={shown.row} frame={frame} />}
      {shown?.form === 'prices' && <PricesDialog key={shown.row.id} instrument={shown.row} frame={frame} />}
      {shown?.form === 'price' && <PriceDialog key={shown.row.id} instrument={shown.row} frame={frame} />}
    </>
  )
}

function useInstrumentColumns(): Column<Instrument>[] {
  const text = useText()
  const format = useFormat()
  const names = useDisplayNames()
  const { openForm } = useAdminLocation()
  return useMemo(
    () => [
      {
        id: 'name',
        header: text('name'),
        isSortable: true,
        cell: ({ name, instrument_type: type, family }) => (
          <span className={styles.two}>
            <TypeMark type={type} />
            <span className={styles.strong} title={name}>
              {name}
            </span>
            {family !== null && <Tag>{family.name}</Tag>}
          </span>
        ),
      },
      {
        id: 'symbol',
        header: text('instrument_symbol'),
        isSortable: true,
        cell: ({ symbol }) => symbol ?? '–',
      },
      {
        id: 'isin',
        header: text('instrument_isin'),
        isSortable: true,
        cell: ({ isin }) => <span className={styles.quiet}>{isin ?? '–'}</span>,
      },
      {
        id: 'instrument_type',
        header: text('instrument_type'),
        isSortable: true,
        cell: ({ instrument_type: type }) => names.type(type, type),
      },
      {
        id: 'price',
        header: text('instrument_price'),
        align: 'end',
        cell: ({ price, currency }) => <PriceCell value={price} currency={currency} />,
      },
      {
        id: 'price_date',
        header: text('instrument_price_of'),
        isSortable: true,
        cell: ({ price_date: date }) => (date === null ? '–' : format.date(date)),
      },
      {
        id: 'price_source',
        header: text('instrument_price_from'),
        cell: ({ price_source: source }) => <span className={styles.quiet}>{source ?? '–'}</span>,
      },
      {
        id: 'flags',
        header: text('instrument_finding'),
        cell: instrument => <Finding instrument={instrument} />,
      },
      {
        id: 'actions',
        header: text('actions'),
        align: 'end',
        cell: ({ id, name }) => (
          <span className={styles.actions}>
            <IconButton
              icon="clock"
              size="small"
              label={text('prices_named', { name })}
              onClick={() => openForm('prices', id)}
            />
            <RowActions name={name} onEdit={() => openForm('edit', id)} />
          </span>
        ),
      },
    ],
    [text, format, names, openForm],
  )
}

/** The data-quality flag of an instrument, with the wording used beside figures. */
function Finding({ instrument }: { instrument: Instrument }) {
  const [first] = instrument.flags
  if (first === undefined) return null
  return <Tag tone="warn">{textIfAny(`flag_${first.code}`) ?? first.code.replaceAll('_', ' ')}</Tag>
}
