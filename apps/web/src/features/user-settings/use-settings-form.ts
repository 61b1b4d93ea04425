import { useModal } from '../../lib/modals.ts'

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
