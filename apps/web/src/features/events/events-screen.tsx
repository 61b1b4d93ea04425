import { useText } from '../../lib/i18n.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function EventsScreen() {
  const text = useText()
  return (
    <Page title={text('tab_events')}>
      <Card>
        <EmptyState icon="calendar" title={text('events_empty')}>
          {text('events_empty_note')}
        </EmptyState>
      </Card>
    </Page>
  )
}
