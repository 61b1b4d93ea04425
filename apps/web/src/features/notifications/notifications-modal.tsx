import { useQuery } from '@tanstack/react-query'
import { useFamilyId } from '../../filter/family/use-family.ts'
import { useModal } from '../../lib/browser/modals.ts'
import { useHasUnsaved } from '../../lib/browser/unsaved.ts'
import { useFormat } from '../../lib/format/use-format.ts'
import { useText } from '../../lib/i18n/i18n.ts'
import { useHasRole } from '../../lib/session/user-settings.ts'
import { Button } from '../../ui/display/button.tsx'
import { Tabs } from '../../ui/layout/tabs.tsx'
import { Dialog } from '../../ui/overlay/dialog.tsx'
import type { ModalProps } from '../../ui/overlay/modal-props.ts'
import { useDiscardDialog } from '../../ui/overlay/use-discard-dialog.tsx'
import { InboxTab } from './inbox-tab.tsx'
import { RulesTab } from './rules-tab.tsx'
import { unreadQuery } from './unread-query.ts'
import { rulesQuery } from './use-rules.ts'

/** The inbox of notifications, and the rules that create them. */
export function NotificationsModal({ modal, frame }: ModalProps<'notifications'>) {
  const text = useText()
  const format = useFormat()
  const { change } = useModal()
  const isDemo = useHasRole('demo')
  const { data: unread = 0 } = useQuery(unreadQuery)
  const rules = useQuery(rulesQuery(useFamilyId()))
  const tab = modal.tab === 'rules' ? 'rules' : 'inbox'
  const isEdited = useHasUnsaved()
  const { ask, question } = useDiscardDialog(isEdited)
  const goTo = (next: string) =>
    ask(
      () => void change({ tab: next, form: undefined, id: undefined, offset: undefined, unread: undefined }),
    )
  return (
    <Dialog
      {...frame}
      width={tab === 'inbox' ? 540 : 1160}
      isPopover={tab === 'inbox'}
      isFullOnPhone
      isFilling
      isEdited={isEdited}
      title={text('notices_title')}
      actions={
        tab === 'rules' &&
        !isDemo && (
          <Button
            variant="primary"
            icon="plus"
            onClick={() => ask(() => void change({ form: 'new', id: undefined }))}
          >
            {text('rules_new')}
          </Button>
        )
      }
    >
      <Tabs
        label={text('notices_title')}
        tabs={[
          {
            value: 'inbox',
            label: text('notices_inbox'),
            ...(unread > 0 && { count: `${format.count(unread)} ${text('notices_new')}` }),
          },
          {
            value: 'rules',
            label: text('notices_rules'),
            ...(rules.data && { count: format.count(rules.data.count) }),
          },
        ]}
        value={tab}
        onChange={goTo}
      >
        {tab === 'inbox' ? <InboxTab modal={modal} /> : <RulesTab modal={modal} />}
      </Tabs>
      {question}
    </Dialog>
  )
}
