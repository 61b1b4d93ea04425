import { useEffect } from 'react'
import { session } from '../../lib/session/session.ts'
import type { PortfolioFilter } from '../filter.ts'
import { useChoices } from '../use-choices.ts'
import { applyTemplate } from './templates.ts'
import { useTemplates } from './use-templates.ts'

const appliedKey = 'plumbline_template_applied'

/** Applied once per sign-in of a tab, so that a reload does not undo later changes. */
function isApplied(): boolean {
  try {
    return sessionStorage.getItem(appliedKey) === 'yes'
  } catch {
    return true
  }
}

function markApplied(): void {
  try {
    sessionStorage.setItem(appliedKey, 'yes')
  } catch {
    // Without storage the template is not applied at all, as a reload would apply it again.
  }
}

session.state.subscribe(() => {
  if (session.state.get().status !== 'out') return
  try {
    sessionStorage.removeItem(appliedKey)
  } catch {
    // Storage that cannot be read was never written.
  }
})

/** Starts a sign-in with the default template, unless the URL contains a filter. */
export function useDefaultTemplate(
  hasUrlFilter: boolean,
  saved: PortfolioFilter,
  change: (next: PortfolioFilter) => void,
): void {
  const { choices } = useChoices()
  const templates = useTemplates()
  const template = templates.find(({ id }) => id === choices.defaultTemplate)
  useEffect(() => {
    if (isApplied()) return
    markApplied()
    if (!hasUrlFilter && template !== undefined) change(applyTemplate(saved, template))
  }, [hasUrlFilter, saved, template, change])
}
