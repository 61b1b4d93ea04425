import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useForm } from 'react-hook-form'
import { expect, it, vi } from 'vitest'
import { checkDate } from '../../lib/format/parse-date.ts'
import { DateInput } from './date-input.tsx'

function Form({ onSend }: { onSend: (values: { date: string }) => void }) {
  const { register, handleSubmit, reset } = useForm({ defaultValues: { date: '2026-01-05' } })
  return (
    <form onSubmit={handleSubmit(onSend)}>
      <DateInput aria-label="Day" {...register('date', { validate: checkDate })} />
      <button type="submit">Send</button>
      <button type="button" onClick={() => reset({ date: '2025-12-31' })}>
        Reset
      </button>
    </form>
  )
}

it('shows a date in the format of the user and sends it as typed in that format', async () => {
  const send = vi.fn()
  render(<Form onSend={send} />)
  const input = screen.getByLabelText<HTMLInputElement>('Day')
  expect(input.value).toBe('5 Jan 2026')
  await userEvent.clear(input)
  await userEvent.type(input, '7.3.2026')
  await userEvent.click(screen.getByText('Send'))
  expect(send.mock.calls[0]?.[0]).toEqual({ date: '2026-03-07' })
  expect(input.value).toBe('7 Mar 2026')
})

it('keeps what is no date as typed, marks it and sends nothing', async () => {
  const send = vi.fn()
  render(<Form onSend={send} />)
  const input = screen.getByLabelText<HTMLInputElement>('Day')
  await userEvent.clear(input)
  await userEvent.type(input, '31.2.2026')
  await userEvent.click(screen.getByText('Send'))
  expect(send).not.toHaveBeenCalled()
  await userEvent.tab()
  expect(input.value).toBe('31.2.2026')
  expect(input.getAttribute('aria-invalid')).toBe('true')
})

it('shows a date that the form sets', async () => {
  render(<Form onSend={vi.fn()} />)
  await userEvent.click(screen.getByText('Reset'))
  expect(screen.getByLabelText<HTMLInputElement>('Day').value).toBe('31 Dec 2025')
})
