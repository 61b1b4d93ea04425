import { createStore } from '../browser/store.ts'
import type { Question } from './api-error.ts'

/** Questions about a call that waits for the answer. They stay set until their dialog has closed. */
export interface QuestionPrompt {
  questions: readonly Question[]
  isOpen: boolean
  settle: (isConfirmed: boolean) => void
}

export const questionPrompt = createStore<QuestionPrompt | null>(null)

/** Shows the questions with the effect. False when the user goes back; a second call meanwhile is declined. */
export function confirmQuestions(questions: readonly Question[]): Promise<boolean> {
  if (questionPrompt.get()?.isOpen) return Promise.resolve(false)
  return new Promise(resolve => {
    const settle = (isConfirmed: boolean) => {
      questionPrompt.set({ questions, isOpen: false, settle })
      resolve(isConfirmed)
    }
    questionPrompt.set({ questions, isOpen: true, settle })
  })
}
