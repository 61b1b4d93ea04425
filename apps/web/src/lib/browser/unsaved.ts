import { useEffect } from 'react'
import { createStore, useStore } from './store.ts'

/** How many editors inside modals hold values that are not saved. */
const unsaved = createStore(0)

/** Reports that an editor inside a modal holds values that are not saved, so that the modal asks before it closes. */
export function useReportUnsaved(isEdited: boolean): void {
  useEffect(() => {
    if (!isEdited) return
    unsaved.set(unsaved.get() + 1)
    return () => unsaved.set(unsaved.get() - 1)
  }, [isEdited])
}

export function useHasUnsaved(): boolean {
  return useStore(unsaved) > 0
}
