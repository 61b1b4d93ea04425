import { Component, type ReactNode } from 'react'
import { ErrorNotice } from '../ui/layout/error-notice.tsx'

interface SectionBoundaryProps {
  /** A change clears the error, for example new data. */
  resetKey: unknown
  onRetry?: () => void
  /** Wraps the error notice, for example in a card. */
  frame?: (notice: ReactNode) => ReactNode
  children: ReactNode
}

/** Catches rendering errors of one section, so that the rest of the page stays usable. */
export class SectionBoundary extends Component<SectionBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidUpdate(before: SectionBoundaryProps) {
    if (before.resetKey !== this.props.resetKey && this.state.error !== null) this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    const { onRetry = () => this.setState({ error: null }), frame = notice => notice } = this.props
    return frame(<ErrorNotice error={error} onRetry={onRetry} />)
  }
}
