import { useText } from '../../lib/i18n/i18n.ts'
import { DatePopover } from '../../ui/calendar/date-popover.tsx'
import { Button } from '../../ui/display/button.tsx'
import styles from './transactions.module.css'

interface GoToDateProps {
  /** The date of the first row. */
  date: string | null
  onDate: (date: string) => void
}

/** Opens the list at a date picked in a calendar. The list must be sorted by date. */
export function GoToDate({ date, onDate }: GoToDateProps) {
  const text = useText()
  return (
    <DatePopover
      label={text('transactions_go_to')}
      value={date}
      onPick={onDate}
      trigger={
        <Button icon="calendar" title={text('transactions_go_to')}>
          <span className={styles.goTo}>{text('transactions_go_to')}</span>
        </Button>
      }
    />
  )
}
