import { describe, expect, it } from 'vitest'
import { errorCatalogue } from '../core/errors.ts'
import { roles } from '../core/policy.ts'
import { eventTypes } from '../vocabulary/events.ts'
import { exposureOptions, groupKeys } from '../vocabulary/grouping.ts'
import { instrumentTypes, positionSides, positionTypes, sectors } from '../vocabulary/instruments.ts'
import { manualTransactionSlugs } from '../vocabulary/manual-types.ts'
import { periodNames } from '../vocabulary/periods.ts'
import { reportTypes } from '../vocabulary/reports.ts'
import { taskTypes } from '../vocabulary/tasks.ts'
import { transactionCategories, transactionTypes } from '../vocabulary/transactions.ts'
import { languages, textsIn } from './index.ts'

declare global {
  interface ImportMeta {
    glob(pattern: string[], options: { eager: true }): Record<string, Record<string, Record<string, unknown>>>
  }
}

const files = Object.entries(
  import.meta.glob(['./*.ts', '!./index.ts', '!./text.ts', '!./*.test.ts'], { eager: true }),
)
const keysByFile = files.flatMap(([file, exported]) =>
  Object.values(exported).flatMap(entries => Object.keys(entries).map(key => ({ file, key }))),
)

describe('the text catalogue', () => {
  it('has each key in one file only', () => {
    const seen = new Map<string, string>()
    const twice = keysByFile.filter(({ file, key }) => seen.has(key) || !seen.set(key, file))
    expect(twice).toEqual([])
  })

  it('includes the texts of every file', () => {
    const keys = Object.keys(textsIn('en-US'))
    expect(keysByFile.map(({ key }) => key).filter(key => !keys.includes(key))).toEqual([])
  })

  it.each(languages)('has no empty text in %s', language => {
    const empty = Object.entries<string>(textsIn(language)).filter(([, text]) => text.trim() === '')
    expect(empty).toEqual([])
  })

  it('uses the same placeholders in every language', () => {
    const placeholders = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
    const german: Record<string, string> = textsIn('de')
    for (const [key, text] of Object.entries<string>(textsIn('en-US')))
      expect(placeholders(german[key] ?? ''), key).toEqual(placeholders(text))
  })

  it.each(languages)('has a message for every error in %s', language => {
    const texts: Record<string, string> = textsIn(language)
    for (const code of Object.keys(errorCatalogue)) expect(texts[`error_${code}`], code).toMatch(/\S/)
  })

  it('has the English messages of the error catalogue', () => {
    const texts: Record<string, string> = textsIn('en-US')
    for (const [code, { message }] of Object.entries(errorCatalogue))
      expect(texts[`error_${code}`]).toBe(message)
  })

  it('has a name for every value in the lists of the settings', () => {
    const lists = {
      period: periodNames,
      group_by: groupKeys,
      exposure_option: exposureOptions,
      instrument_type: instrumentTypes,
      sector: sectors,
      side: positionSides,
      position_type: positionTypes,
      event_type: eventTypes,
      report_type: reportTypes,
      task_type: taskTypes,
      transaction_type: transactionTypes,
      transaction_category: transactionCategories,
      manual_transaction: manualTransactionSlugs,
      role: roles,
    }
    const keys = Object.keys(textsIn('en-US'))
    const wanted = Object.entries(lists).flatMap(([list, words]) => words.map(word => `${list}_${word}`))
    expect(wanted.filter(key => !keys.includes(key))).toEqual([])
  })
})
