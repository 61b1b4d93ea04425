import { isCurrencyCode } from '@plumbline/contract'
import { currencyUnit } from '@plumbline/engine'
import { presets } from '@plumbline/importers'
import type { FileRecord } from '../files/import-files.store.ts'
import { withoutKind } from '../files/split-upload.ts'
import type { NewAccount } from './new-account.ts'

type Facts = Pick<FileRecord, 'name' | 'format' | 'preset' | 'statement' | 'look'>

/**
 * The account that a file seems to be of, for a family that does not have it yet: the custodian and the number as the
 * file gives them. Without a custodian it is a manual account with the IBAN or number of a bank statement, else with the
 * name of the file.
 */
export function suggestAccount(file: Facts, familyCurrency: string): NewAccount {
  const custodian = findCustodian(file)
  const isOfBank = file.format !== null && bankFormats.has(file.format)
  const number = custodian === null && !isOfBank ? null : (file.statement.account ?? null)
  const name =
    custodian === null
      ? number === null
        ? file.name.replace(/\.\w+$/, '')
        : numberAlone(number)
      : nameAccount(custodian, number)
  const column = file.look?.columns.find(({ meaning }) => meaning === 'currency')?.sample
  return {
    name: name.slice(0, 200),
    currency: accountCurrency(file.statement.currency) ?? accountCurrency(column) ?? familyCurrency,
    custodian,
    number: number?.slice(0, 200) ?? null,
  }
}

/** Their accounts have the number that the bank gives them. */
const bankFormats: ReadonlySet<string> = new Set(['mt940', 'camt053'])

/** German banks write bank code and number, some with the currency: 10020030/1234567EUR. */
const numberAlone = (number: string) => number.replace(/(\d)[A-Z]{3}$/, '$1')

/** The currency of a code that a file states, or null: prices are in pence (GBX), and accounts in pounds. */
function accountCurrency(stated: string | null | undefined): string | null {
  if (stated == null) return null
  const { currency } = currencyUnit(stated.trim())
  return isCurrencyCode(currency) ? currency : null
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
  const digits = withoutKind(number ?? '')
    .replace(/[^\dA-Za-z]/g, '')
    .slice(-4)
  return digits === '' ? custodian : `${custodian} ${digits}`
}
