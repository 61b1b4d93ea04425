import { act, render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { chooseLanguage, decideLanguage, i18n, useText, withinSentence } from './i18n.ts'
import { RichText } from './rich-text.tsx'

function Texts() {
  const text = useText()
  return <p>{text('sign_out')}</p>
}

describe('translations', () => {
  it('show a missing key between underscores', () => {
    expect(i18n.t('no_such_key')).toBe('_no_such_key_')
  })

  it('interpolate values', () => {
    expect(i18n.t('seconds_left', { seconds: 8 })).toBe('8 s')
  })

  it('format a count as a number, and a year unformatted', () => {
    expect(i18n.t('positions_count', { count: 1 })).toBe('1 position')
    expect(i18n.t('positions_count', { count: 10_000 })).toBe('10,000 positions')
    expect(i18n.t('seconds_left', { seconds: 2026 })).toBe('2026 s')
  })

  it('lower-case a label within a sentence, except in languages that capitalise nouns', async () => {
    expect(withinSentence('Price')).toBe('price')
    await i18n.changeLanguage('de')
    expect(withinSentence('Währung')).toBe('Währung')
  })

  it('allow elements within a sentence', () => {
    render(
      <p>
        <RichText text="code_note" values={{ name: <b>claire</b> }} />
      </p>,
    )
    expect(screen.getByText('claire').tagName).toBe('B')
    expect(screen.getByText(/^Enter the 6 digits/).textContent).toBe(
      'Enter the 6 digits from your authenticator app for claire.',
    )
  })

  it('switch language in place and update the lang attribute', async () => {
    render(<Texts />)
    expect(screen.getByText('Sign out')).toBeTruthy()
    await act(() => chooseLanguage('de'))
    expect(screen.getByText('Abmelden')).toBeTruthy()
    expect(document.documentElement.lang).toBe('de')
  })
})

describe('the language', () => {
  it.each([
    ['de', 'en-US', ['en-GB'], 'de'],
    [undefined, 'de', ['en-GB'], 'de'],
    [undefined, undefined, ['de-CH', 'en'], 'de'],
    [undefined, undefined, ['en-GB', 'de'], 'en-US'],
    [undefined, undefined, ['fr-CH', 'it', 'de'], 'de'],
    [undefined, undefined, ['fr'], 'en-US'],
    [undefined, undefined, [], 'en-US'],
  ] as const)(
    'with choice %s, setting %s and browser languages %j is %s',
    (choice, setting, preferred, language) =>
      expect(decideLanguage(choice, setting, preferred)).toBe(language),
  )
})
