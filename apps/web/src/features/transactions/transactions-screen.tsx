import { useText } from '../../lib/i18n.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function TransactionsScreen() {
  const text = useText()
  return (
    <Page title={text('tab_transactions')}>
      <Card>
        <EmptyState icon="swap" title={text('transactions_empty')}>
          {text('transactions_empty_note')}
        </EmptyState>
      </Card>
    </Page>
  )
}
