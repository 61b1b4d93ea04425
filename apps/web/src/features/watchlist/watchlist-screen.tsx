import { useText } from '../../lib/i18n.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function WatchlistScreen() {
  const text = useText()
  return (
    <Page title={text('tab_watchlist')}>
      <Card>
        <EmptyState icon="star" title={text('watchlist_empty')}>
          {text('watchlist_empty_note')}
        </EmptyState>
      </Card>
    </Page>
  )
}
