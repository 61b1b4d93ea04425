import { describe, expect, it } from 'vitest'
import { describeRun, runMissing } from './run-texts.ts'

const german = { language: 'de', dateFormat: 'dd.MM.yyyy', showsHosts: false } as const
const english = { language: 'en-US', dateFormat: 'yyyy-MM-dd', showsHosts: true } as const
const failed = (details: Record<string, unknown>) => ({ status: 'failed', message: null, details })
const trouble = (code: string, details = {}) => failed({ trouble: { code, details } })

describe('the message of a run', () => {
  it('is in the language and date format of the reader', () => {
    expect(describeRun(trouble('access_expired'), german)).toBe(
      'Anmeldung abgelehnt: Der Zugangsschlüssel ist abgelaufen.',
    )
    const quiet = trouble('nothing_new', { date: '2026-11-13' })
    expect(describeRun(quiet, german)).toBe('Keine neuen Daten seit 13.11.2026.')
    expect(describeRun(quiet, english)).toBe('No new data since 2026-11-13.')
  })

  it('names the server to administrators only', () => {
    const slow = trouble('too_slow', { host: 'bank.example' })
    expect(describeRun(slow, english)).toBe('bank.example did not respond in time.')
    expect(describeRun(slow, german)).toBe('Der Anbieter hat nicht rechtzeitig geantwortet.')
  })

  it('quotes the words of a provider, which are not translated, to administrators only', () => {
    const run = { status: 'refused', message: 'Sign-in refused', details: {} }
    expect(describeRun(run, { ...german, showsHosts: true })).toBe('Meldung des Anbieters: «Sign-in refused»')
    expect(describeRun(run, german)).toBe(
      'Der Anbieter hat ein Problem gemeldet. Administratoren sehen seine Meldung.',
    )
    expect(describeRun({ ...run, status: 'success', message: 'prices.csv' }, german)).toBe('prices.csv')
  })

  it('states the code of a failure that this version does not know, also of a series', () => {
    expect(describeRun(trouble('from_later'), german)).toBe('Fehlgeschlagen (from_later).')
    const missing = [{ name: 'ABB', symbol: 'ABBN.SW', code: 'from_later', details: {} }]
    expect(runMissing({ missing, missing_count: 1 }, german)).toBe(
      'ABB (ABBN.SW): Fehlgeschlagen (from_later).',
    )
  })
})
