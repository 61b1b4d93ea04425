import { useText } from '../../lib/i18n.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function PositionsScreen() {
  const text = useText()
  return (
    <Page title={text('tab_positions')}>
      <Card>
        <EmptyState icon="list" title={text('positions_empty')}>
          {text('positions_empty_note')}
        </EmptyState>
      </Card>
    </Page>
  )
}
