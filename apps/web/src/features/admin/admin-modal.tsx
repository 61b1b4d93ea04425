import { useQuery } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { lazyComponent } from '../../lib/browser/lazy-component.tsx'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole, useSettingsData } from '../../lib/session/user-settings.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { useAdminLocation } from './use-admin-location.ts'
import { usersQuery } from './users/use-users.ts'

const tabs = {
  accounts: lazyComponent(() => import('./accounts/accounts-tab.tsx').then(module => module.AccountsTab)),
  families: lazyComponent(() => import('./families/families-tab.tsx').then(module => module.FamiliesTab)),
  users: lazyComponent(() => import('./users/users-tab.tsx').then(module => module.UsersTab)),
  instruments: lazyComponent(() =>
    import('./instruments/instruments-tab.tsx').then(module => module.InstrumentsTab),
  ),
  custodians: lazyComponent(() =>
    import('./custodians/custodians-tab.tsx').then(module => module.CustodiansTab),
  ),
  integrations: lazyComponent(() =>
    import('./integrations/integrations-tab.tsx').then(module => module.IntegrationsTab),
  ),
  outbox: lazyComponent(() => import('./audit/outbox-tab.tsx').then(module => module.OutboxTab)),
  audit: lazyComponent(() => import('./audit/audit-tab.tsx').then(module => module.AuditTab)),
} satisfies Record<string, ComponentType<object>>

type TabName = keyof typeof tabs
// Object.keys returns string[]; the keys of this literal are its type.
const names = Object.keys(tabs) as TabName[]

/** Administration of users, families, accounts and master data, with the outbox and the audit log. */
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
  const { goToTab } = useAdminLocation()
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

/** The counts beside the tab names. Accounts and families are counted from the settings, without a request. */
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
