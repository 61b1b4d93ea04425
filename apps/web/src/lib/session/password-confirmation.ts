import { createStore } from '../browser/store.ts'

/** The pending password prompt. It stays set until its dialog has closed. */
export interface PasswordPrompt {
  isOpen: boolean
  settle: (isConfirmed: boolean) => void
}

export const passwordPrompt = createStore<PasswordPrompt | null>(null)

let pending: Promise<boolean> | null = null

/** Prompts for the password, once for all waiting calls. False when the user declines. */
export function confirmPassword(): Promise<boolean> {
  pending ??= new Promise(resolve => {
    const settle = (isConfirmed: boolean) => {
      pending = null
      passwordPrompt.set({ isOpen: false, settle })
      resolve(isConfirmed)
    }
    passwordPrompt.set({ isOpen: true, settle })
  })
  return pending
}
