import type { ReactNode } from 'react'
import { PartBoundary } from '../../../portfolio/part-boundary.tsx'
import { Card } from '../../../ui/layout/card.tsx'

interface CardPlaceProps {
  /** What is drawn: something else is drawn anew. */
  of: unknown
  className: string | undefined
  children: ReactNode
}

/** The place of a card, which a failure of that card does not leave. */
export function CardPlace({ of, className, children }: CardPlaceProps) {
  return (
    <PartBoundary of={of} frame={notice => <Card className={className}>{notice}</Card>}>
      {children}
    </PartBoundary>
  )
}
