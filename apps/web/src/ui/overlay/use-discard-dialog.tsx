import { type ReactNode, useState } from 'react'
import { DiscardDialog } from './dialog.tsx'

/** For an editor inside a modal: asks before another one takes its place while values are not saved. */
export function useDiscardDialog(isEdited: boolean): {
  ask: (leave: () => void) => void
  question: ReactNode
} {
  const [waiting, setWaiting] = useState<{ leave: () => void } | null>(null)
  return {
    ask: leave => (isEdited ? setWaiting({ leave }) : leave()),
    question: (
      <DiscardDialog
        isOpen={waiting !== null}
        onKeep={() => setWaiting(null)}
        onDiscard={() => {
          setWaiting(null)
          waiting?.leave()
        }}
      />
    ),
  }
}
