import { useText } from '../../lib/i18n.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function StrategiesScreen() {
  const text = useText()
  return (
    <Page title={text('tab_strategies')}>
      <Card>
        <EmptyState icon="layers" title={text('strategies_empty')}>
          {text('strategies_empty_note')}
        </EmptyState>
      </Card>
    </Page>
  )
}
