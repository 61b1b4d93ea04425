import { Component, type ReactNode } from 'react'
import { ErrorNotice } from '../ui/layout/error-notice.tsx'

interface PartBoundaryProps {
  /** What is drawn: something else is drawn anew. */
  of: unknown
  onRetry?: () => void
  /** What stands around the failure, such as a card. */
  frame?: (notice: ReactNode) => ReactNode
  children: ReactNode
}

/** A part of a screen that cannot be drawn fails in its own place, not with the page. */
export class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate(before: PartBoundaryProps) {
    if (before.of !== this.props.of && this.state.error !== null) this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    const { onRetry = () => this.setState({ error: null }), frame = notice => notice } = this.props
    return frame(<ErrorNotice error={error} onRetry={onRetry} />)
  }
}
