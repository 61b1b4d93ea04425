import { useEffect } from 'react'
import { session } from '../../lib/session/session.ts'
import type { PortfolioFilter } from '../filter.ts'
import { useChoices } from '../use-choices.ts'
import { applyTemplate } from './templates.ts'
import { useTemplates } from './use-templates.ts'

const appliedKey = 'plumbline_template_applied'

/** Once for each sign-in of a tab: a filter that was changed since is not taken back by a reload. */
function isApplied(): boolean {
  try {
    return sessionStorage.getItem(appliedKey) === 'yes'
  } catch {
    return true
  }
}

function noteApplied(): void {
  try {
    sessionStorage.setItem(appliedKey, 'yes')
  } catch {
    // Without a place to note it, the template is not applied at all: see above.
  }
}

session.state.subscribe(() => {
  if (session.state.get().status !== 'out') return
  try {
    sessionStorage.removeItem(appliedKey)
  } catch {
    // What cannot be read was never written.
  }
})

/** Begins a sign-in with the template that was chosen for it, unless the address asks for something else. */
export function useDefaultTemplate(
  isSaid: boolean,
  saved: PortfolioFilter,
  change: (next: PortfolioFilter) => void,
): void {
  const { choices } = useChoices()
  const templates = useTemplates()
  const template = templates.find(({ id }) => id === choices.defaultTemplate)
  useEffect(() => {
    if (isApplied()) return
    noteApplied()
    if (!isSaid && template !== undefined) change(applyTemplate(saved, template))
  }, [isSaid, saved, template, change])
}
