import { useModal } from '../../lib/browser/modals.ts'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'

/** The forms that open above the settings, one at a time. */
export const settingsForms = [
  'name',
  'username',
  'email',
  'password',
  'two-factor',
  'two-factor-off',
  'backup-codes',
  'token',
  'revoke',
] as const
export type SettingsForm = (typeof settingsForms)[number]

/** The props of every settings form. */
export interface SettingsFormProps {
  frame: DialogFrame
  /** The id of the edited item, for forms about one of several. */
  id: string | undefined
}

/** Opens a form above the settings. Its name is in the URL. */
export function useSettingsForm() {
  const { current, open, change } = useModal()
  return {
    openForm: (form: SettingsForm, id?: string) =>
      void open({
        kind: 'settings',
        ...(current?.fields.tab !== undefined && { tab: current.fields.tab }),
        form,
        ...(id !== undefined && { id }),
      }),
    closeForm: () => void change({ form: undefined, id: undefined }),
  }
}
