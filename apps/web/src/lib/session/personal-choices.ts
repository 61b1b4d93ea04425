import type { Language } from '@plumbline/contract/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { chooseTheme, type Theme, useTheme } from '../browser/theme.ts'
import { switchLanguage } from '../i18n/language-choices.ts'
import { useSaveSettings } from './save-settings.ts'

/** Chooses the theme on this device, and for every other device on which none was chosen. */
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

/** Chooses the language of this device, of the mails, and of devices on which none was chosen. */
export function useChooseLanguage(): (language: Language) => void {
  const save = useSaveSettings()
  const queryClient = useQueryClient()
  return useCallback(
    (language: Language) => {
      // What the server has named is on the page in the language from before.
      void switchLanguage(language).then(() => queryClient.invalidateQueries())
      save({ language })
    },
    [save, queryClient],
  )
}
