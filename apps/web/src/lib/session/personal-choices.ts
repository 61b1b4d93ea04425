import type { Language } from '@plumbline/contract/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { chooseTheme, type Theme, useTheme } from '../browser/theme.ts'
import { switchLanguage } from '../i18n/language-choices.ts'
import { useSaveSettings } from './save-settings.ts'

/** Sets the theme on this device, and on other devices without a choice of their own. */
export function useChooseTheme(): (theme: Theme) => void {
  const save = useSaveSettings()
  return useCallback(
    (theme: Theme) => {
      chooseTheme(theme)
      save({ color_scheme: theme })
    },
    [save],
  )
}

export function useToggleTheme(): () => void {
  const theme = useTheme()
  const choose = useChooseTheme()
  return () => choose(theme === 'dark' ? 'light' : 'dark')
}

/** Sets the language of this device, of mails, and of other devices without a choice of their own. */
export function useChooseLanguage(): (language: Language) => void {
  const save = useSaveSettings()
  const queryClient = useQueryClient()
  return useCallback(
    (language: Language) => {
      // Names that the server translated are still in the previous language.
      void switchLanguage(language).then(() => queryClient.invalidateQueries())
      save({ language })
    },
    [save, queryClient],
  )
}
