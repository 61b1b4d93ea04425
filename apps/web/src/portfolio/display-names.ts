import type { GroupKey } from '@plumbline/contract'
import { useMemo } from 'react'
import { textIfAny, useLanguage } from '../lib/i18n/i18n.ts'
import { manualCustodian } from './accounts/custodians.ts'

/**
 * Translates ids and codes into the language of the page. The server translates them too, but into the
 * language of the settings, which may differ on this device.
 */
export function useDisplayNames() {
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
      /** The name of a group. Accounts, custodians and currencies are not translated. */
      group: (groupBy: GroupKey, key: string, name: string) => {
        if (key === 'none') return textIfAny(`filter_${groupBy}_none`) ?? textIfAny('group_none') ?? name
        if (groupBy === 'country') return nameIn(regions, key) ?? name
        return textIfAny(`${groupBy}_${key}`) ?? name
      },
    }
  }, [language])
}

/** The name of a custodian. That of accounts kept by hand is a word, not a name. */
export function nameCustodian({ id, name }: { id: string; name: string }): string {
  return textIfAny(`custodian_${id}`) ?? name
}

interface AccountOf {
  custodian: { id: string; name: string }
  account: { name: string }
}

/** Where something is kept, in one word: accounts kept by hand have no custodian that tells them apart. */
export function nameCustody({ custodian, account }: AccountOf): string {
  return custodian.id === manualCustodian ? account.name : nameCustodian(custodian)
}

/** Custodian and account as two words; an account kept by hand, or named after its custodian, is named once. */
export function accountWords({ custodian, account }: AccountOf): string[] {
  if (custodian.id === manualCustodian) return [account.name]
  const name = nameCustodian(custodian)
  return account.name.startsWith(name) ? [account.name] : [name, account.name]
}

/** `Intl.DisplayNames` throws for invalid codes. */
function nameIn(names: Intl.DisplayNames, code: string): string | undefined {
  return /^[A-Z]{2,3}$/.test(code) ? names.of(code) : undefined
}

export type DisplayNames = ReturnType<typeof useDisplayNames>
