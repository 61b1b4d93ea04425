import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Component, type ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

class Boundary extends Component<{ children: ReactNode }, { error: Error | null }> {
  override state = { error: null }
  static getDerivedStateFromError(error: Error) {
    return { error }
  }
  override render() {
    if (this.state.error === null) return this.props.children
    return (
      <button type="button" onClick={() => this.setState({ error: null })}>
        Try again
      </button>
    )
  }
}

describe('a lazy-loaded component', () => {
  it('is loaded again after a failure', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const load = vi
      .fn<() => Promise<(props: { name: string }) => ReactNode>>()
      .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
      .mockResolvedValue(({ name }) => <p>Hello {name}</p>)
    const Part = lazyComponent(load)
    render(
      <Boundary>
        <Part name="Claire" />
      </Boundary>,
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Hello Claire')).toBeTruthy()
    expect(load).toHaveBeenCalledTimes(2)
  })
})
