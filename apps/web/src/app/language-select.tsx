import { useLanguage, useText } from '../lib/i18n/i18n.ts'
import { switchLanguage, useLanguageChoices } from '../lib/i18n/language-choices.ts'
import { QuietSelect } from '../ui/form/quiet-select.tsx'

/** The language choice of the signed-out pages. It is stored on the device only. */
export function LanguageSelect() {
  const text = useText()
  const language = useLanguage()
  const choices = useLanguageChoices()
  return (
    <QuietSelect
      label={text('language')}
      options={choices}
      value={language}
      onChange={chosen => void switchLanguage(chosen)}
    />
  )
}
