import { useText } from '../../lib/i18n.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function FeesScreen() {
  const text = useText()
  return (
    <Page title={text('tab_fees')}>
      <Card>
        <EmptyState icon="calculator" title={text('fees_empty')}>
          {text('fees_empty_note')}
        </EmptyState>
      </Card>
    </Page>
  )
}
