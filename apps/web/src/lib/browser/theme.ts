import { isPrinting, subscribeToPrinting } from './printing.ts'
import { recall, remember } from './storage.ts'
import { createStore, useStore } from './store.ts'

export type Theme = 'dark' | 'light'

/** The choice made on this device, and the last known user setting. */
export const themeChoiceKey = 'plumbline_theme'
export const themeSettingKey = 'plumbline_theme_setting'

/**
 * The stored choice, else the user setting, else dark. An invalid stored choice means light. public/theme.js
 * applies the same rule before the first paint; a test compares the two.
 */
export function decideTheme(choice: string | null, setting: string | null): Theme {
  if (choice !== null) return choice === 'dark' ? 'dark' : 'light'
  return setting === 'light' ? 'light' : 'dark'
}

const theme = createStore<Theme>(decideTheme(recall(themeChoiceKey), recall(themeSettingKey)))

export function useTheme(): Theme {
  return useStore(theme)
}

/** Applies the theme, also when another tab changes it. Printing uses the light theme. */
export function applyTheme(): () => void {
  const apply = () => {
    document.documentElement.dataset.theme = isPrinting() ? 'light' : theme.get()
  }
  const follow = (event: StorageEvent) => {
    if (event.key === themeChoiceKey || event.key === themeSettingKey) updateTheme()
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

/** Called when the user settings are loaded. */
export function applyThemeSetting(setting: Theme): void {
  remember(themeSettingKey, setting)
  updateTheme()
}

function updateTheme(): void {
  theme.set(decideTheme(recall(themeChoiceKey), recall(themeSettingKey)))
}
