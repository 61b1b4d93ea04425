import { useText } from '../../lib/i18n.ts'
import { useUserSettings } from '../../lib/user-settings.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'

export function OverviewScreen() {
  const text = useText()
  const { name, family } = useUserSettings()
  const inView = family === null ? text('all_families') : text('welcome_family', { family: family.name })
  return (
    <Page title={text('welcome', { name })} tabTitle={text('tab_overview')} note={inView}>
      <Card>
        <EmptyState icon="home" title={text('overview_empty')}>
          {text('overview_empty_note')}
        </EmptyState>
      </Card>
    </Page>
  )
}
