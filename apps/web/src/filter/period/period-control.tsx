import type { Period } from '@plumbline/contract'
import { lazyChunk } from '../../lib/browser/lazy-chunk.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { classNames } from '../../ui/class-names.ts'
import { Icon } from '../../ui/display/icon.tsx'
import { ToggleRow } from '../../ui/form/toggle-row.tsx'
import { Menu, MenuChoice } from '../../ui/overlay/menu.tsx'
import { plainTrigger, useLazyTrigger } from '../../ui/overlay/popup/use-lazy-trigger.ts'
import { namedPeriod, periodNames } from '../filter.ts'
import styles from './period-control.module.css'
import { usePeriodLabels } from './period-labels.ts'

/** The calendar is a large share of the code, and most visits choose a named period or none. */
export const periodDates = lazyChunk(() => import('./period-dates.tsx'))

interface PeriodProps {
  period: Period
  onChange: (period: Period) => void
}

interface PeriodControlProps extends PeriodProps {
  /** The named periods are a menu, in a narrow bar. */
  isFolded?: boolean
}

/** The named periods in one row, followed by a button for calendar years and dates. */
export function PeriodControl({ period, onChange, isFolded = false }: PeriodControlProps) {
  const text = useText()
  const named = periodNames.find(name => name === period.name)
  const label = named === undefined ? text('period') : text(`period_${named}`)
  const options = periodNames.map(name => ({ value: name, label: text(`period_${name}`) }))
  const choose = (name: (typeof periodNames)[number]) => onChange(namedPeriod(name))
  return (
    <div className={styles.control}>
      {isFolded ? (
        <Menu
          align="start"
          trigger={
            <button
              type="button"
              className={classNames(styles.segment, named && styles.chosen)}
              aria-label={named && `${text('period')}: ${label}`}
            >
              {label}
              <Icon name="chevron-down" size={12} />
            </button>
          }
        >
          <MenuChoice<(typeof periodNames)[number] | ''>
            label={text('period')}
            choices={options}
            // No item is checked while dates are chosen.
            value={named ?? ''}
            onChange={name => name !== '' && choose(name)}
          />
        </Menu>
      ) : (
        <ToggleRow
          label={text('period')}
          className={styles.names}
          optionClassName={styles.segment}
          options={options}
          value={period.name ?? ''}
          onChange={choose}
        />
      )}
      <DatesButton {...{ period, onChange }} isChosen={!named} isIconOnly={isFolded && named !== undefined} />
    </div>
  )
}

interface DatesButtonProps extends PeriodProps {
  isChosen: boolean
  isIconOnly: boolean
}

function DatesButton({ period, onChange, isChosen, isIconOnly }: DatesButtonProps) {
  const text = useText()
  const labels = usePeriodLabels()
  const { module: loaded, isInitiallyOpen, handlers } = useLazyTrigger(periodDates)
  const trigger = (
    <button
      type="button"
      className={classNames(styles.segment, isChosen && styles.chosen)}
      aria-label={`${text('period_dates_choose')}: ${labels.button(period)}`}
    >
      <Icon name="calendar" size={12} />
      {!isIconOnly && labels.button(period)}
    </button>
  )
  if (loaded !== null) return <loaded.PeriodDates {...{ trigger, period, onChange, isInitiallyOpen }} />
  return plainTrigger(trigger, handlers, { 'aria-haspopup': 'dialog', 'aria-expanded': false })
}
