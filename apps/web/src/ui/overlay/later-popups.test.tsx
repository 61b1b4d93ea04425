import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { Menu, MenuItem } from './menu.tsx'
import { Popover } from './popover.tsx'
import { popups } from './popups.ts'
import { Tooltip } from './tooltip.tsx'

/** The code of what opens is not there before someone lets it in, as on a slow line. */
async function withoutPopups() {
  let letIn = () => {}
  const gate = new Promise<void>(resolve => {
    letIn = resolve
  })
  const real = await popups.load().then(() => popups.loaded.get())
  popups.loaded.set(null)
  onTestFinished(() => popups.loaded.set(real))
  vi.spyOn(popups, 'load').mockImplementation(async () => {
    await gate
    popups.loaded.set(real)
  })
  return letIn
}

const settings = (
  <Menu trigger={<button type="button">Account</button>}>
    <MenuItem onSelect={() => undefined}>Settings</MenuItem>
    <MenuItem onSelect={() => undefined}>Sign out</MenuItem>
  </Menu>
)

describe('a button whose popup is not there yet', () => {
  it('says what it opens, and opens it when the code is there', async () => {
    const letIn = await withoutPopups()
    render(settings)
    const button = screen.getByRole('button', { name: 'Account' })
    expect(button.getAttribute('aria-haspopup')).toBe('menu')
    await userEvent.click(button)
    expect(screen.queryByRole('menu')).toBeNull()
    letIn()
    expect(await screen.findByRole('menuitem', { name: 'Settings' })).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Account' }))
  })

  it('goes to the first line where a key pressed it', async () => {
    const letIn = await withoutPopups()
    render(settings)
    await userEvent.tab()
    await userEvent.keyboard('{ArrowDown}')
    letIn()
    const first = await screen.findByRole('menuitem', { name: 'Settings' })
    await waitFor(() => expect(document.activeElement).toBe(first))
  })

  it('is left alone while it has the focus and nobody presses it', async () => {
    const letIn = await withoutPopups()
    render(
      <Popover title="Status" trigger={<button type="button">Sources</button>}>
        All is well
      </Popover>,
    )
    const button = screen.getByRole('button', { name: 'Sources' })
    await userEvent.tab()
    letIn()
    await waitFor(() => expect(popups.loaded.get()).not.toBeNull())
    expect(document.activeElement).toBe(button)
    await userEvent.keyboard('{Enter}')
    expect(await screen.findByRole('dialog', { name: 'Status' })).toBeTruthy()
  })

  it('keeps what it does by itself', async () => {
    await withoutPopups()
    const press = vi.fn()
    render(
      <Tooltip text="Hides every amount">
        <button type="button" onClick={press}>
          Hide
        </button>
      </Tooltip>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Hide' }))
    expect(press).toHaveBeenCalledTimes(1)
  })
})

describe('a tooltip', () => {
  it('shows under a resting pointer and goes with it, with the same button all the time', async () => {
    await popups.load()
    render(
      <Tooltip text="Hides every amount">
        <button type="button">Hide</button>
      </Tooltip>,
    )
    const button = screen.getByRole('button', { name: 'Hide' })
    await userEvent.hover(button)
    expect(screen.queryByText('Hides every amount')).toBeNull()
    expect(await screen.findByText('Hides every amount')).toBeTruthy()
    await userEvent.unhover(button)
    await waitFor(() => expect(screen.queryByText('Hides every amount')).toBeNull())
    expect(screen.getByRole('button', { name: 'Hide' })).toBe(button)
  })

  it('shows at once under the focus of the keyboard, until Esc', async () => {
    await popups.load()
    render(
      <Tooltip text="Hides every amount">
        <button type="button">Hide</button>
      </Tooltip>,
    )
    await userEvent.tab()
    expect(await screen.findByText('Hides every amount')).toBeTruthy()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('Hides every amount')).toBeNull())
  })
})
