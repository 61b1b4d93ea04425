import { createStore } from './store.ts'

/** The question that is open: whoever shows it answers it. */
export interface PasswordQuestion {
  settle(isConfirmed: boolean): void
}

export const passwordQuestion = createStore<PasswordQuestion | null>(null)

let isShown = false
let answer: Promise<boolean> | null = null

/** The dialog says that it is there to show questions, and when it leaves. */
export function notePasswordDialog(isThere: boolean): void {
  isShown = isThere
  if (!isThere) passwordQuestion.get()?.settle(false)
}

/** Asks for the password of the current user, once for all calls that wait for it. False when they decline. */
export function confirmPassword(): Promise<boolean> {
  if (!isShown) return Promise.resolve(false)
  answer ??= new Promise<boolean>(settle => passwordQuestion.set({ settle })).finally(() => {
    answer = null
    passwordQuestion.set(null)
  })
  return answer
}
