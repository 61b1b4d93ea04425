import { useQuery } from '@tanstack/react-query'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { QuerySection } from '../../portfolio/query-section.tsx'
import { Button } from '../../ui/display/button.tsx'
import { Copyable } from '../../ui/display/copyable.tsx'
import { Checkbox } from '../../ui/form/checkbox.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import styles from './income.module.css'
import { type CalendarSubscription, calendarQuery, useCalendarChanges } from './use-calendar.ts'

const options = ['payments', 'ex_dates', 'maturities', 'amounts'] as const

/** The calendar of expected payments behind a secret link, for calendar programs. */
export function CalendarCard({ family }: { family: string | null }) {
  const text = useText()
  const query = useQuery(calendarQuery)
  return (
    <Card title={text('income_calendar')} isPadded>
      <QuerySection query={query} skeleton={<SkeletonRows rows={2} />}>
        {subscription => <Subscription {...{ subscription, family }} />}
      </QuerySection>
    </Card>
  )
}

interface SubscriptionProps {
  subscription: CalendarSubscription | null
  family: string | null
}

function Subscription({ subscription, family }: SubscriptionProps) {
  const text = useText()
  const format = useFormat()
  const { create, change, revoke } = useCalendarChanges()
  if (subscription === null)
    return (
      <div className={styles.calendar}>
        <p className={styles.quiet}>{text('income_calendar_intro')}</p>
        <div>
          <Button icon="calendar" isBusy={create.isPending} onClick={() => create.mutate({ family })}>
            {text('income_calendar_subscribe')}
          </Button>
        </div>
      </div>
    )
  const { created_at, last_read_at, ...choice } = subscription
  const url = create.data?.data.url
  return (
    <div className={styles.calendar}>
      {url !== undefined && <Copyable value={url} label={text('income_calendar_link')} />}
      <div className={styles.options}>
        {options.map(option => (
          <Checkbox
            key={option}
            label={text(`income_calendar_${option}`)}
            checked={(change.isPending ? change.variables[option] : undefined) ?? subscription[option]}
            onChange={event => change.mutate({ [option]: event.target.checked })}
          />
        ))}
      </div>
      <p className={styles.quiet}>
        {url === undefined
          ? text('income_calendar_active', { date: format.date(created_at.slice(0, 10)) })
          : text('income_calendar_once')}
      </p>
      <div className={styles.buttons}>
        <Button size="small" isBusy={create.isPending} onClick={() => create.mutate(choice)}>
          {text('income_calendar_renew')}
        </Button>
        <Button size="small" variant="quiet" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
          {text('income_calendar_revoke')}
        </Button>
      </div>
    </div>
  )
}
