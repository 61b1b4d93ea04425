import type { GroupKey } from '@plumbline/contract'
import { useMemo } from 'react'
import { textIfAny, useLanguage } from '../lib/i18n/i18n.ts'

/**
 * The names of words and codes in the language of the page. The server names them too, in the language of
 * the settings, which may be another one than was chosen on this device.
 */
export function useWords() {
  const language = useLanguage()
  return useMemo(() => {
    const regions = new Intl.DisplayNames(language, { type: 'region' })
    const currencies = new Intl.DisplayNames(language, { type: 'currency' })
    return {
      type: (id: string, name: string) => textIfAny(`instrument_type_${id}`) ?? name,
      sector: (id: string, name: string) => textIfAny(`sector_${id}`) ?? name,
      groupBy: (id: string, name: string) => textIfAny(`group_by_${id}`) ?? name,
      country: (code: string) => nameIn(regions, code) ?? code,
      currency: (code: string) => nameIn(currencies, code) ?? code,
      /** What a group is called; accounts, custodians and currencies have the same name everywhere. */
      group: (groupBy: GroupKey, key: string, name: string) => {
        if (key === 'none') return textIfAny(`filter_${groupBy}_none`) ?? textIfAny('group_none') ?? name
        if (groupBy === 'country') return nameIn(regions, key) ?? name
        return textIfAny(`${groupBy}_${key}`) ?? name
      },
    }
  }, [language])
}

/** What is no code at all would else be an error. */
function nameIn(names: Intl.DisplayNames, code: string): string | undefined {
  return /^[A-Z]{2,3}$/.test(code) ? names.of(code) : undefined
}

export type Words = ReturnType<typeof useWords>
