import { useQuery } from '@tanstack/react-query'
import { useModal } from '../../../lib/browser/modals.ts'
import { showToast } from '../../../lib/browser/toasts.ts'
import { useFormat } from '../../../lib/format/use-format.ts'
import { useText } from '../../../lib/i18n/i18n.ts'
import { useHasRole } from '../../../lib/session/user-settings.ts'
import { Quantity } from '../../../portfolio/cells.tsx'
import { Button } from '../../../ui/display/button.tsx'
import { Amount } from '../../../ui/display/figure.tsx'
import { Table } from '../../../ui/table/table.tsx'
import { useAdminChange } from '../use-admin-change.ts'
import styles from './master.module.css'
import { MasterHistory } from './master-history.tsx'
import { MasterPrice } from './master-price.tsx'
import { MasterSection } from './master-section.tsx'
import { holdersQuery, type Instrument, splitInstrument, statedQuery } from './use-instruments.ts'

/** What is known about an instrument beside its fields: price, holders, duplicates and changes. */
export function MasterSide({ instrument }: { instrument: Instrument }) {
  const isAdmin = useHasRole('admin')
  const isAdviser = useHasRole('adviser')
  const seesHistory = isAdmin || (isAdviser && instrument.family !== null)
  return (
    <div className={styles.side}>
      <MasterPrice instrument={instrument} />
      <Holders instrument={instrument} />
      <Recognized instrument={instrument} />
      {instrument.merged.length > 0 && <Duplicates instrument={instrument} />}
      {seesHistory && <MasterHistory instrument={instrument} />}
    </div>
  )
}

function Holders({ instrument }: { instrument: Instrument }) {
  const text = useText()
  const format = useFormat()
  const { data } = useQuery(holdersQuery(instrument.id))
  if (!data) return null
  const note =
    data.data.length === 0
      ? text('master_not_held')
      : text('master_close_of', { date: format.date(data.date) })
  return (
    <MasterSection title={text('master_held_by')} note={note}>
      {data.data.length > 0 && (
        <div className={styles.frame}>
          <Table<(typeof data.data)[number]>
            label={text('master_held_by')}
            density="regular"
            rows={data.data}
            rowKey={({ position_id: id }) => id}
            columns={[
              {
                id: 'account',
                header: text('master_account'),
                cell: ({ family, account, custodian }) => (
                  <span className={styles.two}>
                    <b>{family?.name}</b>
                    <span className={styles.quiet}>
                      {custodian.name}, {account.name}
                    </span>
                  </span>
                ),
              },
              {
                id: 'quantity',
                header: text('master_quantity'),
                align: 'end',
                cell: ({ quantity }) => <Quantity value={quantity} />,
              },
              {
                id: 'value',
                header: text('master_value_in', { currency: data.currency }),
                align: 'end',
                cell: ({ value_calculated: value }) => <Amount value={value} />,
              },
            ]}
            phoneRow={({ family, account, quantity, value_calculated: value }) => ({
              title: family?.name ?? account.name,
              note: (
                <>
                  {account.name} · <Quantity value={quantity} />
                </>
              ),
              value: <Amount value={value} />,
            })}
          />
        </div>
      )}
    </MasterSection>
  )
}

/** What imported files call the security. What is another one can be moved to it. */
function Recognized({ instrument }: { instrument: Instrument }) {
  const text = useText()
  const { open } = useModal()
  const isDemo = useHasRole('demo')
  const { data = [] } = useQuery({ ...statedQuery(instrument.id), enabled: !isDemo })
  if (data.length === 0) return null
  return (
    <MasterSection title={text('security_recognized')}>
      <ul className={styles.list}>
        {data.map(({ family, stated, transaction, transactions_count: count, may_change: mayChange }) => {
          const name = [stated.name, stated.isin, stated.symbol].filter(Boolean).join(' · ')
          return (
            <li key={transaction}>
              <span className={styles.two}>
                {name || stated.identifiers.map(({ value }) => value).join(' · ')}
                <span className={styles.quiet}>
                  {family.name} · {text('security_effect_count', { count })}
                </span>
              </span>
              {mayChange && (
                <Button
                  size="small"
                  aria-label={text('security_move_named', { name })}
                  onClick={() => void open({ kind: 'security', id: transaction })}
                >
                  {text('security_move')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </MasterSection>
  )
}

function Duplicates({ instrument }: { instrument: Instrument }) {
  const text = useText()
  const format = useFormat()
  const isAdmin = useHasRole('admin')
  const split = useAdminChange(splitInstrument, {
    onSuccess: ({ name }) => showToast(text('master_split_done', { name }), 'success'),
  })
  return (
    <MasterSection title={text('master_duplicates')}>
      <ul className={styles.list}>
        {instrument.merged.map(({ id, name, isin, merged_at }) => (
          <li key={id}>
            <span className={styles.two}>
              {name}
              <span className={styles.quiet}>
                {[isin, format.date(merged_at.slice(0, 10))].filter(Boolean).join(' · ')}
              </span>
            </span>
            {isAdmin && (
              <Button
                size="small"
                aria-label={text('master_split_named', { name })}
                isBusy={split.isPending}
                onClick={() => split.mutate(id)}
              >
                {text('master_split')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </MasterSection>
  )
}
