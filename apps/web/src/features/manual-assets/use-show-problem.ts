import { type RefObject, useEffect, useRef } from 'react'
import type { EntryProblem } from './entry-problem.ts'

type Tab = 'general' | 'transactions' | 'valuations' | 'figures'

interface Problem {
  form: RefObject<HTMLFormElement | null>
  /** Counts the attempts to save. */
  attempt: number
  isGeneralWrong: boolean
  problem: EntryProblem | null
  tab: Tab
  showTab: (tab: Tab) => void
}

/** After an attempt to save that failed, opens the tab of the error and focuses its first field. */
export function useShowProblem({ form, attempt, isGeneralWrong, problem, tab, showTab }: Problem): void {
  const shown = useRef(0)
  const shownEntry = useRef<EntryProblem['message'] | null>(null)
  const wrong: Tab | null = isGeneralWrong ? 'general' : (problem?.tab ?? null)
  useEffect(() => {
    if (problem === null) shownEntry.current = null
    if (wrong === null) return
    const isNew = wrong === 'general' ? shown.current !== attempt : shownEntry.current !== problem?.message
    if (!isNew) return
    if (tab !== wrong) {
      showTab(wrong)
      return
    }
    shown.current = attempt
    shownEntry.current = problem?.message ?? null
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [form, attempt, wrong, problem, tab, showTab])
}
