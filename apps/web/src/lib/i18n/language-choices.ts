import { languages } from 'virtual:contract'
import type { Language } from '@plumbline/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { appSettingsQuery } from '../session/app-settings.ts'
import { chooseLanguage, useLanguage } from './i18n.ts'

/** Every language the server offers, by its own name. */
export function useLanguageChoices(): { value: Language; label: string }[] {
  const { data } = useQuery(appSettingsQuery(useLanguage()))
  return languages.map(value => ({
    value,
    label: data?.languages.find(({ id }) => id === value)?.name ?? value,
  }))
}

/** Keeps the current language when the texts cannot be loaded. */
export function switchLanguage(language: Language): Promise<void> {
  return chooseLanguage(language).catch(() => undefined)
}
