import { useLanguage, useText } from '../lib/i18n/i18n.ts'
import { languageChoices, switchLanguage } from '../lib/i18n/language-choices.ts'
import { QuietSelect } from '../ui/form/quiet-select.tsx'

/** The language choice of the signed-out pages. It is stored on the device only. */
export function LanguageSelect() {
  const text = useText()
  const language = useLanguage()
  return (
    <QuietSelect
      label={text('language')}
      options={languageChoices}
      value={language}
      onChange={chosen => void switchLanguage(chosen)}
    />
  )
}
