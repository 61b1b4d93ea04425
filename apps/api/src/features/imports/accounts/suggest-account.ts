import { presets } from '@plumbline/importers'
import type { FileRecord } from '../files/import-files.store.ts'
import type { NewAccount } from './new-account.ts'

type Facts = Pick<FileRecord, 'name' | 'format' | 'preset' | 'statement' | 'look'>

/**
 * The account that a file seems to be of, for a family that does not have it yet: the custodian and the number as the
 * file gives them. Without a custodian it is a manual account with the name of the file.
 */
export function suggestAccount(file: Facts, familyCurrency: string): NewAccount {
  const custodian = findCustodian(file)
  const number = custodian === null ? null : (file.statement.account ?? null)
  const name = custodian === null ? file.name.replace(/\.\w+$/, '') : nameAccount(custodian, number)
  const stated = file.look?.columns.find(({ meaning }) => meaning === 'currency')?.sample
  const column = stated !== undefined && /^[A-Z]{3}$/.test(stated) ? stated : null
  return {
    name: name.slice(0, 200),
    currency: file.statement.currency ?? column ?? familyCurrency,
    custodian,
    number: number?.slice(0, 200) ?? null,
  }
}

/** A layout that the user named is not the name of a custodian. */
function findCustodian({ format, preset, statement }: Facts): string | null {
  if (statement.institution) return statement.institution.slice(0, 200)
  if (format === 'ibkr_flex' || format === 'ibkr_activity') return 'Interactive Brokers'
  const known = presets.find(({ name }) => name === preset)
  if (!known) return null
  return known.custodian === undefined ? known.name : known.custodian
}

/** The last digits tell several accounts at one bank apart. */
function nameAccount(custodian: string, number: string | null): string {
  const digits = number?.replace(/[^\dA-Za-z]/g, '').slice(-4) ?? ''
  return digits === '' ? custodian : `${custodian} ${digits}`
}
