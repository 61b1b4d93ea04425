import { languages } from 'virtual:contract'
import type { Language } from '@plumbline/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { appSettingsQuery } from '../lib/app-settings.ts'
import { chooseLanguage, useLanguage, useText } from '../lib/i18n.ts'
import { QuietSelect } from '../ui/quiet-select.tsx'

/** Every language by the name it has in itself, as the server knows them. */
export function useLanguageChoices(): { value: Language; label: string }[] {
  const { data } = useQuery(appSettingsQuery(useLanguage()))
  return languages.map(value => ({
    value,
    label: data?.languages.find(({ id }) => id === value)?.name ?? value,
  }))
}

export function LanguageSelect() {
  const text = useText()
  const language = useLanguage()
  const choices = useLanguageChoices()
  return <QuietSelect label={text('language')} options={choices} value={language} onChange={switchLanguage} />
}

/** Where the texts cannot be fetched, the page stays in the language it speaks. */
export function switchLanguage(language: Language): void {
  void chooseLanguage(language).catch(() => undefined)
}
