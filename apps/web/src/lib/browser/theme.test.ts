import { describe, expect, it, vi } from 'vitest'
import themeScript from '../../../public/theme.js?raw'
import { applyTheme, applyThemeSetting, chooseTheme, decideTheme } from './theme.ts'

const cases = [
  { choice: null, setting: null, theme: 'dark' },
  { choice: null, setting: 'dark', theme: 'dark' },
  { choice: null, setting: 'light', theme: 'light' },
  { choice: null, setting: 'sepia', theme: 'dark' },
  { choice: 'dark', setting: 'light', theme: 'dark' },
  { choice: 'light', setting: 'dark', theme: 'light' },
  { choice: '{"broken', setting: 'dark', theme: 'light' },
  { choice: '', setting: 'dark', theme: 'light' },
] as const

/** Runs the inline theme script like the browser does before the first paint. */
function runPageScript(): string | undefined {
  delete document.documentElement.dataset.theme
  new Function(themeScript)()
  return document.documentElement.dataset.theme
}

describe('the theme', () => {
  it.each(cases)('is $theme for choice $choice and setting $setting', ({ choice, setting, theme }) =>
    expect(decideTheme(choice, setting)).toBe(theme),
  )

  it.each(cases)('is $theme before the first paint for choice $choice and setting $setting', one => {
    if (one.choice !== null) localStorage.setItem('plumbline_theme', one.choice)
    if (one.setting !== null) localStorage.setItem('plumbline_theme_setting', one.setting)
    expect(runPageScript()).toBe(one.theme)
  })

  it('is light before the first paint when storage cannot be read', () => {
    const denied = () => {
      throw new DOMException('Denied', 'SecurityError')
    }
    vi.stubGlobal('localStorage', { getItem: denied })
    expect(runPageScript()).toBe('light')
  })

  it('changes immediately when switched, and is stored on the device', () => {
    const stop = applyTheme()
    const before = document.documentElement.dataset.theme
    chooseTheme('light')
    expect(document.documentElement.dataset.theme).not.toBe(before)
    expect(localStorage.getItem('plumbline_theme')).toBe(document.documentElement.dataset.theme)
    stop()
  })

  it('follows the user setting until one is chosen on the device', () => {
    const stop = applyTheme()
    applyThemeSetting('light')
    expect(document.documentElement.dataset.theme).toBe('light')
    applyThemeSetting('dark')
    expect(document.documentElement.dataset.theme).toBe('dark')
    stop()
  })
})
