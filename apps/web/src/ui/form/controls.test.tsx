import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { getInitials } from '../display/avatar.tsx'
import { Button } from '../display/button.tsx'
import { Amount, Percent } from '../display/figure.tsx'
import { ProgressBar } from '../layout/progress-bar.tsx'
import { CodeInput } from './code-input.tsx'
import { Field } from './field.tsx'
import { PasswordInput } from './password-input.tsx'
import { Segmented } from './segmented.tsx'
import { TextInput } from './text-input.tsx'

describe('a field', () => {
  it('links its label, help and error to the input', () => {
    const { rerender } = render(
      <Field label="Username" help="To sign in.">
        <TextInput />
      </Field>,
    )
    const input = screen.getByLabelText('Username')
    expect(describedBy(input)).toBe('To sign in.')
    expect(input.getAttribute('aria-invalid')).toBeNull()
    rerender(
      <Field label="Username" help="To sign in." error="This username is taken.">
        <TextInput />
      </Field>,
    )
    expect(describedBy(input)).toBe('This username is taken.')
    expect(input.getAttribute('aria-invalid')).toBe('true')
  })

  it('shows the password while the eye button is on', async () => {
    const user = userEvent.setup()
    render(
      <Field label="Password">
        <PasswordInput />
      </Field>,
    )
    const input = screen.getByLabelText('Password')
    expect(input.getAttribute('type')).toBe('password')
    await user.click(screen.getByRole('button', { name: 'Show password' }))
    expect(input.getAttribute('type')).toBe('text')
    await user.click(screen.getByRole('button', { name: 'Hide password' }))
    expect(input.getAttribute('type')).toBe('password')
  })
})

describe('a code input', () => {
  function Code({ onComplete }: { onComplete: (code: string) => void }) {
    const [code, setCode] = useState('')
    return (
      <Field label="One-time code">
        <CodeInput value={code} onChange={setCode} onComplete={onComplete} isFocused />
      </Field>
    )
  }

  it('completes with the sixth digit and accepts digits only', async () => {
    const onComplete = vi.fn()
    render(<Code onComplete={onComplete} />)
    await userEvent.keyboard('4x1 9207')
    expect(onComplete).toHaveBeenCalledTimes(1)
    expect(onComplete.mock.calls[0]?.[0]).toBe('419207')
  })

  it('accepts a pasted code', async () => {
    const onComplete = vi.fn()
    render(<Code onComplete={onComplete} />)
    await userEvent.paste('419 207')
    expect(onComplete.mock.calls[0]?.[0]).toBe('419207')
  })
})

describe('a button', () => {
  it('does not start the same action twice', async () => {
    const onClick = vi.fn()
    render(
      <Button isBusy onClick={onClick}>
        Save
      </Button>,
    )
    const button = screen.getByRole('button', { name: 'Save' })
    await userEvent.click(button)
    expect(onClick).not.toHaveBeenCalled()
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(button.hasAttribute('disabled')).toBe(false)
  })
})

describe('a segmented control', () => {
  it('always has a selection, and moves by arrow keys', async () => {
    const user = userEvent.setup()
    const onChange = vi.fn()
    const segments = [
      { value: 'abs', label: 'CHF' },
      { value: 'rel', label: '%' },
    ] as const
    render(<Segmented label="Shown as" segments={segments} value="abs" onChange={onChange} />)
    const chosen = screen.getByRole('button', { name: 'CHF' })
    expect(chosen.getAttribute('aria-pressed')).toBe('true')
    await user.click(chosen)
    expect(onChange).not.toHaveBeenCalled()
    await user.keyboard('{ArrowRight} ')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('rel')
  })
})

describe('a figure', () => {
  it('marks amounts, but not percentages, so that they can be hidden', () => {
    render(
      <>
        <Amount value={1332543.49} />
        <Percent value={-0.5616} />
      </>,
    )
    expect(screen.getByText('1,332,543').hasAttribute('data-amount')).toBe(true)
    expect(screen.getByText('−56.16%').querySelector('[data-amount]')).toBeNull()
  })

  it('has an avatar with the initials of a name', () => {
    expect(['Claire Laurent', 'claire.laurent', 'Aebi-Laurent', 'demo', ''].map(getInitials)).toEqual([
      'CL',
      'CL',
      'AL',
      'D',
      '',
    ])
  })
})

describe('the progress bar', () => {
  const isShown = () => document.querySelector('.bar') !== null

  it('appears only for work longer than the delay, and disappears when it is done', () => {
    vi.useFakeTimers()
    const { rerender } = render(<ProgressBar isActive />)
    act(() => vi.advanceTimersByTime(199))
    expect(isShown()).toBe(false)
    act(() => vi.advanceTimersByTime(1))
    expect(isShown()).toBe(true)
    rerender(<ProgressBar isActive={false} />)
    act(() => vi.advanceTimersByTime(300))
    expect(isShown()).toBe(false)
  })
})

function describedBy(element: Element): string | undefined {
  return document.getElementById(element.getAttribute('aria-describedby') ?? '')?.textContent ?? undefined
}
