import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { lazyPart } from '../../lib/browser/lazy-part.tsx'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { useAdminPlace } from './use-admin-place.ts'
import { usersQuery } from './users/use-users.ts'

const tabs = {
  accounts: lazyPart(() => import('./accounts/accounts-tab.tsx').then(part => part.AccountsTab)),
  families: lazyPart(() => import('./families/families-tab.tsx').then(part => part.FamiliesTab)),
  users: lazyPart(() => import('./users/users-tab.tsx').then(part => part.UsersTab)),
  instruments: lazyPart(() => import('./instruments/instruments-tab.tsx').then(part => part.InstrumentsTab)),
  custodians: lazyPart(() => import('./custodians/custodians-tab.tsx').then(part => part.CustodiansTab)),
  integrations: lazyPart(() =>
    import('./integrations/integrations-tab.tsx').then(part => part.IntegrationsTab),
  ),
  outbox: lazyPart(() => import('./audit/outbox-tab.tsx').then(part => part.OutboxTab)),
  audit: lazyPart(() => import('./audit/audit-tab.tsx').then(part => part.AuditTab)),
} satisfies Record<string, ComponentType<object>>

type TabName = keyof typeof tabs
// The keys of an object that is written above are its names.
const names = Object.keys(tabs) as TabName[]

/** What administrators keep: who there is, what they hold, and what was done. */
export function AdminModal({ modal, frame }: ModalProps<'admin'>) {
  const text = useText()
  const isAdmin = useHasRole('admin')
  const name = names.find(each => each === modal.tab) ?? 'accounts'
  return (
    <Dialog {...frame} title={text('admin_panel')} width={1160} isFullOnPhone isFilling>
      {isAdmin ? (
        <AdminTabs name={name} />
      ) : (
        <EmptyState icon="key" title={text('error_forbidden')}>
          {text('admin_refused_note')}
        </EmptyState>
      )}
    </Dialog>
  )
}

function AdminTabs({ name }: { name: TabName }) {
  const text = useText()
  const { goToTab } = useAdminPlace()
  const counts = useCounts()
  const Tab = tabs[name]
  return (
    <Tabs
      label={text('admin_panel')}
      tabs={names.map(value => ({
        value,
        label: text(`admin_${value}`),
        ...(counts[value] !== undefined && { count: counts[value] }),
      }))}
      value={name}
      onChange={goToTab}
    >
      <Tab key={name} />
    </Tabs>
  )
}

/** How many there are of each; what the settings list needs no question of its own. */
function useCounts(): Partial<Record<TabName, string>> {
  const format = useFormat()
  const { lists } = useSettingsData()
  const users = useQuery(usersQuery({ limit: 1 }, {}))
  return {
    accounts: format.count(lists.accounts.length),
    families: format.count(lists.families.length),
    ...(users.data && { users: format.count(users.data.count) }),
  }
}
