import { useModal } from '../../lib/browser/modals.ts'
import type { DialogFrame } from '../../ui/overlay/dialog.tsx'

/** The forms that lie above the settings, one at a time. */
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

/** What every such form is given. */
export interface SettingsFormProps {
  frame: DialogFrame
  /** What the form is about, where there are several such things. */
  id: string | undefined
}

/** Opens a form above the settings; the address holds which one. */
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
