import { useNavigate } from '@tanstack/react-router'
import { useText } from '../lib/i18n/i18n.ts'
import { Segmented } from '../ui/form/segmented.tsx'

const addresses = { events: '/events', income: '/events/income' } as const

/** Switches between the screens of upcoming events and of income, with the same filter. */
export function EventsSwitch({ current }: { current: keyof typeof addresses }) {
  const text = useText()
  const navigate = useNavigate()
  return (
    <Segmented
      size="small"
      label={text('income_switch')}
      segments={[
        { value: 'events', label: text('tab_events') },
        { value: 'income', label: text('income_title') },
      ]}
      value={current}
      onChange={next =>
        void navigate({ to: addresses[next], search: (previous: Record<string, unknown>) => previous })
      }
    />
  )
}
