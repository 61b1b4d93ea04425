import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useFilter } from '../../filter/use-filter.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useIsPhone } from '../../lib/browser/use-media.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useUserSettings } from '../../lib/session/user-settings.ts'
import { Money, PnlAmount, PnlPercent, TypeMark, Weight } from '../../portfolio/cells.tsx'
import { CsvButton } from '../../portfolio/csv-button.tsx'
import { useDisplayNames } from '../../portfolio/display-names.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { classNames } from '../../ui/class-names.ts'
import { getInitials } from '../../ui/display/avatar.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Missing } from '../../ui/display/figure.tsx'
import { Segmented } from '../../ui/form/segmented.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import styles from './compare.module.css'
import { roundShares, shownDifference, sumShares } from './compare-rows.ts'
import { DriftCell } from './drift-cell.tsx'
import { type Comparison, comparisonQuery, exportComparison, useOpenClient } from './use-clients.ts'

type Side = Comparison['clients'][number]
type Pair = readonly [Side, Side]

/** Two clients side by side: figures, allocation, and the securities that both hold. */
export function CompareModal({ modal, frame }: ModalProps<'compare-clients'>) {
  const text = useText()
  const format = useFormat()
  const { change } = useModal()
  const settings = useUserSettings()
  const { body } = useFilter()
  const openClient = useOpenClient()
  const currency = body.settings.currency ?? settings.currency
  const isOwn = modal.own === 'yes'
  const pair = [modal.a, modal.b] as const
  const shownIn = isOwn ? null : currency
  const query = useQuery(comparisonQuery(pair, shownIn))
  const print = useMutation({
    mutationFn: () => exportComparison(pair, shownIn, 'application/pdf'),
    onSuccess: ({ blob, name }) => saveFile(blob, name ?? 'clients compare.pdf'),
  })
  const sides = query.data?.clients ?? []
  return (
    <Dialog
      {...frame}
      width={1160}
      isFullOnPhone
      title={
        <>
          {text('clients_compare')}{' '}
          {query.data && (
            <span className={styles.note}>
              {text('clients_close_of', { date: format.date(query.data.basis.as_of) })}
            </span>
          )}
        </>
      }
      actions={
        <Segmented
          size="small"
          label={text('currency')}
          segments={[
            { value: 'one', label: text('clients_in_currency', { currency }) },
            { value: 'own', label: text('clients_own_currency') },
          ]}
          value={isOwn ? 'own' : 'one'}
          onChange={chosen => void change({ own: chosen === 'own' ? 'yes' : undefined })}
        />
      }
      footer={
        <>
          <span className={styles.footnote}>{text('clients_compare_note')}</span>
          <Button icon="document" isBusy={print.isPending} onClick={() => print.mutate()}>
            PDF
          </Button>
          <CsvButton
            load={() => exportComparison(pair, shownIn, 'text/csv')}
            fileName="clients compare.csv"
          />
          {sides.map(({ family }) => (
            <Button key={family.id} onClick={() => openClient(family.id)}>
              {text('clients_open', { name: family.name })}
            </Button>
          ))}
        </>
      }
    >
      <QuerySection query={query} skeleton={<SkeletonRows rows={10} />}>
        {data => <Tables data={data} />}
      </QuerySection>
    </Dialog>
  )
}

function Tables({ data }: { data: Comparison }) {
  const [one, other] = data.clients
  if (one === undefined || other === undefined) return null
  return (
    <div className={styles.columns}>
      <div className={styles.stack}>
        <FiguresTable pair={[one, other]} />
        <SharedTable data={data} />
      </div>
      <AllocationTable data={data} />
    </div>
  )
}

/** A difference in percentage points. */
function Points({ values, decimals = 2 }: { values: readonly (number | null)[]; decimals?: number }) {
  const text = useText()
  const format = useFormat()
  const difference = shownDifference(values, decimals + 2)
  if (difference === null) return <Missing />
  return text('clients_points', { points: format.number(difference * 100, { decimals, sign: 'always' }) })
}

/** The columns of both clients, and of the difference. */
function ClientHeadings({ clients }: { clients: readonly { family: { id: string; name: string } }[] }) {
  const text = useText()
  return (
    <>
      {clients.map(({ family }) => (
        <th key={family.id} scope="col" className={styles.end}>
          {family.name}
        </th>
      ))}
      <th scope="col" className={styles.end}>
        {text('clients_difference')}
      </th>
    </>
  )
}

function FiguresTable({ pair }: { pair: Pair }) {
  const text = useText()
  const isPhone = useIsPhone()
  const format = useFormat()
  const cells = (draw: (side: Side) => React.ReactNode, className?: string) =>
    pair.map(side => (
      <td key={side.family.id} className={classNames(styles.end, className)}>
        {draw(side)}
      </td>
    ))
  // On a phone the amounts are whole, so that the difference stays in view.
  const isOneCurrency = pair[0].currency === pair[1].currency
  const unit = (currency: string) =>
    isPhone && isOneCurrency ? null : <span className={styles.note}>{currency}</span>
  const money = (label: string, read: (side: Side) => number | null, isPnl: boolean) => (
    <tr>
      <th scope="row">{label}</th>
      {cells(side => {
        const Figure = isPnl ? PnlAmount : Money
        return (
          <>
            <Figure
              value={read(side)}
              unit={side.currency}
              flags={side.flags}
              {...(isPhone && { decimals: 0 })}
            />{' '}
            {unit(side.currency)}
          </>
        )
      })}
      <td className={styles.end}>
        <Missing />
      </td>
    </tr>
  )
  // A client with less than a year of returns has a drawdown, but no volatility.
  const isTooShort = (side: Side) => side.volatility === null && side.max_drawdown !== null
  const share = (
    label: string,
    read: (side: Side) => number | null,
    isReturn: boolean,
    needsYear = false,
  ) => (
    <tr>
      <th scope="row">{label}</th>
      {cells(side =>
        needsYear && isTooShort(side) ? (
          <span className={styles.note}>{text('clients_after_one_year')}</span>
        ) : isReturn ? (
          <PnlPercent value={read(side)} />
        ) : (
          <Weight value={read(side)} decimals={2} flags={side.flags} field="cash_share" />
        ),
      )}
      <td className={styles.end}>
        <Points values={pair.map(read)} />
      </td>
    </tr>
  )
  return (
    <Frame label={text('clients_compare')}>
      <table className={styles.table} aria-label={text('clients_compare')}>
        <thead>
          <tr>
            <td />
            <ClientHeadings clients={pair} />
          </tr>
        </thead>
        <tbody>
          {money(text('nav'), side => side.value, false)}
          {money(text('clients_day'), side => side.day_pnl_abs, true)}
          {share(text('clients_day_percent'), side => side.day_pnl_rel, true)}
          {money(text('clients_pnl_ytd'), side => side.ytd_pnl_abs, true)}
          {share(text('clients_pnl_ytd_percent'), side => side.ytd_pnl_rel, true)}
          {share(text('clients_twr_ytd'), side => side.ytd_twr, true)}
          {share(text('clients_twr_year'), side => side.twr_per_year, true)}
          {share(text('clients_volatility'), side => side.volatility, false, true)}
          {share(text('clients_drawdown'), side => side.max_drawdown, true)}
          {share(text('clients_cash'), side => side.cash_share, false)}
          <tr>
            <th scope="row">{text('clients_drift')}</th>
            {cells(
              side => (
                <DriftCell client={side} />
              ),
              styles.wrapped,
            )}
            <td className={styles.end}>
              <Missing />
            </td>
          </tr>
          <tr>
            <th scope="row">{text('clients_positions')}</th>
            {cells(side => format.count(side.positions_count))}
            <td className={styles.end}>
              <Missing />
            </td>
          </tr>
        </tbody>
      </table>
    </Frame>
  )
}

/** Scrolls sideways on phones, also by keys. */
function Frame({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll only what can have the focus.
    <section className={styles.frame} tabIndex={0} aria-label={label}>
      {children}
    </section>
  )
}

const maxShared = 12

function SharedTable({ data }: { data: Comparison }) {
  const text = useText()
  const { held_by_both: held } = data
  return (
    <section>
      <h2 className={styles.heading}>
        {text('clients_held_by_both')}{' '}
        <span className={styles.note}>{text('clients_securities', { count: held.length })}</span>
      </h2>
      {held.length > 0 && (
        <Frame label={text('clients_held_by_both')}>
          <table className={styles.table} aria-label={text('clients_held_by_both')}>
            <tbody>
              {held.slice(0, maxShared).map(({ instrument, instrument_type, weights }) => (
                <tr key={instrument.id}>
                  <th scope="row">
                    <span className={styles.name}>
                      <TypeMark type={instrument_type} />
                      {instrument.name}
                    </span>
                  </th>
                  {weights.map((weight, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the two sides of one row.
                    <td key={index} className={styles.end}>
                      <Weight value={weight} decimals={2} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {held.length > maxShared && (
            <p className={styles.more}>{text('clients_more', { count: held.length - maxShared })}</p>
          )}
        </Frame>
      )}
    </section>
  )
}

/** Shares have one decimal of a percent. */
const shareDecimals = 3

function AllocationTable({ data: { allocation: exact, clients } }: { data: Comparison }) {
  const text = useText()
  const names = useDisplayNames()
  const allocation = roundShares(exact, shareDecimals)
  const sums = clients.map((_, side) => sumShares(allocation, side, shareDecimals))
  const largest = Math.max(...allocation.flatMap(({ weights }) => weights.map(each => each ?? 0)), 0.01)
  return (
    <section>
      <h2 className={styles.heading}>
        {text('clients_allocation')} <span className={styles.note}>{text('clients_allocation_note')}</span>
      </h2>
      <Frame label={text('clients_allocation')}>
        <table className={styles.table} aria-label={text('clients_allocation')}>
          <thead>
            <tr>
              <th scope="col">{text('clients_type')}</th>
              <td />
              <ClientHeadings clients={clients} />
            </tr>
          </thead>
          <tbody>
            {allocation.map(({ key, weights }) => (
              <tr key={key}>
                <th scope="row">
                  <span className={styles.name}>
                    <TypeMark type={key} />
                    {names.group('instrument_type', key, key)}
                  </span>
                </th>
                <td className={styles.bars} aria-hidden="true">
                  {weights.map((weight, index) => (
                    <span
                      // biome-ignore lint/suspicious/noArrayIndexKey: the two sides of one row.
                      key={index}
                      className={styles.bar}
                      style={{ width: `${(Math.max(0, weight ?? 0) / largest) * 100}%` }}
                    />
                  ))}
                </td>
                {weights.map((weight, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the two sides of one row.
                  <td key={index} className={styles.end}>
                    <Weight value={weight} />
                  </td>
                ))}
                <td className={styles.end}>
                  <Points values={weights} decimals={1} />
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{text('table_total')}</th>
              <td className={styles.legend} aria-hidden="true">
                {clients.map(({ family }) => (
                  <span key={family.id}>{getInitials(family.name)}</span>
                ))}
              </td>
              {sums.map((sum, side) => (
                <td key={clients[side]?.family.id} className={styles.end}>
                  <Weight value={sum} />
                </td>
              ))}
              <td className={styles.end}>
                <Points values={sums} decimals={1} />
              </td>
            </tr>
          </tfoot>
        </table>
      </Frame>
    </section>
  )
}
