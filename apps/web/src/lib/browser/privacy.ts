import { forget, recall, remember } from './storage.ts'
import { createStore, useStore } from './store.ts'

const privateKey = 'plumbline_private'

const isPrivate = createStore(recall(privateKey) === 'yes')

/** Whether amounts are hidden. The formatters of `useFormat` write dots instead; charts switch to percent. */
export function usePrivacy(): boolean {
  return useStore(isPrivate)
}

export function togglePrivacy(): void {
  const next = !isPrivate.get()
  if (next) remember(privateKey, 'yes')
  else forget(privateKey)
  isPrivate.set(next)
}

export function applyPrivacy(): () => void {
  const apply = () => document.documentElement.toggleAttribute('data-private', isPrivate.get())
  apply()
  return isPrivate.subscribe(apply)
}
