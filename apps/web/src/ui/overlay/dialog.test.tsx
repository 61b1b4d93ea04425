import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Button } from '../display/button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'

function Page({ isEdited = false }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setIsOpen(true)}>Open</Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setIsOpen(false)}
        title="Linked positions"
        isEdited={isEdited}
        footer={<Button onClick={() => setIsOpen(false)}>Done</Button>}
      >
        <input aria-label="Name" />
      </Dialog>
    </>
  )
}

describe('a dialog', () => {
  it('takes the focus, traps it, and returns it', async () => {
    const user = userEvent.setup()
    render(<Page />)
    const opener = screen.getByRole('button', { name: 'Open' })
    await user.click(opener)
    const dialog = await screen.findByRole('dialog', { name: 'Linked positions' })
    // The title has the focus, so that Enter presses nothing by mistake.
    const title = screen.getByRole('heading', { name: 'Linked positions' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    for (let step = 0; step < 6; step++) {
      await user.tab()
      expect(dialog.contains(document.activeElement)).toBe(true)
    }
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(document.activeElement).toBe(opener)
  })

  it('closes with its close button', async () => {
    const user = userEvent.setup()
    render(<Page />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await user.click(await screen.findByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it.each(['{Escape}', 'Close'])('with unsaved input asks before %s closes it', async way => {
    const user = userEvent.setup()
    render(<Page isEdited />)
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await screen.findByRole('dialog')
    const leave = () =>
      way === 'Close' ? user.click(screen.getByRole('button', { name: 'Close' })) : user.keyboard(way)
    await leave()
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
    await waitFor(() => expect(screen.queryByText('Discard your changes?')).toBeNull())
    expect(screen.getByRole('dialog')).toBeTruthy()
    await leave()
    await user.click(await screen.findByRole('button', { name: 'Discard' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

describe('a delete confirmation', () => {
  const onConfirm = vi.fn()
  const onClose = vi.fn()
  const question = { isOpen: true, onClose, onConfirm, title: 'Delete Hedges?', confirmLabel: 'Delete' }

  it('focuses the cancel button', async () => {
    render(<ConfirmDialog {...question}>Its 4 positions stay.</ConfirmDialog>)
    const keep = await screen.findByRole('button', { name: 'Keep' })
    await waitFor(() => expect(document.activeElement).toBe(keep))
    await userEvent.keyboard('{Enter}')
    expect(onClose).toHaveBeenCalled()
    expect(onConfirm).not.toHaveBeenCalled()
  })

  it('requires the exact name before erasing', async () => {
    const user = userEvent.setup()
    render(
      <ConfirmDialog {...question} nameToType="Aebi-Laurent">
        All of it goes.
      </ConfirmDialog>,
    )
    const erase = await screen.findByRole('button', { name: 'Delete' })
    const name = screen.getByLabelText('Type Aebi-Laurent to confirm')
    await user.type(name, 'aebi-laurent')
    expect(erase.hasAttribute('disabled')).toBe(true)
    await user.clear(name)
    await user.type(name, 'Aebi-Laurent')
    await user.click(erase)
    expect(onConfirm).toHaveBeenCalledTimes(1)
  })
})
