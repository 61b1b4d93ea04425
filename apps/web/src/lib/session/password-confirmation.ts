import { createStore } from '../browser/store.ts'

/** Whether the current user confirms the password. It stays until its dialog has left the screen. */
export interface PasswordQuestion {
  isOpen: boolean
  settle: (isConfirmed: boolean) => void
}

export const passwordQuestion = createStore<PasswordQuestion | null>(null)

let answer: Promise<boolean> | null = null

/** Asks for the password, once for all calls that wait for it. False when the user declines. */
export function confirmPassword(): Promise<boolean> {
  answer ??= new Promise(resolve => {
    const settle = (isConfirmed: boolean) => {
      answer = null
      passwordQuestion.set({ isOpen: false, settle })
      resolve(isConfirmed)
    }
    passwordQuestion.set({ isOpen: true, settle })
  })
  return answer
}
