import type { ReactNode } from 'react'
import { SectionBoundary } from '../../../portfolio/section-boundary.tsx'
import { Card } from '../../../ui/layout/card.tsx'

interface CardBoundaryProps {
  /** The error is cleared when this value changes. */
  resetKey: unknown
  className: string | undefined
  children: ReactNode
}

/** Error boundary of a card: a failed card shows a notice in its place and leaves the others alone. */
export function CardBoundary({ resetKey, className, children }: CardBoundaryProps) {
  return (
    <SectionBoundary resetKey={resetKey} frame={notice => <Card className={className}>{notice}</Card>}>
      {children}
    </SectionBoundary>
  )
}
