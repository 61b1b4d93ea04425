import { type ReactNode, useState } from 'react'
import { DiscardQuestion } from './dialog.tsx'

/** For an editor inside a modal: asks before another one takes its place while values are not saved. */
export function useLeaveQuestion(isEdited: boolean): {
  ask: (leave: () => void) => void
  question: ReactNode
} {
  const [waiting, setWaiting] = useState<{ leave: () => void } | null>(null)
  return {
    ask: leave => (isEdited ? setWaiting({ leave }) : leave()),
    question: (
      <DiscardQuestion
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
