import { isPrinting, subscribeToPrinting } from './print.ts'
import { recall, remember } from './storage.ts'
import { createStore, useStore } from './store.ts'

export type Theme = 'dark' | 'light'

/** What the user chose on this device, and what their settings said when they were last read. */
export const themeChoiceKey = 'plumbline_theme'
export const themeSettingKey = 'plumbline_theme_setting'

/**
 * The stored choice, else the user's setting, else dark. A stored choice that cannot be read falls back
 * to light. public/theme.js applies the same rule before the first paint; a test holds them together.
 */
export function decideTheme(choice: string | null, setting: string | null): Theme {
  if (choice !== null) return choice === 'dark' ? 'dark' : 'light'
  return setting === 'light' ? 'light' : 'dark'
}

const theme = createStore<Theme>(decideTheme(recall(themeChoiceKey), recall(themeSettingKey)))

export function useTheme(): Theme {
  return useStore(theme)
}

/** Puts the theme on the page, and on it again when another tab changes it. Paper is light. */
export function applyTheme(): () => void {
  const apply = () => {
    document.documentElement.dataset.theme = isPrinting() ? 'light' : theme.get()
  }
  const follow = (event: StorageEvent) => {
    if (event.key === themeChoiceKey || event.key === themeSettingKey) decideAgain()
  }
  apply()
  const stop = theme.subscribe(apply)
  const stopPrinting = subscribeToPrinting(apply)
  window.addEventListener('storage', follow)
  return () => {
    stop()
    stopPrinting()
    window.removeEventListener('storage', follow)
  }
}

export function chooseTheme(choice: Theme): void {
  remember(themeChoiceKey, choice)
  theme.set(choice)
}

/** Called when the user's settings arrive. */
export function noteThemeSetting(setting: Theme): void {
  remember(themeSettingKey, setting)
  decideAgain()
}

function decideAgain(): void {
  theme.set(decideTheme(recall(themeChoiceKey), recall(themeSettingKey)))
}
